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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/*
 * Where a row goes. Its cell is (partition in dimension 0, ..., partition in dimension D-1). In
 * dimension d it is in the extent that coordinate d names, and there in the bucket that coordinate
 * d+1 names.
 *
 * Order within an extent: by bucket, then by the key of the extent's own dimension, then by the
 * canonical record bytes. By bucket first, as recovery reads a bucket as one range of bytes. By key
 * within a bucket, so that pages and row groups have narrow ranges to be pruned by. By record bytes
 * last, so that the order needs no row id, which most line formats have no room for: rows that are
 * equal in all three are equal in every byte, and their order shows nowhere. An extent is therefore
 * a function of the set of its rows, and a rebuilt one is equal to the lost one. In the original
 * order the key is the row's id, which decides alone.
 */
/** Places the rows of a super-extent: a function of its dimensions. Immutable. */
public final class RowLayout {
  private final Geometry geometry;
  private final List<Dimension> dimensions;

  /**
   * Makes a layout.
   *
   * @param dimensions one to four, each with as many partitions as the others
   * @throws IllegalArgumentException if they are too many or few, differ in the number of
   *     partitions, or two are the same
   */
  public RowLayout(List<Dimension> dimensions) {
    this.dimensions = List.copyOf(dimensions);
    int extents = dimensions.isEmpty() ? 1 : dimensions.get(0).partitioner().partitions();
    this.geometry = new Geometry(extents, dimensions.size());
    Set<Dimension> seen = new HashSet<>();
    boolean hasOriginal = false;
    for (Dimension dimension : dimensions) {
      if (dimension.partitioner().partitions() != extents) {
        throw new IllegalArgumentException(
            "Dimension %s has %d partitions, %s has %d; all need one for each extent."
                .formatted(
                    dimension.name(),
                    dimension.partitioner().partitions(),
                    dimensions.get(0).name(),
                    extents));
      }
      if (!seen.add(dimension) || (dimension.isOriginal() && hasOriginal)) {
        throw new IllegalArgumentException(
            "Dimension %s is given twice; a second copy in the same order helps no query."
                .formatted(dimension.name()));
      }
      hasOriginal |= dimension.isOriginal();
    }
  }

  /** Returns the numbers of extents and dimensions. */
  public Geometry geometry() {
    return geometry;
  }

  /** Returns the dimensions, in order. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /**
   * Returns the cell of a row: its extent in each dimension. O(D log N).
   *
   * @throws IllegalArgumentException if the row has not one key for each dimension, of its kind
   */
  public Cell cell(LayoutRow row) {
    if (row.keys().size() != dimensions.size()) {
      throw new IllegalArgumentException(
          "Row %d has %d keys; there are %d dimensions."
              .formatted(row.id(), row.keys().size(), dimensions.size()));
    }
    int[] coordinates = new int[dimensions.size()];
    for (int d = 0; d < coordinates.length; d++) {
      coordinates[d] = dimensions.get(d).partitioner().partition(row.keys().get(d));
    }
    return Cell.of(coordinates);
  }

  /** Returns the bucket in which a dimension has the rows of a cell. */
  public Bucket bucket(int dimension, Cell cell) {
    return new Bucket(dimension, cell.at(dimension), cell.at(geometry.next(dimension)));
  }

  /** Returns the order of rows within a bucket of a dimension. */
  public Comparator<LayoutRow> order(int dimension) {
    return Comparator.comparing((LayoutRow row) -> row.keys().get(dimension))
        .thenComparing(LayoutRow::record);
  }

  /**
   * Places rows in all dimensions. O(r D (log r + log N) + D N^2) for r rows.
   *
   * @throws IllegalArgumentException as {@link #cell}
   */
  public PlacedRows place(List<LayoutRow> rows) {
    PlacedRows placed = new PlacedRows(geometry);
    List<Comparator<LayoutRow>> orders = new ArrayList<>();
    for (LayoutRow row : rows) {
      Cell cell = cell(row);
      for (int d = 0; d < dimensions.size(); d++) {
        placed.add(bucket(d, cell), row);
      }
      placed.occupy(cell);
    }
    for (int d = 0; d < dimensions.size(); d++) {
      orders.add(order(d));
    }
    placed.sort(orders);
    return placed;
  }
}
