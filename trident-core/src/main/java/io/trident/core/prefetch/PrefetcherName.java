/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.core.prefetch;

import io.trident.core.text.EnumNames;

/** The prefetchers that a host can be configured with, in lower case with dashes. */
public enum PrefetcherName {
  /** No prefetching. */
  NONE,
  /** Every block at submission. */
  PREFETCH_ALL,
  /** Trident-D: the set of blocks that the model finds best, without delaying the job. */
  TRIDENT,
  /** Trident+D: the set of blocks and the delay of the job that the model finds best. */
  TRIDENT_DELAY,
  /** Every block before the job is submitted: what no prefetcher can surpass; for comparison. */
  ORACLE;

  /** Returns the name used in configuration and reports, such as {@code "prefetch-all"}. */
  public String label() {
    return EnumNames.dashed(this);
  }
}
