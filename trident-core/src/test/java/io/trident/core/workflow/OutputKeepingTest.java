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
package io.trident.core.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutputKeepingTest {
  private static final TierRates RATES = TierRates.of(CostModel.DEFAULT, 3200);

  private static FreshBlock block(String id, long bytes, StorageTier tier, String... nodes) {
    return new FreshBlock(
        id, bytes, Stream.of(nodes).map(node -> Replica.stored(node, tier)).toList());
  }

  private static KeepPlan plan(Map<String, Long> room, FreshBlock... blocks) {
    return OutputKeeping.plan(List.of(blocks), node -> room.getOrDefault(node, 0L), RATES);
  }

  private static List<String> kept(KeepPlan plan) {
    return plan.kept().stream().map(one -> one.block() + "@" + one.node()).toList();
  }

  @Test
  void whatIsOnDiskIsKeptWhereMostRoomIs() {
    KeepPlan plan =
        plan(Map.of("a", 10L, "b", 16L), block("x", 8, StorageTier.DISK, "a", "b", "c"));
    assertThat(kept(plan)).containsExactly("x@b");
    assertThat(plan.bytes()).isEqualTo(8);
    assertThat(plan.savedSeconds()).as("8 / 160 - 8 / 3200").isCloseTo(0.0475, within(1e-12));
    assertThat(plan.summary())
        .startsWith("1 of 1 blocks")
        .contains("0 are there anyway, 0 find no room");
  }

  @Test
  void blocksAreSpreadOverTheNodes() {
    Map<String, Long> room = Map.of("a", 40L, "b", 40L, "c", 40L);
    List<FreshBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      blocks.add(block("x" + i, 8, StorageTier.DISK, "a", "b", "c"));
    }
    KeepPlan plan = OutputKeeping.plan(blocks, room::get, RATES);
    assertThat(plan.kept())
        .extracting(KeepPlan.Kept::node)
        .containsExactlyInAnyOrder("a", "a", "b", "b", "c", "c");
  }

  @Test
  void whatMemoryHoldsOrWillHoldIsLeft() {
    FreshBlock nvdimm =
        new FreshBlock(
            "nvdimm",
            8,
            List.of(
                Replica.stored("a", StorageTier.DISK), Replica.stored("b", StorageTier.NVDIMM)));
    FreshBlock pending =
        new FreshBlock(
            "pending", 8, List.of(new Replica("a", StorageTier.DISK, ReplicaState.CACHE_PENDING)));
    KeepPlan plan = plan(Map.of("a", 99L), nvdimm, pending, block("gone", 8, StorageTier.DISK));
    assertThat(plan.kept()).isEmpty();
    assertThat(plan.inMemory()).isEqualTo(3);
    assertThat(plan.savedSeconds()).isZero();
  }

  @Test
  void theSlowestMediaComeFirstWhenRoomIsShort() {
    KeepPlan plan =
        plan(
            Map.of("a", 16L),
            block("ssd", 8, StorageTier.SSD, "a"),
            block("disk", 8, StorageTier.DISK, "a"),
            block("archive", 8, StorageTier.ARCHIVE, "a"));
    assertThat(kept(plan)).containsExactly("archive@a", "disk@a");
    assertThat(plan.withoutRoom()).isOne();
  }

  @Test
  void keptBlocksMoveOnToMakeRoom() {
    Map<String, Long> room = Map.of("a", 9L, "b", 8L, "c", 8L);
    KeepPlan plan =
        plan(
            room,
            block("x", 8, StorageTier.DISK, "a", "b"), // goes to a
            block("y", 8, StorageTier.DISK, "b", "c"), // goes to b
            block("z", 8, StorageTier.DISK, "a")); // x to b, y to c
    assertThat(kept(plan)).containsExactly("x@b", "y@c", "z@a");
  }

  @Test
  void aBlockThatFitsNowhereLeavesTheOthersAsTheyAre() {
    KeepPlan plan =
        plan(
            Map.of("a", 10L, "b", 6L),
            block("large", 12, StorageTier.DISK, "a", "b"),
            block("x", 5, StorageTier.DISK, "a"),
            block("y", 5, StorageTier.DISK, "a", "b"),
            block("z", 5, StorageTier.DISK, "a"));
    assertThat(kept(plan)).containsExactly("x@a", "y@b", "z@a");
    assertThat(plan.withoutRoom()).isOne();
  }

  @Test
  void anEmptyOutputIsNothing() {
    assertThat(plan(Map.of())).isEqualTo(new KeepPlan(List.of(), 0, 0, 0));
    assertThat(plan(Map.of("a", 9L), block("empty", 0, StorageTier.DISK, "a")).kept()).isEmpty();
    assertThatThrownBy(() -> block("x", -1, StorageTier.DISK, "a"))
        .hasMessageContaining("Block x has -1 bytes");
  }

  /** As many reducers as large jobs have, each file shorter than a block, and half of the room. */
  @Test
  void aLargeOutputIsDecidedInTime() {
    List<FreshBlock> blocks = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < 10_000; i++) {
      String[] nodes = {"n" + i % 100, "n" + (i * 7 + 1) % 100, "n" + (i * 31 + 2) % 100};
      blocks.add(block("x" + i, 1_000_000 + i * 37L % 9_999, StorageTier.DISK, nodes));
      bytes += blocks.get(i).bytes();
    }
    long room = bytes / 200;
    long start = System.nanoTime();
    KeepPlan plan = OutputKeeping.plan(blocks, node -> room, RATES);
    assertThat(System.nanoTime() - start).as("nanoseconds").isLessThan(5_000_000_000L);
    assertThat(plan.bytes()).isGreaterThan(bytes / 2 - 100 * 1_010_000L);
    assertThat(plan.kept().size() + plan.withoutRoom()).isEqualTo(10_000);
  }
}
