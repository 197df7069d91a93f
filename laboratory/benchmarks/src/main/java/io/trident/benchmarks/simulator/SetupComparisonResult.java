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
package io.trident.benchmarks.simulator;

import java.util.List;

/**
 * What a comparison has shown, and all that it depends on.
 *
 * @param workload where the jobs are from
 * @param scaling how the trace was scaled
 * @param config cluster and jobs
 * @param baseline label of the setup that reductions are relative to
 * @param seeds the repetitions
 * @param summaries by setup, then by bin
 * @param overheads by setup and kind of decision
 */
public record SetupComparisonResult(
    String workload,
    String scaling,
    SimulationConfig config,
    String baseline,
    List<Long> seeds,
    List<Summary> summaries,
    List<Overhead> overheads) {
  public SetupComparisonResult {
    seeds = List.copyOf(seeds);
    summaries = List.copyOf(summaries);
    overheads = List.copyOf(overheads);
  }
}
