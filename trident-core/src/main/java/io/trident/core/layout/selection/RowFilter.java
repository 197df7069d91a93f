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

import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What rows must match, as far as intervals of columns can express it: of a condition that they
 * cannot, all rows match. So the rows of a query are always among those that match.
 *
 * <p>A column that is absent may have any value. One without intervals has none: no row matches.
 *
 * @param byColumn for each column that is restricted the intervals of which its value is in one
 */
public record RowFilter(Map<String, List<Interval>> byColumn) {
  /** All rows match. */
  public static final RowFilter ALL = new RowFilter(Map.of());

  /** Of longer lists of intervals only one of two is kept by {@link #and}, which is allowed. */
  private static final int MAX_PAIRS = 10_000;

  private static final Comparator<Optional<Value>> LOWER_BOUNDS = bounds(-1);
  private static final Comparator<Optional<Value>> UPPER_BOUNDS = bounds(1);

  /** Copies the lists. */
  public RowFilter {
    byColumn =
        byColumn.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, one -> List.copyOf(one.getValue())));
  }

  /** A filter on one column. */
  public static RowFilter of(String column, List<Interval> anyOf) {
    return new RowFilter(Map.of(column, anyOf));
  }

  /** Returns a filter that no row passes that one of both refuses; it may let others pass. */
  public RowFilter and(RowFilter other) {
    Map<String, List<Interval>> both = new HashMap<>(byColumn);
    other.byColumn.forEach((column, more) -> both.merge(column, more, RowFilter::intersection));
    return new RowFilter(both);
  }

  /** Returns a filter that each row passes that passes one of both. */
  public RowFilter or(RowFilter other) {
    Map<String, List<Interval>> either = new HashMap<>();
    byColumn.forEach(
        (column, some) -> {
          List<Interval> more = other.byColumn.get(column);
          if (more != null) {
            either.put(column, Stream.of(some, more).flatMap(Collection::stream).toList());
          }
        });
    return new RowFilter(either);
  }

  /**
   * Returns the filters of the columns, by name, each with a limited number of intervals: of more,
   * neighbours are joined with what is between them. O(n log n).
   *
   * @param intervals of each column at most; at least 1
   */
  public List<ColumnFilter> columns(int intervals) {
    List<ColumnFilter> filters = new ArrayList<>();
    new TreeMap<>(byColumn)
        .forEach((column, some) -> filters.add(new ColumnFilter(column, joined(some, intervals))));
    return List.copyOf(filters);
  }

  private static List<Interval> joined(List<Interval> some, int limit) {
    List<Interval> distinct =
        some.stream()
            .distinct()
            .sorted(Comparator.comparing(Interval::least, LOWER_BOUNDS))
            .toList();
    if (distinct.size() <= limit) {
      return distinct;
    }
    List<Interval> joined = new ArrayList<>();
    for (int i = 0; i < limit; i++) {
      int from = (int) ((long) i * distinct.size() / limit);
      int to = (int) ((long) (i + 1) * distinct.size() / limit);
      joined.add(distinct.subList(from, to).stream().reduce(RowFilter::hull).orElseThrow());
    }
    return joined;
  }

  private static List<Interval> intersection(List<Interval> some, List<Interval> others) {
    if ((long) some.size() * others.size() > MAX_PAIRS) {
      return some.size() <= others.size() ? some : others;
    }
    return some.stream()
        .flatMap(one -> others.stream().flatMap(other -> intersection(one, other).stream()))
        .distinct()
        .toList();
  }

  private static Optional<Interval> intersection(Interval one, Interval other) {
    Interval both =
        new Interval(
            LOWER_BOUNDS.compare(one.least(), other.least()) >= 0 ? one.least() : other.least(),
            UPPER_BOUNDS.compare(one.most(), other.most()) <= 0 ? one.most() : other.most());
    boolean isEmpty =
        both.least().isPresent()
            && both.most().isPresent()
            && both.least().get().compareTo(both.most().get()) > 0;
    return isEmpty ? Optional.empty() : Optional.of(both);
  }

  private static Interval hull(Interval one, Interval other) {
    return new Interval(
        LOWER_BOUNDS.compare(one.least(), other.least()) <= 0 ? one.least() : other.least(),
        UPPER_BOUNDS.compare(one.most(), other.most()) >= 0 ? one.most() : other.most());
  }

  /** Orders bounds, of which an absent one is below ({@code -1}) or above ({@code 1}) others. */
  private static Comparator<Optional<Value>> bounds(int absent) {
    return (one, other) -> {
      if (one.isEmpty() || other.isEmpty()) {
        return absent * (Boolean.compare(one.isEmpty(), other.isEmpty()));
      }
      return one.get().compareTo(other.get());
    };
  }
}
