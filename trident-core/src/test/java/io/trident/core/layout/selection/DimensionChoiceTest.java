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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.RandomManifest;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DimensionChoiceTest {
  private record Table(List<LayoutRow> rows, PlacedRows placed, Manifest manifest) {
    static Table of(List<Dimension> dimensions, List<LayoutRow> rows, Random random) {
      PlacedRows placed = new RowLayout(dimensions).place(rows);
      int extents = placed.geometry().extents();
      return new Table(
          rows, placed, RandomManifest.of(dimensions, placed, ParityGroups.none(extents), random));
    }

    /** A hundred rows (i / 10, i % 10) of equal length, in ten extents by each of both. */
    static Table tens() {
      List<Value> boundaries = new ArrayList<>();
      for (int i = 1; i < 10; i++) {
        boundaries.add(Value.ofInt(i));
      }
      List<LayoutRow> rows = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        rows.add(
            new LayoutRow(
                i, List.of(Value.ofInt(i / 10), Value.ofInt(i % 10)), Value.ofString("a row")));
      }
      RangePartitioner ranges = new RangePartitioner(10, boundaries);
      return of(
          List.of(Dimension.ofColumn("a", ranges), Dimension.ofColumn("b", ranges)),
          rows,
          new Random(1));
    }
  }

  private static final RangeCost SEEK_AND_BYTES = (extent, bytes) -> 5 + bytes;

  private static ColumnFilter filter(String column, Interval... anyOf) {
    return new ColumnFilter(column, List.of(anyOf));
  }

  private static Interval between(int least, int most) {
    return new Interval(Optional.of(Value.ofInt(least)), Optional.of(Value.ofInt(most)));
  }

  @Test
  void theDimensionOfTheNarrowerFilterIsRead() {
    Manifest manifest = Table.tens().manifest();
    Selection best =
        DimensionChoice.best(
            manifest, List.of(filter("b", Interval.of(Value.ofInt(3)))), SEEK_AND_BYTES);
    assertThat(best.dimension()).isEqualTo(1);
    assertThat(best.buckets()).hasSize(10).allMatch(bucket -> bucket.extent() == 3);
    assertThat(best.bytes()).isEqualTo(manifest.bytes(new Bucket(1, 3, 0)) * 10);
  }

  @Test
  void aSecondColumnIsServedByTheBuckets() {
    List<Selection> ranked =
        DimensionChoice.ranked(
            Table.tens().manifest(),
            List.of(filter("a", between(2, 3)), filter("b", Interval.of(Value.ofInt(7)))),
            SEEK_AND_BYTES);
    assertThat(ranked).extracting(Selection::bytes).containsExactly(12L, 12L);
    assertThat(ranked.get(0).buckets()).containsExactly(new Bucket(1, 7, 2), new Bucket(1, 7, 3));
    assertThat(ranked.get(1).buckets()).containsExactly(new Bucket(0, 2, 7), new Bucket(0, 3, 7));
    assertThat(ranked).extracting(Selection::ranges).containsExactly(1, 2);
  }

  @Test
  void ofEqualSelectionsThatInFasterTiersIsRead() {
    Manifest manifest = Table.tens().manifest();
    assertThat(DimensionChoice.best(manifest, List.of(), SEEK_AND_BYTES).dimension()).isZero();
    assertThat(
            DimensionChoice.best(
                    manifest,
                    List.of(),
                    (extent, bytes) -> bytes * (extent.dimension() == 0 ? 20 : 8))
                .dimension())
        .isEqualTo(1);
  }

  /** Ten times a tenth, added up, is less than one: it is the same cost all the same. */
  @Test
  void ofEqualCostsTheFirstDimensionIsReadWhateverTheSumsOfParts() {
    Manifest manifest = Table.tens().manifest();
    RangeCost unevenParts =
        (extent, bytes) -> extent.dimension() == 1 ? 0.1 : extent.extent() == 0 ? 1 : 0;
    assertThat(DimensionChoice.ranked(manifest, List.of(), unevenParts))
        .extracting(Selection::dimension)
        .containsExactly(0, 1);
    assertThat(DimensionChoice.best(manifest, List.of(), (extent, bytes) -> 0).dimension())
        .isZero();
  }

  /** Bucket b of every extent of dimension 0 has the same bytes as the extent b of dimension 1. */
  @Test
  void anExtentIsReadSoonerThanABucketOfEach() {
    List<ColumnFilter> filters = List.of(filter("b", Interval.of(Value.ofInt(3))));
    List<Selection> ranked =
        DimensionChoice.ranked(Table.tens().manifest(), filters, SEEK_AND_BYTES);
    assertThat(ranked).extracting(Selection::bytes).containsExactly(60L, 60L);
    assertThat(ranked).extracting(Selection::ranges).containsExactly(1, 10);
    assertThat(ranked).extracting(Selection::cost).containsExactly(65.0, 110.0);
    assertThat(
            DimensionChoice.best(
                    Table.tens().manifest(),
                    filters,
                    (extent, bytes) -> bytes * (extent.dimension() == 0 ? 1 : 20))
                .dimension())
        .as("buckets in memory and an extent on disk")
        .isZero();
  }

  @Test
  void withoutFiltersAllIsRead() {
    Manifest manifest = Table.tens().manifest();
    assertThat(DimensionChoice.ranked(manifest, List.of(), (extent, bytes) -> 2 * bytes))
        .allMatch(all -> all.bytes() == 600 && all.cost() == 1200 && all.ranges() == 10);
    assertThat(DimensionChoice.best(manifest, List.of(filter("z")), SEEK_AND_BYTES).bytes())
        .as("a column that is no dimension")
        .isEqualTo(600);
    assertThat(DimensionChoice.best(manifest, List.of(filter("a")), SEEK_AND_BYTES).buckets())
        .as("no value is wanted")
        .isEmpty();
  }

  @Test
  void badFiltersAreRefused() {
    Manifest manifest = Table.tens().manifest();
    assertThatThrownBy(
            () -> DimensionChoice.best(manifest, List.of(filter("a"), filter("a")), SEEK_AND_BYTES))
        .hasMessage("The column a has two filters; give their intersection.");
    assertThatThrownBy(
            () ->
                DimensionChoice.best(
                    manifest,
                    List.of(filter("a", Interval.of(Value.ofString("x")))),
                    SEEK_AND_BYTES))
        .hasMessageContaining("cast the column");
  }

  private static Table random(Random random) {
    int extents = 1 + random.nextInt(5);
    List<Dimension> dimensions = new ArrayList<>();
    for (int d = random.nextInt(4); d >= 0; d--) {
      List<Value> boundaries = new ArrayList<>();
      for (int i = 1; i < extents; i++) {
        boundaries.add(Value.ofInt(i * 3));
      }
      dimensions.add(
          Dimension.ofColumn(
              "c" + dimensions.size(),
              random.nextInt(3) == 0
                  ? new HashPartitioner(extents)
                  : new RangePartitioner(extents, boundaries)));
    }
    List<LayoutRow> rows = new ArrayList<>();
    for (int id = random.nextInt(40); id >= 0; id--) {
      List<Value> keys = new ArrayList<>();
      for (int d = 0; d < dimensions.size(); d++) {
        keys.add(random.nextInt(8) == 0 ? Value.NULL : Value.ofInt(random.nextInt(15)));
      }
      rows.add(new LayoutRow(id, keys, Value.ofString("r" + id)));
    }
    return Table.of(dimensions, rows, random);
  }

  private static Interval interval(Random random) {
    Value one = random.nextInt(6) == 0 ? Value.NULL : Value.ofInt(random.nextInt(15));
    return switch (random.nextInt(4)) {
      case 0 -> Interval.from(one);
      case 1 -> Interval.upTo(one);
      case 2 -> between(random.nextInt(8), random.nextInt(15));
      default -> Interval.of(one);
    };
  }

  private static boolean contains(Interval interval, Value value) {
    return interval.least().map(bound -> bound.compareTo(value) <= 0).orElse(true)
        && interval.most().map(bound -> bound.compareTo(value) >= 0).orElse(true);
  }

  /** Each dimension gives every row that matches, and no bucket without a reason. */
  @Property(tries = 2000)
  void noRowThatMatchesIsLeftOut(@ForAll long seed) {
    Random random = new Random(seed);
    Table table = random(random);
    int dimensions = table.placed().geometry().dimensions();
    List<ColumnFilter> filters = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      if (random.nextBoolean()) {
        List<Interval> anyOf = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          anyOf.add(interval(random));
        }
        filters.add(new ColumnFilter("c" + d, anyOf));
      }
    }
    RangeCost cost = (extent, bytes) -> 3 + bytes * (1 + extent.dimension());
    List<Selection> ranked = DimensionChoice.ranked(table.manifest(), filters, cost);
    assertThat(DimensionChoice.ranked(table.manifest().forPlanning(), filters, cost))
        .isEqualTo(ranked);
    assertThat(ranked).extracting(Selection::dimension).doesNotHaveDuplicates().hasSize(dimensions);
    assertThat(ranked).isSortedAccordingTo((a, b) -> Double.compare(a.cost(), b.cost()));
    for (Selection selection : ranked) {
      Set<LayoutRow> read = new HashSet<>();
      for (Bucket bucket : selection.buckets()) {
        read.addAll(table.placed().rows(bucket));
        assertThat(reasonToRead(table, filters, bucket)).as("%s of %s", bucket, filters).isTrue();
      }
      assertThat(read)
          .containsAll(table.rows().stream().filter(row -> matches(row, filters)).toList());
    }
  }

  private static boolean matches(LayoutRow row, List<ColumnFilter> filters) {
    return filters.stream()
        .allMatch(
            filter ->
                filter.anyOf().stream()
                    .anyMatch(one -> contains(one, row.keys().get(number(filter)))));
  }

  private static int number(ColumnFilter filter) {
    return Integer.parseInt(filter.column().substring(1));
  }

  /** Bounds of the bucket's keys, and of the next dimension's extent, cannot exclude it. */
  private static boolean reasonToRead(Table table, List<ColumnFilter> filters, Bucket bucket) {
    int next = table.placed().geometry().next(bucket.dimension());
    return !table.placed().rows(bucket).isEmpty()
        && isWanted(table.placed().rows(bucket), bucket.dimension(), filters)
        && isWanted(table.placed().rows(new DataExtent(next, bucket.bucket())), next, filters);
  }

  private static boolean isWanted(List<LayoutRow> rows, int dimension, List<ColumnFilter> filters) {
    Value least = rows.stream().map(row -> row.keys().get(dimension)).min(Value::compareTo).get();
    Value most = rows.stream().map(row -> row.keys().get(dimension)).max(Value::compareTo).get();
    return filters.stream()
        .filter(filter -> number(filter) == dimension)
        .allMatch(
            filter ->
                filter.anyOf().stream()
                    .anyMatch(
                        one ->
                            contains(one, least)
                                || contains(one, most)
                                || one.least()
                                    .filter(bound -> bound.compareTo(least) >= 0)
                                    .filter(bound -> bound.compareTo(most) <= 0)
                                    .isPresent()));
  }

  private static Value other(Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> Value.NULL;
      case 1 -> Value.ofDouble(Double.NaN);
      case 2 -> Value.ofDouble(-0.0);
      case 3 -> Value.ofDouble(0.0);
      default -> Value.ofDouble(random.nextInt(9) - 4);
    };
  }

  private static Interval wanted(Random random) {
    Value one = other(random);
    Value two = other(random);
    return switch (random.nextInt(4)) {
      case 0 -> Interval.from(one);
      case 1 -> Interval.upTo(one);
      case 2 ->
          one.compareTo(two) <= 0
              ? new Interval(Optional.of(one), Optional.of(two))
              : new Interval(Optional.of(two), Optional.of(one));
      default -> Interval.of(one);
    };
  }

  /** Bounds as brute force has them; nulls are counted, so they widen nothing. */
  private static ColumnBounds bounds(List<Value> values) {
    return new ColumnBounds(
        "x",
        values.stream().filter(Value.NULL::equals).count(),
        values.stream()
            .filter(value -> !value.equals(Value.NULL))
            .map(value -> new KeyRange(value, value))
            .reduce(KeyRange::with));
  }

  /** Of a column that is no dimension, with values near each other in a super-extent. */
  @Property(tries = 2000)
  void boundsOfOtherColumnsExcludeASuperExtentIfNoneOfItsValuesCanMatch(@ForAll long seed) {
    Random random = new Random(seed);
    Table table = random(random);
    List<Value> values = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      values.add(other(random));
    }
    Manifest manifest = table.manifest().with(List.of(bounds(values)));
    Interval interval = wanted(random);
    List<ColumnFilter> filters = List.of(new ColumnFilter("x", List.of(interval)));
    List<Selection> all = DimensionChoice.ranked(table.manifest(), filters, SEEK_AND_BYTES);
    List<Selection> some = DimensionChoice.ranked(manifest, filters, SEEK_AND_BYTES);
    boolean isExcluded = DimensionChoice.isExcluded(manifest, filters);
    if (values.stream().anyMatch(value -> contains(interval, value))) {
      assertThat(isExcluded).as("%s of %s", interval, values).isFalse();
    }
    Optional<KeyRange> range = bounds(values).values();
    boolean isBelow =
        range
            .flatMap(bounds -> interval.least().map(least -> least.compareTo(bounds.most()) > 0))
            .orElse(range.isEmpty());
    boolean isAbove =
        range
            .flatMap(bounds -> interval.most().map(most -> most.compareTo(bounds.least()) < 0))
            .orElse(range.isEmpty());
    boolean hasNull = values.contains(Value.NULL) && contains(interval, Value.NULL);
    assertThat(isExcluded).isEqualTo((isBelow || isAbove) && !hasNull);
    if (isExcluded) {
      assertThat(some).allMatch(one -> one.buckets().isEmpty() && one.cost() == 0);
    } else {
      assertThat(some).isEqualTo(all);
    }
  }

  @Test
  void aHashedDimensionSelectsTheExtentOfAValue() {
    List<LayoutRow> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(new LayoutRow(i, List.of(Value.ofInt(i)), Value.ofString("a row")));
    }
    HashPartitioner hash = new HashPartitioner(8);
    Table table = Table.of(List.of(Dimension.ofColumn("k", hash)), rows, new Random(1));
    Selection one =
        DimensionChoice.best(
            table.manifest(), List.of(filter("k", Interval.of(Value.ofInt(50)))), SEEK_AND_BYTES);
    assertThat(one.buckets())
        .extracting(Bucket::extent)
        .containsOnly(hash.partition(Value.ofInt(50)));
    assertThat(
            DimensionChoice.best(
                    table.manifest(), List.of(filter("k", between(40, 60))), SEEK_AND_BYTES)
                .bytes())
        .isEqualTo(600);
  }
}
