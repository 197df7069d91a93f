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
 * A workload run once with one setup.
 *
 * @param setup what was run
 * @param seed of the placement of blocks and of the phases of heartbeats
 * @param jobs in the order of submission
 * @param seconds when the last job ended, from the start of the trace
 * @param placing how long placing tasks took
 * @param allocating how long Algorithm 3 took
 * @param planning how long planning what to prefetch took
 */
public record RunResult(
    Setup setup,
    long seed,
    List<JobResult> jobs,
    double seconds,
    DecisionTimes placing,
    DecisionTimes allocating,
    DecisionTimes planning) {
  public RunResult {
    jobs = List.copyOf(jobs);
  }
}
