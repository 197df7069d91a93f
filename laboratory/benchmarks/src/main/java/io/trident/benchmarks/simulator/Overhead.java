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
import java.util.function.Function;

/**
 * How long one kind of decision took, in real time.
 *
 * @param setup label of the setup
 * @param what the kind
 * @param decisions how many there were
 * @param meanMillis their mean
 * @param maxMillis the longest
 */
public record Overhead(
    String setup, String what, long decisions, double meanMillis, double maxMillis) {

  static Overhead of(
      String setup, String what, List<RunResult> runs, Function<RunResult, DecisionTimes> kind) {
    long count = 0;
    double sum = 0;
    double max = 0;
    for (RunResult run : runs) {
      DecisionTimes times = kind.apply(run);
      count += times.count();
      sum += times.count() * times.meanMillis();
      max = Math.max(max, times.maxMillis());
    }
    return new Overhead(setup, what, count, count == 0 ? 0 : sum / count, max);
  }
}
