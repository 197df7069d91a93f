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
package io.trident.benchmarks.rmload;

import java.util.Arrays;
import java.util.Locale;

/**
 * The ratios of pairs.
 *
 * @param median their median; NaN without pairs
 * @param low a tenth of them is below
 * @param high a tenth of them is above
 */
record Ratio(double median, double low, double high) {
  private static final double TENTH = 0.1;

  static Ratio of(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return new Ratio(at(sorted, 0.5), at(sorted, TENTH), at(sorted, 1 - TENTH));
  }

  private static double at(double[] sorted, double share) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  @Override
  public String toString() {
    return Double.isNaN(median)
        ? ""
        : String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", median, low, high);
  }
}
