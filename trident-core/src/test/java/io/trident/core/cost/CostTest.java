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

import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equation 1 and the constants it takes. */
class CostTest {
  private static final RackResolver TOPOLOGY = node -> "/r" + node.charAt(1); // n12 is in /r1
  private static final CostModel MODEL = CostModel.DEFAULT;

  private static CostProfile scored(Map<String, Double> scores) {
    return CostProfile.ofScores("t", scores, TOPOLOGY, MODEL);
  }

  private static double at(CostProfile profile, String node) {
    return profile.costAt(node, node, TOPOLOGY.rackOf(node));
  }

  @Test
  void isEquation1() {
    CostProfile profile = scored(Map.of("n11", 20.0, "n12", 8.0, "n21", 1.0));

    assertThat(at(profile, "n11")).isEqualTo(20);
    assertThat(at(profile, "n12")).isEqualTo(8);
    assertThat(at(profile, "n13")).isEqualTo(48); // c1 and the best of the rack
    assertThat(at(profile, "n22")).isEqualTo(41);
    assertThat(at(profile, "n31")).isEqualTo(100);
  }

  @Test
  void noPreferenceGoesBetweenLocalAndRackLocal() {
    CostProfile profile = scored(Map.of());

    assertThat(at(profile, "n11")).isEqualTo(39).isEqualTo(MODEL.noPreference());
    assertThat(MODEL.noPreference())
        .isLessThan(MODEL.rackLocal())
        .isGreaterThan(MODEL.score(StorageTier.PROVIDED));
  }

  @Test
  void severalBlocksWeighByTheirBytes() {
    CostProfile profile =
        CostProfile.ofBlocks(
            "t",
            List.of(
                new BlockInput(300, List.of(Replica.stored("n11", StorageTier.MEMORY))),
                new BlockInput(100, List.of(Replica.stored("n21", StorageTier.DISK))),
                new BlockInput(0, List.of(Replica.stored("n31", StorageTier.SSD)))),
            TOPOLOGY,
            MODEL);

    assertThat(at(profile, "n11")).isEqualTo(0.75 * 1 + 0.25 * 100);
    assertThat(at(profile, "n21")).isEqualTo(0.75 * 100 + 0.25 * 20);
    assertThat(at(profile, "n22")).isEqualTo(0.75 * 100 + 0.25 * 60);
    assertThat(at(profile, "n31")).isEqualTo(100);
    assertThat(at(profile, "n41")).isEqualTo(100);
  }

  @Test
  void blocksOfNoLengthWeighTheSame() {
    CostProfile profile =
        CostProfile.ofBlocks(
            "t",
            List.of(
                new BlockInput(0, List.of(Replica.stored("n11", StorageTier.MEMORY))),
                new BlockInput(0, List.of(Replica.stored("n11", StorageTier.DISK)))),
            TOPOLOGY,
            MODEL);

    assertThat(at(profile, "n11")).isEqualTo(10.5);
  }

  @Test
  void blocksWithoutKnownReplicasAreNoPreference() {
    BlockInput unknown = new BlockInput(100, List.of());
    BlockInput known = new BlockInput(100, List.of(Replica.stored("n11", StorageTier.MEMORY)));

    assertThat(CostProfile.ofBlocks("t", List.of(unknown), TOPOLOGY, MODEL))
        .isEqualTo(CostProfile.withoutPreference("t", MODEL));
    assertThat(at(CostProfile.ofBlocks("t", List.of(unknown, known), TOPOLOGY, MODEL), "n11"))
        .isEqualTo(20);
  }

  @Test
  void aCachedReplicaIsMemoryAndAPendingOneIsSlowerThanAnyTier() {
    Replica cached = new Replica("n11", StorageTier.DISK, ReplicaState.CACHED);
    Replica pending = new Replica("n11", StorageTier.DISK, ReplicaState.CACHE_PENDING);

    assertThat(MODEL.score(cached)).isEqualTo(1);
    assertThat(cached.servingTier()).isEqualTo(StorageTier.MEMORY);
    assertThat(MODEL.score(pending)).isGreaterThan(35).isLessThan(40);
    assertThat(pending.servingTier()).isEqualTo(StorageTier.DISK);
  }

