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

import java.util.Arrays;

/** A point of the grid: an extent number for each dimension. Immutable. */
public final class Cell {
  private final int[] coordinates;

  private Cell(int[] coordinates) {
    this.coordinates = coordinates;
  }

  /** Returns the cell of these extent numbers, in the order of dimensions. */
  public static Cell of(int... coordinates) {
    return new Cell(coordinates.clone());
  }

  /** Returns the extent number in a dimension. */
  public int at(int dimension) {
    return coordinates[dimension];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell that && Arrays.equals(coordinates, that.coordinates);
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int coordinate : coordinates) {
      hash =
          hash * Geometry.MAX_EXTENTS + coordinate; // different for all cells of three dimensions
    }
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(coordinates);
  }
}
