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
package io.trident.benchmarks.results;

import io.trident.benchmarks.workloads.EngineName;
import io.trident.core.prefetch.PrefetcherName;

/**
 * Which run of a comparison: what is run again if it is not on file. The members are those of
 * {@link PolicyRun}.
 */
public record RunKey(
    String engine,
    String workload,
    String profile,
    String policy,
    String prefetcher,
    int repetition) {
  /** Returns the key of a run like this one that does not prefetch. */
  public RunKey withoutPrefetcher() {
    return new RunKey(engine, workload, profile, policy, PrefetcherName.NONE.label(), repetition);
  }

  @Override
  public String toString() {
    return "%s (%s)%s, %s%s, repetition %d"
        .formatted(
            workload,
            profile,
            engine.equals(EngineName.MAPREDUCE.label()) ? "" : " on " + engine,
            policy,
            prefetcher.equals(PrefetcherName.NONE.label()) ? "" : " with prefetcher " + prefetcher,
            repetition);
  }
}
