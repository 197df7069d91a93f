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
package io.trident.core.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.model.StorageTier;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CalibratedCostsTest {
  @Test
  void thePapersBandwidthsGiveThePapersScores() {
    CostModel costs =
        CalibratedCosts.of(
            3200e6, Map.of(StorageTier.SSD, 400e6, StorageTier.DISK, 160e6), CostModel.DEFAULT);
    assertThat(costs).isEqualTo(CostModel.DEFAULT);
  }

  @Test
  void aTierFasterThanMemoryScoresAsMemory() {
    CostModel costs = CalibratedCosts.of(1e9, Map.of(StorageTier.NVDIMM, 1.2e9), CostModel.DEFAULT);
    assertThat(costs.score(StorageTier.NVDIMM)).isEqualTo(1);
  }

  @Test
  void aTierThatWasNotMeasuredIsNoCheaperThanFasterKinds() {
    CostModel costs =
        CalibratedCosts.of(1e9, Map.of(StorageTier.DISK, 1e9 / 33), CostModel.DEFAULT);
    assertThat(costs.score(StorageTier.DISK)).isEqualTo(33);
    assertThat(costs.score(StorageTier.ARCHIVE)).isEqualTo(33);
    assertThat(costs.score(StorageTier.PROVIDED)).isEqualTo(35);
    assertThat(costs.rackLocal()).isEqualTo(40);
    assertThat(costs.offRack()).isEqualTo(100);
  }

  @Test
  void verySlowTiersRaiseTheCostsOfTheNetwork() {
    CostModel costs = CalibratedCosts.of(10e9, Map.of(StorageTier.DISK, 50e6), CostModel.DEFAULT);
    assertThat(costs.score(StorageTier.DISK)).isEqualTo(200);
    assertThat(costs.rackLocal()).isEqualTo(400);
    assertThat(costs.offRack()).isEqualTo(1000);
  }

  /** The model's own invariants hold for whatever was measured: its constructor checks them. */
  @Property
  void anyMeasurementGivesAValidModel(
      @ForAll @DoubleRange(min = 1, max = 1e12) double memory,
      @ForAll @DoubleRange(min = 1, max = 1e12) double ssd,
      @ForAll @DoubleRange(min = 1, max = 1e12) double disk) {
    CostModel costs =
        CalibratedCosts.of(
            memory, Map.of(StorageTier.SSD, ssd, StorageTier.DISK, disk), CostModel.DEFAULT);
    assertThat(costs.score(StorageTier.MEMORY)).isEqualTo(1);
    assertThat(costs.score(StorageTier.SSD) <= costs.score(StorageTier.DISK))
        .isEqualTo(ssd >= disk || costs.score(StorageTier.SSD) == costs.score(StorageTier.DISK));
  }

  @Test
  void aBandwidthIsPositiveAndFinite() {
    assertThatThrownBy(() -> CalibratedCosts.of(0, Map.of(), CostModel.DEFAULT))
        .hasMessageContaining("memory");
    assertThatThrownBy(
            () -> CalibratedCosts.of(1, Map.of(StorageTier.SSD, Double.NaN), CostModel.DEFAULT))
        .hasMessageContaining("ssd");
  }
}