  /** Else a task would go where its block is stored while that is being cached elsewhere. */
  @Test
  void aBlockOnItsWayIntoMemoryDefersItsTaskWhereverItGoes() {
    Replica caching = new Replica("n11", StorageTier.DISK, ReplicaState.CACHE_PENDING);
    Replica ssd = Replica.stored("n12", StorageTier.SSD);
    Replica disk = Replica.stored("n21", StorageTier.DISK);
    CostProfile deferred = profile(caching, ssd, disk);

    assertThat(at(deferred, "n11")).isEqualTo(MODEL.pending());
    double last = MODEL.pending();
    for (int ahead = 1; ahead < 20; ahead++) {
      double score =
          at(
              profile(new Replica("n11", StorageTier.DISK, ReplicaState.CACHE_PENDING, ahead), ssd),
              "n11");
      assertThat(score).isGreaterThan(last).isLessThan(at(deferred, "n12"));
      last = score;
    }
    assertThat(at(deferred, "n12")).isGreaterThan(MODEL.pending());
    assertThat(at(deferred, "n21")).isGreaterThan(at(deferred, "n12")).isLessThan(40);
    assertThat(at(deferred, "n41")).isEqualTo(MODEL.offRack());

    CostProfile inMemory = profile(caching, ssd, Replica.stored("n21", StorageTier.MEMORY));
    assertThat(List.of(at(inMemory, "n12"), at(inMemory, "n21"))).isEqualTo(List.of(8.0, 1.0));
    CostProfile cached =
        profile(caching, ssd, new Replica("n21", StorageTier.DISK, ReplicaState.CACHED));
    assertThat(List.of(at(cached, "n12"), at(cached, "n21"))).isEqualTo(List.of(8.0, 1.0));
  }

  @Test
  void deferredScoresStayBelowRackLocalAndRackLocalBelowOffRack() {
    for (double offRack : List.of(78.0, 80.0, 200.0)) {
      CostModel model = CostModel.of(MODEL.tierScores(), 40, offRack);
      for (StorageTier tier : StorageTier.values()) {
        assertThat(model.deferredElsewhere(tier))
            .isGreaterThanOrEqualTo(model.deferredHere(Integer.MAX_VALUE - 1))
            .isLessThan(model.rackLocal());
        assertThat(model.rackLocal() + model.deferredElsewhere(tier)).isLessThanOrEqualTo(offRack);
      }
    }
  }

  private static CostProfile profile(Replica... replicas) {
    return CostProfile.ofBlocks(
        "t", List.of(new BlockInput(100, List.of(replicas))), TOPOLOGY, MODEL);
  }

  @Test
  void anExecutorComesBeforeItsNodeAndANodeBeforeItsRack() {
    CostProfile profile =
        new CostProfile("t", Map.of("e1", 0.0), Map.of("n11", 8.0), Map.of("/r1", 48.0), 100);

    assertThat(profile.costAt("e1", "n11", "/r1")).isEqualTo(0);
    assertThat(profile.costAt("e2", "n11", "/r1")).isEqualTo(8);
    assertThat(profile.costAt("e3", "n12", "/r1")).isEqualTo(48);
    assertThat(profile.costAt("e4", "n21", "/r2")).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void profilesRefuseImpossibleCosts(double cost) {
    assertThatThrownBy(() -> new CostProfile("t7", Map.of(), Map.of("n1", cost), Map.of(), 100))
        .hasMessageContaining("t7")
        .hasMessageContaining("n1");
    assertThatThrownBy(() -> new CostProfile("t7", Map.of(), Map.of(), Map.of(), cost))
        .hasMessageContaining("elsewhere");
  }

  @ParameterizedTest
  @CsvSource({
    "20, 100, must be below the rack-local cost",
    "120, 100, must not exceed the off-rack cost",
    "40, 50, must not exceed the off-rack cost",
    "NaN, 100, must be a finite number",
    "40, Infinity, must be a finite number",
    "-1, 100, must be a finite number",
  })
  void modelsRefuseImpossibleConstants(double rackLocal, double offRack, String remedy) {
    assertThatThrownBy(() -> CostModel.of(MODEL.tierScores(), rackLocal, offRack))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(remedy);
  }

  @Test
  void modelsNeedAScoreForEachTier() {
    EnumMap<StorageTier, Double> scores = new EnumMap<>(MODEL.tierScores());
    scores.remove(StorageTier.SSD);
    assertThatThrownBy(() -> CostModel.of(scores, 40, 100)).hasMessageContaining("ssd");
    scores.put(StorageTier.SSD, -3.0);
    assertThatThrownBy(() -> CostModel.of(scores, 40, 100)).hasMessageContaining("-3.0");
  }

  @ParameterizedTest
  @CsvSource({
    "RAM_DISK, MEMORY",
    "nvdimm, NVDIMM",
    "SSD, SSD",
    "Disk, DISK",
    "ARCHIVE, ARCHIVE",
    "PROVIDED, PROVIDED",
  })
  void storageTypesOfHdfsAreTiers(String storageType, StorageTier tier) {
    assertThat(StorageTier.ofStorageType(storageType)).contains(tier);
  }

  @Test
  void otherStorageTypesAreNone() {
    assertThat(StorageTier.ofStorageType("FLOPPY")).isEmpty();
  }

  @Test
  void negativeLengthsAreRefused() {
    assertThatThrownBy(() -> new BlockInput(-1, List.of())).hasMessageContaining("-1");
  }
}
