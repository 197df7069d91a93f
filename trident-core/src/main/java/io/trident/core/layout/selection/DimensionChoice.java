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
package io.trident.core.layout.selection;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/*
 * Every dimension has all rows, so a query may read any, and of each only what can match. Of
 * dimension d these are
 *   - the extents whose bounds of keys meet the filter on d's column; of a dimension by hash, for a
 *     filter on single values, only those that these hash to;
 *   - of these the buckets whose own bounds do;
 *   - of these the buckets b for which extent b of dimension d + 1 meets the filter on that one's
 *     column: the chained buckets, which are for recovery, serve a second column for nothing.
 * Filters on other columns select nothing there. But a super-extent is a run of the original order,
 * and has bounds of its values in other columns: if a filter meets none of them, as of a column that
 * grows with that order, nothing is read, in any dimension (INSTalytics, section 4.2).
 *
 * Buckets of an extent that follow each other are read as one range, for which the caller has a
 * cost: that of a seek and of its bytes, by the tier that the extent is on. So of two dimensions
 * that select alike, that in faster tiers wins; a small selection on disk wins over a large one in
 * memory if it is read sooner; and an extent of the filtered column wins over as many bytes in
 * buckets of a hundred others.
 *
 * Cost. O(D N^2 i) for i intervals; the buckets of extents that the filter excludes cost nothing.
 */
/** Chooses the dimension that a query reads of a super-extent; see {@link #best}. */
public final class DimensionChoice {
  private static final int DIGITS = 12;

  private DimensionChoice() {}

  /**
   * Returns what a query would read in each dimension, the cheapest first; of equal ones, by twelve
   * digits of their costs, that of the lower number. The rest is the explanation.
   *
   * @param manifest the super-extent
   * @param filters what all rows of the query match; at most one for each column. Filters on
   *     columns that have neither a dimension nor bounds are passed over
   * @param cost the cost of reading a range
   * @throws IllegalArgumentException if a column has two filters, or a filter's values are of
   *     another kind than its column's
   */
  public static List<Selection> ranked(
      Manifest manifest, List<ColumnFilter> filters, RangeCost cost) {
    Map<String, ColumnFilter> byColumn = byColumn(filters);
    Geometry geometry = manifest.geometry();
    boolean isExcluded = isExcluded(manifest, byColumn);
    List<boolean[]> meeting =
        manifest.dimensions().stream()
            .map(entry -> isExcluded ? new boolean[geometry.extents()] : meeting(entry, byColumn))
            .toList();
    return IntStream.range(0, geometry.dimensions())
        .mapToObj(
            dimension ->
                select(
                    manifest,
                    dimension,
                    meeting.get(dimension),
                    meeting.get(geometry.next(dimension)),
                    filterOf(manifest.dimensions().get(dimension), byColumn),
                    cost))
        .sorted(Comparator.comparingDouble(one -> rounded(one.cost()))) // stable
        .toList();
  }

  private static Map<String, ColumnFilter> byColumn(List<ColumnFilter> filters) {
    return filters.stream()
        .collect(
            Collectors.toMap(
                ColumnFilter::column,
                filter -> filter,
                (one, other) -> {
                  throw new IllegalArgumentException(
                      "The column %s has two filters; give their intersection."
                          .formatted(one.column()));
                }));
  }

  /**
   * Returns whether bounds of columns that are no dimensions exclude all rows of a super-extent.
   *
   * @throws IllegalArgumentException as {@link #ranked}
   */
  public static boolean isExcluded(Manifest manifest, List<ColumnFilter> filters) {
    return isExcluded(manifest, byColumn(filters));
  }

  private static boolean isExcluded(Manifest manifest, Map<String, ColumnFilter> filters) {
    return manifest.bounds().stream()
        .anyMatch(
            bounds -> {
              ColumnFilter filter = filters.get(bounds.column());
              return filter != null && !filter.meets(bounds);
            });
  }

  /** Costs are sums, which differ in their last digits by the order of what is added. */
  private static double rounded(double cost) {
    double digits = DIGITS - Math.ceil(Math.log10(cost));
    double unit = Math.pow(10, digits);
    return cost > 0 && unit < Double.POSITIVE_INFINITY ? Math.rint(cost * unit) / unit : cost;
  }

  /** Returns the cheapest selection; see {@link #ranked}. */
  public static Selection best(Manifest manifest, List<ColumnFilter> filters, RangeCost cost) {
    return ranked(manifest, filters, cost).get(0);
  }

  /** Returns which extents of a dimension can have rows that match the filter on its column. */
  private static boolean[] meeting(DimensionEntry entry, Map<String, ColumnFilter> filters) {
    Optional<ColumnFilter> filter = filterOf(entry, filters);
    boolean[] meeting = new boolean[entry.extents().size()];
    if (filter.isEmpty()) {
      Arrays.fill(meeting, true);
      return meeting;
    }
    IntPredicate isWanted = filter.get().partitions(entry.dimension().partitioner());
    for (int i = 0; i < meeting.length; i++) {
      ExtentEntry extent = entry.extents().get(i);
      meeting[i] = extent.keys().filter(filter.get()::meets).isPresent() && isWanted.test(i);
    }
    return meeting;
  }

  private static Optional<ColumnFilter> filterOf(
      DimensionEntry entry, Map<String, ColumnFilter> filters) {
    return entry.dimension().column().flatMap(name -> Optional.ofNullable(filters.get(name)));
  }

  private static Selection select(
      Manifest manifest,
      int dimension,
      boolean[] extents,
      boolean[] nextExtents,
      Optional<ColumnFilter> filter,
      RangeCost cost) {
    List<Bucket> buckets = new ArrayList<>();
    long bytes = 0;
    int ranges = 0;
    double costs = 0;
    for (DataExtent extent : manifest.geometry().extentsOf(dimension)) {
      if (!extents[extent.extent()]) {
        continue;
      }
      ExtentEntry entry = manifest.entry(extent);
      long range = 0;
      for (int bucket = 0; bucket < nextExtents.length; bucket++) {
        if (entry.rows(bucket) == 0) {
          continue; // it takes no bytes, so its neighbours are next to each other
        }
        if (nextExtents[bucket] && meets(filter, entry, bucket)) {
          buckets.add(extent.bucket(bucket));
          ranges += range == 0 ? 1 : 0;
          range += entry.length(bucket);
        } else if (range > 0) {
          bytes += range;
          costs += cost.of(extent, range);
          range = 0;
        }
      }
      if (range > 0) {
        bytes += range;
        costs += cost.of(extent, range);
      }
    }
    return new Selection(dimension, buckets, bytes, ranges, costs);
  }

  private static boolean meets(Optional<ColumnFilter> filter, ExtentEntry entry, int bucket) {
    return filter.isEmpty() || entry.keys(bucket).filter(filter.get()::meets).isPresent();
  }
}
