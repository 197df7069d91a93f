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
package io.trident.benchmarks.figures;

import java.util.List;

/**
 * A number of a figure, over the repetitions.
 *
 * @param setup label of the setup
 * @param group bin, application or scale
 * @param metric what it is
 * @param mean over the repetitions
 * @param min the least
 * @param max the greatest
 * @param deviation standard deviation of the repetitions; 0 of one
 * @param repetitions how many there are
 */
record Value(
    String setup,
    String group,
    Metric metric,
    double mean,
    double min,
    double max,
    double deviation,
    int repetitions) {

  /** Sums up the values of at least one repetition. */
  static Value of(String setup, String group, Metric metric, List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return new Value(
        setup,
        group,
        metric,
        mean,
        values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
        values.stream().mapToDouble(Double::doubleValue).max().orElseThrow(),
        values.size() == 1 ? 0 : Math.sqrt(squares / (values.size() - 1)),
        values.size());
  }
}
