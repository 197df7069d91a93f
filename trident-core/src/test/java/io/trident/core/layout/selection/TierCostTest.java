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
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TierCostTest {
  private static final TierRates RATES = TierRates.of(CostModel.DEFAULT, 1000);
  private static final TierCost COST = new TierCost(0.5, RATES);

  private static StoredReplica replica(String type, ReplicaState state) {
    return new StoredReplica("n", type, "", state);
  }

  private static SegmentTiers tiers(StoredReplica... replicasOfOneBlockEach) {
    return new SegmentTiers(
        new FileSegment("/f", 0, 10),
        Availability.KNOWN,
        Arrays.stream(replicasOfOneBlockEach)
            .map(one -> new StoredBlock(new BlockKey("p", 1), 0, 10, List.of(one)))
            .toList());
  }

  @Test
  void aRangeCostsASeekAndItsBytesAtTheRateOfItsTier() {
    assertThat(COST.seconds(Optional.of(StorageTier.MEMORY), 2000)).isEqualTo(2.5, within(1e-9));
    assertThat(COST.seconds(Optional.of(StorageTier.SSD), 2000))
        .isEqualTo(0.5 + 2000 / RATES.of(StorageTier.SSD), within(1e-9));
  }

  @Test
  void aRangeOfAnUnknownTierCostsWhatTheSlowestDoes() {
    double slowest =
        Arrays.stream(StorageTier.values())
            .mapToDouble(tier -> COST.seconds(Optional.of(tier), 777))
            .max()
            .orElseThrow();

    assertThat(COST.seconds(Optional.empty(), 777)).isEqualTo(slowest);
  }

  @Test
  void aSelectionCostsNoLessThanOnTheFastestTier() {
    Selection selection = new Selection(0, List.of(), 3000, 2, 0);

    assertThat(COST.leastSeconds(selection)).isEqualTo(2 * 0.5 + 3, within(1e-9));
  }

  @Test
  void aCachedReplicaIsInMemoryAndTheSlowestBlockDecides() {
    StoredReplica cached = replica("DISK", ReplicaState.CACHED);

    assertThat(TierCost.tierOf(tiers(cached))).contains(StorageTier.MEMORY);
    assertThat(TierCost.tierOf(tiers(cached, replica("SSD", ReplicaState.STORED))))
        .contains(StorageTier.SSD);
  }

  @Test
  void aBlockWithoutReplicasHasNoTier() {
    SegmentTiers none =
        new SegmentTiers(
            new FileSegment("/f", 0, 10),
            Availability.KNOWN,
            List.of(new StoredBlock(new BlockKey("p", 1), 0, 10, List.of())));

    assertThat(TierCost.tierOf(none)).isEmpty();
    assertThat(TierCost.tierOf(tiers())).isEmpty();
  }

  @Test
  void aNegativeSeekIsRefused() {
    assertThatThrownBy(() -> new TierCost(-1, RATES)).hasMessageContaining("give 0 or more");
  }
}
