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

/**
 * What all runs of a comparison have in common.
 *
 * @param cluster the hardware
 * @param jobs how jobs run
 */
public record SimulationConfig(ClusterSpec cluster, JobSpec jobs) {
  /** The paper's cluster, as far as the paper describes it. */
  public static final SimulationConfig PAPER =
      new SimulationConfig(ClusterSpec.PAPER, JobSpec.DEFAULT);
}
