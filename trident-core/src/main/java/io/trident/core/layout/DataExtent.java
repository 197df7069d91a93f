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
package io.trident.core.layout;

import java.util.Comparator;

/**
 * An extent of rows.
 *
 * @param dimension from 0
 * @param extent its number in the dimension, from 0: the partition that it holds
 */
public record DataExtent(int dimension, int extent) implements Extent, Comparable<DataExtent> {
  private static final Comparator<DataExtent> ORDER =
      Comparator.comparingInt(DataExtent::dimension).thenComparingInt(DataExtent::extent);

  /**
   * Checks the signs; {@link Geometry#check} checks the upper bounds.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public DataExtent {
    if (dimension < 0 || extent < 0) {
      throw new IllegalArgumentException(
          "Dimension %d, extent %d: both count from 0.".formatted(dimension, extent));
    }
  }

  /** Returns a bucket of this extent. */
  public Bucket bucket(int bucket) {
    return new Bucket(dimension, extent, bucket);
  }

  @Override
  public int compareTo(DataExtent other) {
    return ORDER.compare(this, other);
  }
}
