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
package io.trident.benchmarks.validation;

import io.trident.benchmarks.simulator.Setup;

/**
 * What the simulator cannot know of a workload on a machine, fitted to the measured times of one
 * policy.
 *
 * <p>Two numbers are measured, so two are fitted: what each task takes beside reading, from the sum
 * of all task times; then what the job takes before it asks for containers, from its completion
 * time. A time that would become negative is 0, and the measured one is then not met.
 *
 * @param taskSeconds of each task, beside reading
 * @param initSeconds of the job, from its submission until it asks for containers
 */
record Calibration(double taskSeconds, double initSeconds) {
  /** Task times grow with what each takes nearly in proportion: few corrections are needed. */
  private static final int ROUNDS = 10;

  /**
   * Fits.
   *
   * @param setup what was measured
   * @param seconds its measured completion time
   * @param allTaskSeconds the sum of its task times
   * @param runs simulated runs of each round
   */
  static Calibration of(
      BedModel model, Setup setup, double seconds, double allTaskSeconds, int runs) {
    double task = 0;
    BedModel.Outcome simulated = model.simulate(setup, task, 0, runs);
    for (int round = 0; round < ROUNDS; round++) {
      double off = allTaskSeconds - simulated.taskSeconds();
      task = Math.max(0, task + off / (model.maps() + 1));
      simulated = model.simulate(setup, task, 0, runs);
    }
    return new Calibration(task, Math.max(0, seconds - simulated.seconds().mean()));
  }
}
