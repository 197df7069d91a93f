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

import java.util.List;
import java.util.stream.IntStream;

/**
 * The size of a super-extent.
 *
 * @param extents N: extents of each dimension, and buckets of each extent; from 1 to {@link
 *     #MAX_EXTENTS}
 * @param dimensions D: copies of the rows; from 1 to {@link #MAX_DIMENSIONS}
 */
public record Geometry(int extents, int dimensions) {
  /** A bucket is then a millionth of a dimension; smaller ones are no use to anybody. */
  public static final int MAX_EXTENTS = 1000;

  /** Three copies and the original order. */
  public static final int MAX_DIMENSIONS = 4;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is exceeded
   */
  public Geometry {
    if (extents < 1 || extents > MAX_EXTENTS) {
      throw new IllegalArgumentException(
          "A super-extent of %d extents is not possible; give 1 to %d."
              .formatted(extents, MAX_EXTENTS));
    }
    if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
      throw new IllegalArgumentException(
          "%d dimensions are not possible; give 1 to %d.".formatted(dimensions, MAX_DIMENSIONS));
    }
  }

  /** Returns the dimension by which the extents of {@code dimension} are bucketed. */
  public int next(int dimension) {
    return (dimension + 1) % dimensions;
  }

  /** Returns the dimension whose extents are bucketed by {@code dimension}. */
  public int previous(int dimension) {
    return (dimension + dimensions - 1) % dimensions;
  }

  /** Returns the extents of a dimension, in order. */
  public List<DataExtent> extentsOf(int dimension) {
    return IntStream.range(0, extents)
        .mapToObj(extent -> new DataExtent(dimension, extent))
        .toList();
  }

  /** Returns the buckets of an extent, in order. */
  public List<Bucket> bucketsOf(DataExtent extent) {
    return IntStream.range(0, extents).mapToObj(extent::bucket).toList();
  }

  /**
   * Checks that there is such an extent.
   *
   * @throws IllegalArgumentException if not
   */
  public void check(DataExtent extent) {
    if (extent.dimension() >= dimensions || extent.extent() >= extents) {
      throw new IllegalArgumentException(
          "There is no extent %d of dimension %d: there are %d dimensions of %d extents, counted"
                  .formatted(extent.extent(), extent.dimension(), dimensions, extents)
              + " from 0.");
    }
  }
}
