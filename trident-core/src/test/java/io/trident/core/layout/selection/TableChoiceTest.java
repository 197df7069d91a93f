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

import io.trident.core.cost.CostModel;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.RandomManifest;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TableChoiceTest {
  private static final TierCost COST =
      new TierCost(1e-6, TierRates.of(CostModel.DEFAULT, 1_000_000));

  private static Manifest manifest(Random random) {
    RangePartitioner ranges = new RangePartitioner(3, List.of(Value.ofInt(3), Value.ofInt(6)));
    List<Dimension> dimensions =
        List.of(Dimension.ofColumn("a", ranges), Dimension.ofColumn("b", ranges));
    List<LayoutRow> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(
          new LayoutRow(
              i,
              List.of(Value.ofInt(random.nextInt(9)), Value.ofInt(random.nextInt(9))),
              Value.ofString("x".repeat(random.nextInt(30)))));
    }
    return RandomManifest.of(
        dimensions, new RowLayout(dimensions).place(rows), ParityGroups.none(3), random);
  }

  private static List<ColumnFilter> filters(Random random) {
    List<ColumnFilter> filters = new ArrayList<>();
    for (String column : List.of("a", "b")) {
      if (random.nextBoolean()) {
        filters.add(new ColumnFilter(column, List.of(Interval.of(Value.ofInt(random.nextInt(9))))));
      }
    }
    return filters;
  }

  /** Who is not asked for a tier could not have changed the first choice. */
  @Property
  void theChoiceIsThatWithAllTiersKnown(@ForAll long seed) {
    Random random = new Random(seed);
    Manifest manifest = manifest(random);
    List<ColumnFilter> filters = filters(random);
    Map<ExtentId, StorageTier> tiers = new HashMap<>();
    for (int d = 0; d < 2; d++) {
      for (DataExtent extent : manifest.geometry().extentsOf(d)) {
        tiers.put(
            new ExtentId(manifest.superExtent(), extent),
            StorageTier.values()[random.nextInt(StorageTier.values().length)]);
      }
    }
    Selection expected =
        DimensionChoice.best(
            manifest,
            filters,
            (extent, bytes) ->
                COST.seconds(
                    Optional.ofNullable(tiers.get(new ExtentId(manifest.superExtent(), extent))),
                    bytes));
    Candidates chosen =
        TableChoice.ranked(List.of(manifest), filters, OptionalInt.empty(), COST, asked -> tiers)
            .get(0);
    assertThat(chosen.selections().get(0).dimension()).isEqualTo(expected.dimension());
  }

  @Test
  void theWantedDimensionComesFirstAndNoTierIsAskedFor() {
    Manifest manifest = manifest(new Random(1));
    for (int wanted = 0; wanted < 2; wanted++) {
      Candidates one =
          TableChoice.ranked(
                  List.of(manifest),
                  List.of(),
                  OptionalInt.of(wanted),
                  COST,
                  asked -> {
                    throw new AssertionError("asked for " + asked);
                  })
              .get(0);
      assertThat(one.selections()).extracting(Selection::dimension).first().isEqualTo(wanted);
    }
  }

  @Test
  void aDamagedDimensionIsPassedOverAndOneWithoutReplicasIsTheLast() {
    Candidates both =
        TableChoice.ranked(
                List.of(manifest(new Random(1))),
                List.of(),
                OptionalInt.of(0),
                COST,
                TableChoice.TierLookup.UNKNOWN)
            .get(0);
    assertThat(first(both, Set.of(), Set.of())).contains(0);
    assertThat(first(both, Set.of(0), Set.of())).contains(1);
    assertThat(first(both, Set.of(), Set.of(0))).contains(1);
    assertThat(first(both, Set.of(1), Set.of(0))).contains(0);
    assertThat(first(both, Set.of(), Set.of(0, 1))).contains(0);
    assertThat(first(both, Set.of(0, 1), Set.of())).isEmpty();
  }

  private static Optional<Integer> first(
      Candidates one, Set<Integer> damaged, Set<Integer> withoutReplica) {
    return one.first(
            extent -> !damaged.contains(extent.dimension()),
            extent -> !withoutReplica.contains(extent.dimension()))
        .map(Selection::dimension);
  }
}
