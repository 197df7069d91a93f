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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a super-extent, each in one bucket of every dimension. */
public final class PlacedRows {
  private final Geometry geometry;

  /** By {@link #number}; buckets without rows are absent. */
  private final Map<Integer, List<LayoutRow>> buckets = new HashMap<>();

  private final Set<Cell> cells = new HashSet<>();

  PlacedRows(Geometry geometry) {
    this.geometry = geometry;
  }

  void add(Bucket bucket, LayoutRow row) {
    buckets.computeIfAbsent(number(bucket), any -> new ArrayList<>()).add(row);
  }

  void occupy(Cell cell) {
    cells.add(cell);
  }

  /** Sorts each bucket by the order of its dimension. */
  void sort(List<Comparator<LayoutRow>> orders) {
    int ofDimension = geometry.extents() * geometry.extents();
    buckets.forEach((number, rows) -> rows.sort(orders.get(number / ofDimension)));
  }

  /** Returns the numbers of extents and dimensions. */
  public Geometry geometry() {
    return geometry;
  }

  /** Returns the rows of a bucket, in their order. */
  public List<LayoutRow> rows(Bucket bucket) {
    return Collections.unmodifiableList(buckets.getOrDefault(number(bucket), List.of()));
  }

  private int number(Bucket bucket) {
    return (bucket.dimension() * geometry.extents() + bucket.extent()) * geometry.extents()
        + bucket.bucket();
  }

  /** Returns the rows of an extent, in their order. */
  public List<LayoutRow> rows(DataExtent extent) {
    return geometry.bucketsOf(extent).stream().flatMap(bucket -> rows(bucket).stream()).toList();
  }

  /** Returns the cells that have rows. */
  public Set<Cell> cells() {
    return Collections.unmodifiableSet(cells);
  }
}
