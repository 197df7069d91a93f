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
package io.trident.cli.whatif;

import io.trident.core.text.EnumNames;

/** How an instance of {@code whatif match} is written. */
enum InstanceFormat {
  /** One {@link MatchInstance} a line. */
  JSON,
  /** OR-Library's dense assignment problem: {@code n}, then n rows of n costs. */
  OR_LIBRARY,
  /** OR-Library's sparse assignment problem: {@code n}, then {@code i j cost} for each pair. */
  OR_LIBRARY_SPARSE;

  /** Returns the name as the option takes it. */
  @Override
  public String toString() {
    return EnumNames.dashed(this);
  }
}
