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
package io.trident.core.layout.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Cell;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random super-extents and losses against {@link RecoveryOracle}. */
class RecoveryPropertiesTest {
  record Case(PlacedRows placed, ParityGroups parity, Damage damage) {
    /** Rows in a part of the cells, at most {@code mostRows}; some extents and parities lost. */
    static Case random(Random random, int mostExtents, int mostDimensions, boolean isFull) {
      int extents = 1 + random.nextInt(mostExtents);
      int count = 1 + random.nextInt(mostDimensions);
      List<Value> boundaries = new ArrayList<>();
      for (int i = 1; i < extents; i++) {
        boundaries.add(Value.ofInt(i));
      }
      List<Dimension> dimensions = new ArrayList<>();
      for (int d = 0; d < count; d++) {
        dimensions.add(Dimension.ofColumn("c" + d, new RangePartitioner(extents, boundaries)));
      }
      double share = isFull ? 1 : random.nextDouble();
      List<LayoutRow> rows = new ArrayList<>();
      for (int cell = 0; cell < Math.pow(extents, count); cell++) {
        if (random.nextDouble() < share) {
          List<Value> keys = new ArrayList<>();
          int rest = cell;
          for (int d = 0; d < count; d++) {
            keys.add(Value.ofInt(rest % extents));
            rest /= extents;
          }
          String record = "r".repeat(random.nextInt(5));
          rows.add(new LayoutRow(rows.size(), keys, Value.ofString(record)));
        }
      }
      ParityGroups parity =
          new ParityGroups(extents, 1 + random.nextInt(extents), random.nextInt(3));
      Set<DataExtent> lost = new HashSet<>();
      Set<ParityExtent> parities = new HashSet<>();
      double loss = random.nextDouble() * 0.7;
      for (int d = 0; d < count; d++) {
        for (int e = 0; e < extents; e++) {
          if (random.nextDouble() < loss) {
            lost.add(new DataExtent(d, e));
          }
        }
        for (int g = 0; g < parity.groups(); g++) {
          parity.parities(d, g).stream()
              .filter(one -> random.nextDouble() < loss)
              .forEach(parities::add);
        }
      }
      return new Case(new RowLayout(dimensions).place(rows), parity, new Damage(lost, parities));
    }

    RecoveryPlan plan() {
      return RecoveryPlanner.plan(new RowContents(placed), parity, damage);
    }

    RecoveryOracle oracle() {
      return new RecoveryOracle(placed, parity, damage);
    }
  }

  @Property(tries = 3000)
  void exactlyWhatCanBeRebuiltIs(@ForAll long seed) {
    Case one = Case.random(new Random(seed), 4, 4, false);
    RecoveryPlan plan = one.plan();
    Set<DataExtent> rebuilt = new HashSet<>();
    plan.rebuilds().stream()
        .filter(rebuild -> rebuild.target() instanceof DataExtent)
        .forEach(rebuild -> assertThat(rebuilt.add((DataExtent) rebuild.target())).isTrue());
    assertThat(rebuilt).isEqualTo(one.oracle().rebuildable());
    Set<Extent> all = new HashSet<>(rebuilt);
    all.addAll(plan.unrecoverable());
    assertThat(all).containsAll(one.damage().extents());
    assertThat(plan.rebuilds().size() + plan.unrecoverable().size())
        .isEqualTo(one.damage().extents().size() + one.damage().parities().size());
  }

  @Property(tries = 3000)
  void readsHaveTheRowsOfTheTargetAndAreThereInTime(@ForAll long seed) {
    Case one = Case.random(new Random(seed), 4, 4, false);
    RecoveryOracle oracle = one.oracle();
    Contents contents = new RowContents(one.placed());
    Map<Extent, Integer> readyIn = new HashMap<>();
    for (Rebuild rebuild : one.plan().rebuilds()) {
      long bytes = 0;
      Set<LayoutRow> rows = new HashSet<>();
      assertThat(rebuild.reads()).doesNotHaveDuplicates();
      for (Read read : rebuild.reads()) {
        assertThat(oracle.isThere(read.from(), readyIn.keySet())).isTrue();
        assertThat(readyIn.getOrDefault(read.from(), 0)).isLessThanOrEqualTo(rebuild.round());
        rows.addAll(oracle.rows(read));
        bytes += read instanceof Read.OfBucket bucket ? contents.bytes(bucket.bucket()) : 0;
      }
      switch (rebuild.method()) {
        case CHAINED_BUCKETS -> {
          DataExtent target = (DataExtent) rebuild.target();
          assertThat(rows).containsExactlyInAnyOrderElementsOf(one.placed().rows(target));
          assertThat(rebuild.bytes()).isEqualTo(bytes).isEqualTo(contents.bytes(target));
        }
        case CELLS -> {
          assertThat(rows).containsAll(one.placed().rows((DataExtent) rebuild.target()));
          assertThat(rebuild.bytes()).isEqualTo(bytes);
        }
        case DECODING ->
            assertThat(rebuild.reads())
                .hasSize(
                    one.parity()
                        .size(one.parity().groupOf(((DataExtent) rebuild.target()).extent())));
        case ENCODING ->
            assertThat(rebuild.reads())
                .extracting(Read::from)
                .containsExactlyElementsOf(
                    one.parity()
                        .members(
                            rebuild.target().dimension(),
                            ((ParityExtent) rebuild.target()).group()));
      }
      readyIn.put(rebuild.target(), rebuild.round() + 1);
    }
  }

