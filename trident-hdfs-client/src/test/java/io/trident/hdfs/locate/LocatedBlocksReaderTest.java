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
package io.trident.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.model.ReplicaState;
import io.trident.core.storage.Availability;
import io.trident.core.storage.StoredReplica;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.junit.jupiter.api.Test;

class LocatedBlocksReaderTest {
  private static final long MB = 1 << 20;

  private final LocatorMetrics metrics = new LocatorMetrics();
  private final SeenNodes nodes = new SeenNodes();
  private final LocatedBlocksReader reader = new LocatedBlocksReader(metrics, nodes);

  private static DatanodeInfo node(String name, long cacheUsed) {
    return new DatanodeInfoBuilder()
        .setIpAddr("10.0.0.1")
        .setHostName(name)
        .setDatanodeUuid(name + "-uuid")
        .setXferPort(9866)
        .setNetworkLocation("/r1")
        .setCacheCapacity(10 * MB)
        .setCacheUsed(cacheUsed)
        .build();
  }

  private static DatanodeInfoWithStorage on(DatanodeInfo node, StorageType type) {
    return new DatanodeInfoWithStorage(node, "DS-" + node.getHostName(), type);
  }

  private static LocatedBlock block(
      long id, long offset, boolean corrupt, DatanodeInfoWithStorage... locations) {
    return new LocatedBlock(
        new ExtendedBlock("pool", id, MB, 1000),
        locations,
        Arrays.stream(locations).map(DatanodeInfoWithStorage::getStorageID).toArray(String[]::new),
        Arrays.stream(locations)
            .map(DatanodeInfoWithStorage::getStorageType)
            .toArray(StorageType[]::new),
        offset,
        corrupt,
        null);
  }

  private static LocatedBlocks file(LocatedBlock... blocks) {
    return new LocatedBlocks(
        blocks.length * MB,
        false,
        List.of(blocks),
        blocks.length == 0 ? null : blocks[blocks.length - 1],
        true,
        null,
        null);
  }

  private List<StoredReplica> replicas(LocatedBlock block, Map<Long, Map<String, Integer>> pending)
      throws IOException {
    FileTiers read = reader.read("/file", new LocatedFile(file(block), pending));
    assertThat(read.availability()).isEqualTo(Availability.KNOWN);
    return read.blocks().get(0).replicas();
  }

  @Test
  void statesAreReportedPerReplica() throws Exception {
    DatanodeInfo caching = node("caching", MB);
    DatanodeInfo asked = node("asked", 0);
    DatanodeInfo plain = node("plain", MB);
    LocatedBlock block =
        block(
            7,
            0,
            false,
            on(caching, StorageType.DISK),
            on(asked, StorageType.SSD),
            on(plain, StorageType.NVDIMM));
    block.addCachedLoc(block.getLocations()[0]);

    assertThat(replicas(block, Map.of(7L, Map.of("asked-uuid", 3), 8L, Map.of("plain-uuid", 0))))
        .containsExactlyInAnyOrder(
            new StoredReplica("caching", "DISK", "DS-caching", ReplicaState.CACHED),
            new StoredReplica("asked", "SSD", "DS-asked", ReplicaState.CACHE_PENDING, 3),
            new StoredReplica("plain", "NVDIMM", "DS-plain", ReplicaState.STORED));
  }

  @Test
  void cachedLocationOfANodeThatCachesNothingIsStale() throws Exception {
    LocatedBlock block =
        block(7, 0, false, on(node("a", 0), StorageType.DISK), on(node("b", 0), StorageType.DISK));
    block.addCachedLoc(block.getLocations()[0]);
    block.addCachedLoc(block.getLocations()[1]);

    assertThat(replicas(block, Map.of(7L, Map.of("b-uuid", 0))))
        .extracting(StoredReplica::state)
        .containsExactlyInAnyOrder(ReplicaState.STORED, ReplicaState.CACHE_PENDING);
  }

  @Test
  void replicasInMemoryAreNeverAboutToBeCached() throws Exception {
    LocatedBlock block =
        block(
            7,
            0,
            false,
            on(node("a", 0), StorageType.RAM_DISK),
            on(node("b", 0), StorageType.NVDIMM),
            on(node("c", 0), StorageType.ARCHIVE));

    assertThat(replicas(block, Map.of(7L, Map.of("a-uuid", 0, "b-uuid", 0, "c-uuid", 0))))
        .extracting(StoredReplica::state)
        .containsExactly(ReplicaState.STORED, ReplicaState.STORED, ReplicaState.CACHE_PENDING);
  }

  @Test
  void storageOfNoKnownTypeIsDisk() throws Exception {
    LocatedBlock block =
        new LocatedBlock(
            new ExtendedBlock("pool", 7, MB, 1000),
            new DatanodeInfo[] {node("a", 0)},
            null,
            null,
            0,
            false,
            null);
    assertThat(replicas(block, Map.of()))
        .containsExactly(new StoredReplica("a", "DISK", "", ReplicaState.STORED));
  }

  @Test
  void corruptBlockHasNoReplicaToReadFrom() throws Exception {
    assertThat(replicas(block(7, 0, true, on(node("a", 0), StorageType.SSD)), Map.of())).isEmpty();
  }

  @Test
  void erasureCodedFileHasNoTiers() throws Exception {
    ErasureCodingPolicy policy = SystemErasureCodingPolicies.getPolicies().get(0);
    LocatedBlocks coded = new LocatedBlocks(0, false, List.of(), null, true, null, policy);
    assertThat(reader.read("/file", LocatedFile.withoutPending(coded)).availability())
        .isEqualTo(Availability.ERASURE_CODED);
    assertThat(metrics.count(Degradation.ERASURE_CODED)).isEqualTo(1);
  }

  @Test
  void blocksOutOfOrderAreRefused() {
    LocatedBlock first = block(1, 0, false);
    LocatedBlock second = block(2, MB, false);
    for (LocatedBlocks wrong :
        List.of(file(second, first), file(first, first), file(block(3, -1, false)))) {
      assertThatThrownBy(() -> reader.read("/file", LocatedFile.withoutPending(wrong)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/file");
    }
  }
}
