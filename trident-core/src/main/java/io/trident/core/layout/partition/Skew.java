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
package io.trident.core.layout.partition;

import java.util.Arrays;

/**
 * How unequal partitions are. Skew makes extents of different sizes, which costs time and no
 * correctness (INSTalytics, section 4.6).
 *
 * @param partitions how many there are
 * @param empty how many of them have nothing
 * @param largest the weight of the heaviest, in bytes or rows
 * @param total the weight of all
 */
public record Skew(int partitions, int empty, long largest, long total) {
  /** Returns the skew of partitions of these weights, none negative. */
  public static Skew of(long... weights) {
    return new Skew(
        weights.length,
        (int) Arrays.stream(weights).filter(weight -> weight == 0).count(),
        Arrays.stream(weights).max().orElse(0),
        Arrays.stream(weights).sum());
  }

  /** Returns how often the mean the heaviest weighs: 1 if all are equal, or nothing has weight. */
  public double largestToMean() {
    return total == 0 ? 1 : (double) largest * partitions / total;
  }
}
