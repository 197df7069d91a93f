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

import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class FileTiersTest {
  private static final FileSegment SEGMENT = new FileSegment("hdfs://nn/file", 100, 50);

  private static StoredBlock block(long id, long offset, long length, ReplicaState... states) {
    List<StoredReplica> replicas = new ArrayList<>();
    for (ReplicaState state : states) {
      replicas.add(new StoredReplica("node" + replicas.size(), "SSD", "DS-1", state));
    }
    return new StoredBlock(new BlockKey(SEGMENT.path(), id), offset, length, replicas);
  }

  /** Blocks of pseudo-random lengths, none of them empty, as HDFS has them. */
  private static FileTiers file(long seed, int blocks) {
    Random random = new Random(seed);
    List<StoredBlock> all = new ArrayList<>();
    long offset = 0;
    for (int i = 0; i < blocks; i++) {
      long length = 1 + random.nextInt(20);
      all.add(block(i, offset, length));
      offset += length;
    }
    return FileTiers.known(all);
  }

  @Property
  void findsExactlyTheBlocksThatHoldABytesOfTheSegment(
      @ForAll long seed,
      @ForAll @IntRange(max = 20) int blocks,
      @ForAll @LongRange(max = 300) long offset,
      @ForAll @LongRange(max = 300) long length) {
    FileTiers file = file(seed, blocks);
    FileSegment segment = new FileSegment("f", offset, length);

    List<StoredBlock> expected = new ArrayList<>();
    long bytes = 0;
    for (StoredBlock block : file.blocks()) {
      int overlap = 0;
      for (long at = block.offset(); at < block.offset() + block.length(); at++) {
        overlap += at >= offset && at < offset + length ? 1 : 0;
      }
      if (overlap > 0) {
        expected.add(block);
        bytes += overlap;
      }
    }

    SegmentTiers under = file.under(segment);
    assertThat(under.blocks()).isEqualTo(expected);
    assertThat(under.inputs().stream().mapToLong(BlockInput::bytes).sum()).isEqualTo(bytes);
  }

  @Test
  void segmentsMayReachBeyondAnyFile() {
    FileSegment endless = new FileSegment("f", 5, Long.MAX_VALUE);
    assertThat(endless.end()).isEqualTo(Long.MAX_VALUE);
    assertThat(FileTiers.known(List.of(block(1, 0, 10))).under(endless).inputs())
        .extracting(BlockInput::bytes)
        .containsExactly(5L);
  }

  @Test
  void whyItIsUnknownIsPassedOn() {
    SegmentTiers under = FileTiers.unknown(Availability.FORBIDDEN).under(SEGMENT);
    assertThat(under.availability()).isEqualTo(Availability.FORBIDDEN);
    assertThat(under.inputs()).isEmpty();
  }

  @Test
  void pendingIsReportedPerSegment() {
    FileTiers file =
        FileTiers.known(
            List.of(
                block(1, 0, 100, ReplicaState.CACHE_PENDING),
                block(2, 100, 100, ReplicaState.STORED, ReplicaState.CACHED)));
    assertThat(file.cachePending()).isTrue();
    assertThat(file.under(SEGMENT).cachePending()).isFalse();
    assertThat(file.under(new FileSegment("f", 0, 1)).cachePending()).isTrue();
  }

  @Test
  void replicasBecomeInputsOfTheCostModel() {
    StoredBlock block =
        new StoredBlock(
            new BlockKey(SEGMENT.path(), 1),
            0,
            200,
            List.of(
                new StoredReplica("a", "RAM_DISK", "DS-1", ReplicaState.STORED),
                new StoredReplica("b", "FLUX_CAPACITOR", "", ReplicaState.CACHED)));
    assertThat(new SegmentTiers(SEGMENT, Availability.KNOWN, List.of(block)).inputs())
        .containsExactly(
            new BlockInput(
                50,
                List.of(
                    new Replica("a", StorageTier.MEMORY, ReplicaState.STORED),
                    new Replica("b", StorageTier.DISK, ReplicaState.CACHED))));
  }

  @Test
  void negativeRangesAreRefused() {
    assertThatThrownBy(() -> new FileSegment("f", -1, 0)).hasMessageContaining("f has offset -1");
    assertThatThrownBy(() -> new FileSegment("f", 0, -1)).hasMessageContaining("length -1");
    assertThatThrownBy(() -> block(7, 0, -1)).hasMessageContaining("Block hdfs://nn/file#7");
  }
}
