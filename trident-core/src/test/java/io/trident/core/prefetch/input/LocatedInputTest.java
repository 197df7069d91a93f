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
package io.trident.core.prefetch.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.cost.CostModel;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.CachedCopy;
import io.trident.core.prefetch.LateReads;
import io.trident.core.prefetch.PrefetchBlock;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.prefetch.model.TimeConstants;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LocatedInputTest {
  private static final long MB = 1 << 20;
  private static final PrefetchPlatform PLATFORM =
      new PrefetchPlatform(
          CostModel.DEFAULT,
          TierRates.of(CostModel.DEFAULT, 3_200.0 * MB),
          4,
          CpuTimeModel.DEFAULT,
          TimeConstants.DEFAULT,
          Double.POSITIVE_INFINITY,
          0,
          0,
          LateReads.FROM_DEVICE,
          Map.of("n1", 2),
          node -> node.equals("n1") ? 1_000 * MB : 0);

  private static StoredReplica replica(String node, String type, ReplicaState state) {
    return new StoredReplica(node, type, "DS-" + node + type, state);
  }

  private static SegmentTiers segment(
      String path, long offset, long length, StoredBlock... blocks) {
    return new SegmentTiers(
        new FileSegment(path, offset, length),
        Availability.KNOWN,
        Stream.of(blocks)
            .map(
                block ->
                    new StoredBlock(
                        new BlockKey(path, block.blockId()),
                        block.offset(),
                        block.length(),
                        block.replicas()))
            .toList());
  }

  private static StoredBlock block(long id, long offset, StoredReplica... replicas) {
    return new StoredBlock(new BlockKey("", id), offset, 128 * MB, List.of(replicas));
  }

  @Test
  void bandwidthsFollowFromScores() {
    LocatedInput input =
        LocatedInput.of(
            List.of(
                segment(
                    "/f#1",
                    0,
                    128 * MB,
                    block(
                        7,
                        0,
                        replica("n1", "DISK", ReplicaState.STORED),
                        replica("n2", "SSD", ReplicaState.STORED)))),
            PLATFORM);
    PrefetchBlock block = input.snapshot().blocks().get(0);
    assertThat(block.id()).isEqualTo("/f#1#7");
    assertThat(block.replicas())
        .extracting(replica -> replica.device().bytesPerSecond() / MB)
        .containsExactly(160.0, 400.0);
    assertThat(block.cached()).isEmpty();
    assertThat(input.snapshot().nodes())
        .extracting(PrefetchNode::name, PrefetchNode::slots, PrefetchNode::cacheFree)
        .containsExactly(tuple("n1", 2, 1_000 * MB), tuple("n2", 0, 0L));
  }

  @Test
  void memoryVolumesAndCachesAreCopiesInMemoryAndNoSources() {
    LocatedInput input =
        LocatedInput.of(
            List.of(
                segment(
                    "/f",
                    0,
                    1,
                    block(
                        1,
                        0,
                        replica("n1", "NVDIMM", ReplicaState.STORED),
                        replica("n2", "DISK", ReplicaState.CACHED),
                        replica("n3", "SSD", ReplicaState.CACHE_PENDING)))),
            PLATFORM);
    PrefetchBlock block = input.snapshot().blocks().get(0);
    assertThat(block.cached())
        .containsExactly(
            new CachedCopy("n1", 0),
            new CachedCopy("n2", 0),
            new CachedCopy("n3", Double.POSITIVE_INFINITY));
    assertThat(block.replicas())
        .extracting(io.trident.core.prefetch.BlockReplica::node)
        .containsExactly("n2", "n3");
    assertThat(input.found())
        .as("what nodes cache, memory volumes left out")
        .containsExactly(new BlockToCache("/f", 1, "n2"), new BlockToCache("/f", 1, "n3"));
  }

  @Test
  void aTaskReadsTheOverlapAndAPlanLeadsBackToTheBlocks() {
    StoredBlock first = block(1, 0, replica("n1", "DISK", ReplicaState.STORED));
    StoredBlock second = block(2, 128 * MB, replica("n1", "DISK", ReplicaState.STORED));
    LocatedInput input =
        LocatedInput.of(
            List.of(
                segment("hdfs://c/a", 0, 130 * MB, first, second),
                segment("hdfs://c/a", 130 * MB, 126 * MB, second)),
            PLATFORM);
    assertThat(input.snapshot().blocks()).hasSize(2);
    assertThat(input.snapshot().tasks().get(0).reads())
        .extracting(read -> read.bytes() / MB)
        .containsExactly(128L, 2L);
    assertThat(input.snapshot().tasks().get(1).reads())
        .extracting(read -> read.bytes() / MB)
        .containsExactly(126L);

    PrefetchPlan all = Prefetchers.of(PrefetcherName.PREFETCH_ALL).plan(input.snapshot());
    assertThat(input.blocks(all))
        .containsExactlyInAnyOrder(
            new BlockToCache("hdfs://c/a", 1, "n1"), new BlockToCache("hdfs://c/a", 2, "n1"));
    LocatedInput other = LocatedInput.of(List.of(segment("/b", 0, 1, first)), PLATFORM);
    assertThatThrownBy(() -> other.blocks(all)).hasMessageContaining("another input");
  }

  @Test
  void aTaskMayReadSeveralFilesAndSomeThatHaveNoTiers() {
    LocatedInput input =
        LocatedInput.ofTasks(
            List.of(
                List.of(
                    segment(
                        "/a", 0, 128 * MB, block(1, 0, replica("n1", "DISK", ReplicaState.STORED))),
                    new SegmentTiers(
                        new FileSegment("file:/x", 0, 1), Availability.NO_TIERS, List.of()),
                    segment("/b", 0, MB, block(2, 0, replica("n2", "DISK", ReplicaState.STORED)))),
                List.of()),
            PLATFORM);
    assertThat(input.snapshot().tasks().get(0).reads())
        .extracting(read -> read.block() + " " + read.bytes() / MB)
        .containsExactly("/a#1 128", "/b#2 1");
    assertThat(input.snapshot().tasks().get(1).reads()).isEmpty();
  }

  @Test
  void thePlatformIsReadFromTheConfiguration() {
    Map<String, String> keys =
        Map.of(
            "trident.prefetch.memory-rate-mb", "320",
            "trident.prefetch.caching-threads", "2",
            "trident.prefetch.max-delay-ms", "1500",
            "trident.prefetch.margin-percent", "25",
            "trident.prefetch.late-reads", "with-caching",
            "trident.prefetch.time-to-launch-ms", "250");
    PrefetchPlatform platform = PrefetchPlatform.read(keys::get, Map.of("n1", 3), node -> 7);
    assertThat(platform.rates().of(StorageTier.SSD) / MB).isEqualTo(40);
    assertThat(platform.cachingThreadsPerVolume()).isEqualTo(2);
    assertThat(platform.maxDelaySeconds()).isEqualTo(1.5);
    assertThat(platform.margin()).isEqualTo(0.25);
    assertThat(platform.lateReads()).isEqualTo(LateReads.WITH_CACHING);
    assertThat(platform.times().timeToSchedule()).isEqualTo(1.25);
    assertThat(platform.node("n1", 3).cacheFree()).isEqualTo(7);
  }
}
