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
package io.trident.mapreduce.am;

import static io.trident.mapreduce.am.AmFixtures.MODEL;
import static io.trident.mapreduce.am.AmFixtures.RACKS;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.mapreduce.TridentCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadForecastTest {
  private static ReadForecast on(String node, BlockInput... blocks) {
    List<BlockInput> input = List.of(blocks);
    return ReadForecast.of(
        input, CostProfile.ofBlocks("t", input, RACKS, MODEL), node, RACKS.rackOf(node));
  }

  private static BlockInput block(long bytes, Replica... replicas) {
    return new BlockInput(bytes, List.of(replicas));
  }

  @Test
  void namesTheTierOfALocalReplica() {
    ReadForecast forecast = on("n1", block(1, Replica.stored("n1", StorageTier.SSD)));
    assertThat(forecast).isEqualTo(new ReadForecast(8, Locality.NODE_LOCAL, StorageTier.SSD));
    assertThat(forecast.counter()).isEqualTo(TridentCounter.SSD_LOCAL_MAPS);
  }

  @Test
  void countsNvdimmAndCachedReplicasAsMemory() {
    assertThat(on("n1", block(1, Replica.stored("n1", StorageTier.NVDIMM))).counter())
        .isEqualTo(TridentCounter.MEMORY_LOCAL_MAPS);
    assertThat(
            on("n1", block(1, new Replica("n1", StorageTier.DISK, ReplicaState.CACHED))).counter())
        .isEqualTo(TridentCounter.MEMORY_LOCAL_MAPS);
  }

  @Test
  void aPendingReplicaIsStillReadFromItsMedium() {
    assertThat(
            on("n1", block(1, new Replica("n1", StorageTier.DISK, ReplicaState.CACHE_PENDING)))
                .counter())
        .isEqualTo(TridentCounter.DISK_LOCAL_MAPS);
  }

  @Test
  void takesTheTierOfMostBytes() {
    ReadForecast forecast =
        on(
            "n1",
            block(10, Replica.stored("n1", StorageTier.MEMORY)),
            block(90, Replica.stored("n1", StorageTier.DISK)));
    assertThat(forecast.tier()).isEqualTo(StorageTier.DISK);
  }

  @Test
  void rackLocalOffRackAndNoPreferenceAreDistinguished() {
    BlockInput onN1 = block(1, Replica.stored("n1", StorageTier.DISK));
    assertThat(on("n2", onN1)).isEqualTo(new ReadForecast(60, Locality.RACK_LOCAL, null));
    assertThat(on("n2", onN1).counter()).isEqualTo(TridentCounter.RACK_LOCAL);
    assertThat(on("n3", onN1)).isEqualTo(new ReadForecast(100, Locality.OFF_RACK, null));
    assertThat(on("n3", onN1).counter()).isEqualTo(TridentCounter.OFF_RACK);
    assertThat(on("n1")).isEqualTo(new ReadForecast(39, Locality.NO_PREFERENCE, null));
    assertThat(on("n1").counter()).isEqualTo(TridentCounter.NO_PREFERENCE);
  }
}
