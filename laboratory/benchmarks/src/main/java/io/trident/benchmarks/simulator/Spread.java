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
 * A number over the repetitions.
 *
 * @param mean of all
 * @param min the least
 * @param max the greatest
 */
public record Spread(double mean, double min, double max) {
  /** Sums up at least one value. */
  public static Spread of(List<Double> values) {
    return new Spread(
        values.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
        values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
        values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
  }
}