  @Property(tries = 3000)
  void whereEveryCellHasRowsTheBytesAreLeast(@ForAll long seed) {
    Random random = new Random(seed);
    Case one = Case.random(random, 2 + random.nextInt(2), random.nextInt(3) + 1, true);
    Damage fewer =
        new Damage(
            Set.copyOf(one.damage().extents().stream().limit(5).toList()), one.damage().parities());
    Case small = new Case(one.placed(), one.parity(), fewer);
    assertThat(dataBytes(small.plan())).as(small.toString()).isEqualTo(small.oracle().leastBytes());
  }

  @Property(tries = 2000)
  void whereEveryCellHasRowsThereIsAWayOrNone(@ForAll long seed) {
    Case one = Case.random(new Random(seed), 4, 4, true);
    Geometry geometry = one.placed().geometry();
    RemainingWays ways = new RemainingWays(geometry, one.parity(), one.damage());
    List<DataExtent> urgent = ways.mostUrgentFirst();
    if (geometry.dimensions() > 1) { // else an extent has one cell, and buckets of no rows
      assertThat(urgent).containsExactlyInAnyOrderElementsOf(one.oracle().rebuildable());
    }
    assertThat(urgent).isSortedAccordingTo(Comparator.comparingInt(ways::of));
    assertThat(urgent).allMatch(extent -> ways.of(extent) <= geometry.dimensions());
  }

  @Property(tries = 400)
  void withAnIntactDimensionTheBytesAreThoseLost(@ForAll long seed) {
    Random random = new Random(seed);
    Case one = Case.random(random, 5, 4, random.nextBoolean());
    int intact = random.nextInt(one.placed().geometry().dimensions());
    Set<DataExtent> lost = new TreeSet<>(one.damage().extents());
    lost.removeIf(extent -> extent.dimension() == intact);
    Contents contents = new RowContents(one.placed());
    RecoveryPlan plan =
        RecoveryPlanner.plan(
            contents, ParityGroups.none(contents.geometry().extents()), Damage.of(lost));
    assertThat(plan.unrecoverable()).isEmpty();
    assertThat(plan.bytes()).isEqualTo(lost.stream().mapToLong(contents::bytes).sum());
  }

  /** A bucket index knows less than rows: what is planned by it works, too. */
  @Property(tries = 2000)
  void aPlanByTheBucketIndexRebuildsNothingThatItCannot(@ForAll long seed) {
    Case one = Case.random(new Random(seed), 4, 4, false);
    RowContents rows = new RowContents(one.placed());
    Contents index =
        new Contents() {
          @Override
          public Geometry geometry() {
            return rows.geometry();
          }

          @Override
          public long bytes(Bucket bucket) {
            return rows.bytes(bucket);
          }
        };
    for (Cell cell : one.placed().cells()) {
      assertThat(index.mayHaveRows(cell)).isTrue();
    }
    RecoveryPlan plan = RecoveryPlanner.plan(index, one.parity(), one.damage());
    RecoveryPlan exact = one.plan();
    assertThat(plan.unrecoverable()).containsAll(exact.unrecoverable());
    if (rows.geometry().dimensions() <= 2) {
      assertThat(plan).isEqualTo(exact);
    }
  }

  private static long dataBytes(RecoveryPlan plan) {
    return plan.rebuilds().stream()
        .filter(rebuild -> rebuild.target() instanceof DataExtent)
        .mapToLong(Rebuild::bytes)
        .sum();
  }
}
