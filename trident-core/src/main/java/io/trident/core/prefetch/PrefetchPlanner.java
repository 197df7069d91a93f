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

/** Decides which blocks of a job's input to prefetch; a pure function of the snapshot. */
public interface PrefetchPlanner {
  /** Returns which prefetcher this is. */
  PrefetcherName name();

  /**
   * Plans for one job: each block at most once, no node more than its free cache. Deterministic;
   * safe for use by several threads.
   */
  PrefetchPlan plan(PrefetchSnapshot snapshot);
}
