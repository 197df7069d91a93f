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

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Objects;

/**
 * How long the prefetchers' model expected a job to take, and how long it took, by the job's own
 * report: from the decision what to prefetch until the last map ended.
 *
 * @param jobClass class of the job, whose members take alike
 * @param learned whether an earlier job of the class had taught the model; if not, it knew the
 *     constants of the configuration, and what jobs of other classes had taught of the platform
 * @param predictedSeconds what was expected of the plan that was carried out
 * @param measuredSeconds what it took; positive
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Prediction(
    String jobClass, boolean learned, double predictedSeconds, double measuredSeconds) {
  public Prediction {
    Objects.requireNonNull(jobClass, "jobClass");
    if (!(measuredSeconds > 0) || !Double.isFinite(predictedSeconds)) {
      throw new IllegalArgumentException(
          "Neither can be: %s s measured, %s s predicted"
              .formatted(measuredSeconds, predictedSeconds));
    }
  }

  /** Returns how far the prediction was off, as a share of the measured time; not negative. */
  public double error() {
    return Math.abs(predictedSeconds - measuredSeconds) / measuredSeconds;
  }
}
