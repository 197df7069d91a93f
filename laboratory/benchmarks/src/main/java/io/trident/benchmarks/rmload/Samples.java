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

/** Measured values, all kept; their unit is the caller's. Not thread-safe. */
final class Samples {
  private long[] values = new long[1_024];
  private int count;
  private boolean sorted;

  void add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
    sorted = false;
  }

  int count() {
    return count;
  }

  void clear() {
    count = 0;
  }

  /**
   * Returns the least value that at least the given share of the values does not exceed; NaN if
   * there is none.
   *
   * @param share from 0 to 1
   */
  double quantile(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    if (!sorted) {
      Arrays.sort(values, 0, count);
      sorted = true;
    }
    int rank = (int) Math.ceil(share * count);
    return values[Math.min(count, Math.max(1, rank)) - 1];
  }
}
