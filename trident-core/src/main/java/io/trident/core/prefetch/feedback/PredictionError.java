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
package io.trident.core.prefetch.feedback;

/**
 * How far a predicted time was from the measured one.
 *
 * @param predictedSeconds what was predicted
 * @param measuredSeconds what it took
 */
public record PredictionError(double predictedSeconds, double measuredSeconds) {
  /**
   * Returns the difference as a share of the measured time: 0.2 if the prediction was 20 % too
   * long, -0.2 if it was too short; NaN if nothing was measured.
   */
  public double relative() {
    return measuredSeconds > 0
        ? (predictedSeconds - measuredSeconds) / measuredSeconds
        : Double.NaN;
  }
}
