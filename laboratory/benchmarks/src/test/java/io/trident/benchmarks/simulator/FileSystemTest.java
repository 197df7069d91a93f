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
package io.trident.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FileSystemTest {
  private static final long BLOCK = 128L << 20;

  private final Cluster cluster = new Cluster(ClusterSpec.PAPER.withNodes(3, 1)); // 4 GB each

  @Test
  void readsTheFastestCopyOfTheNearestNode() {
    FileSystem files = new FileSystem(cluster, Storage.TIERED, BLOCK, 1);
    StoredFile file = files.create(BLOCK);
    List<FileSystem.Source> stored = files.stored(file, 0);

    for (FileSystem.Source copy : stored) { // three nodes: each has one
      assertThat(files.read(file, 0, copy.node())).isEqualTo(copy);
    }
  }

  @Test
  void readsFromAnotherNodesMemoryWhereThereIsNoCopy() {
    Cluster four = new Cluster(ClusterSpec.PAPER.withNodes(4, 1));
    FileSystem files = new FileSystem(four, Storage.TIERED, BLOCK, 1);
    StoredFile file = files.create(BLOCK);
    List<Integer> holders = files.stored(file, 0).stream().map(FileSystem.Source::node).toList();
    int reader = 6 - holders.stream().mapToInt(Integer::intValue).sum();

    assertThat(files.read(file, 0, reader).device()).isEqualTo(Cluster.MEMORY);
  }

  /** As TierPlacementPolicy does: at random, 80 blocks leave some node with 12 or more. */
  @Test
  void aFilesBlocksAreSpreadOverTheMemoryOfAllNodes() {
    Cluster ten = new Cluster(ClusterSpec.PAPER);
    for (int seed = 1; seed <= 50; seed++) {
      FileSystem files = new FileSystem(ten, Storage.TIERED, BLOCK, seed);
      files.create(3 * BLOCK);
      int[] blocks = new int[ten.nodeCount()];
      for (int node : files.create(80 * BLOCK).memoryNode) {
        blocks[node]++;
      }
      assertThat(Arrays.stream(blocks)).allMatch(count -> count >= 6 && count <= 10);
    }
  }

  /** Of nodes that have as many of the file's blocks. */
  @Test
  void aBlockGoesWhereMemoryHasTheMostRoom() {
    Cluster ten = new Cluster(ClusterSpec.PAPER);
    FileSystem files = new FileSystem(ten, Storage.TIERED, BLOCK, 1);
    int[] blocks = new int[ten.nodeCount()];
    for (int file = 0; file < 200; file++) {
      blocks[files.create(BLOCK).memoryNode[0]]++;
    }
    assertThat(Arrays.stream(blocks)).allMatch(count -> count >= 18 && count <= 22);
  }

  @Test
  void theLeastRecentlyUsedLeaveMemory() {
    FileSystem files = new FileSystem(cluster, Storage.TIERED, BLOCK, 1);
    StoredFile old = files.create(BLOCK);
    int node = old.memoryNode[0];
    StoredFile used = null;
    while (used == null || used.memoryNode[0] != node) {
      used = files.create(BLOCK);
    }
    List<StoredFile> later = new ArrayList<>();
    while (old.memoryNode[0] != StoredFile.NONE) {
      assertThat(files.read(used, 0, node).device()).isEqualTo(Cluster.MEMORY); // keeps it there
      later.add(files.create(BLOCK));
      assertThat(later).hasSizeLessThan(200);
    }

    assertThat(used.memoryNode[0]).isEqualTo(node);
    assertThat(files.stored(old, 0)).hasSize(2);
    assertThat(files.replicas(old, 0)).noneMatch(copy -> copy.tier() == StorageTier.MEMORY);
  }

  @Test
  void aBlockIsReadFromTheCacheOnceItIsThere() {
    FileSystem files = new FileSystem(cluster, Storage.DISKS, BLOCK, 1);
    StoredFile file = files.create(BLOCK);
    int before = file.version;
    files.reserve(file, 0, 1);

    assertThat(states(files, file)).containsOnlyOnce(ReplicaState.CACHE_PENDING);
    assertThat(files.read(file, 0, 1).device()).isGreaterThanOrEqualTo(Cluster.FIRST_DISK);
    assertThat(files.free(1)).isEqualTo((4L << 30) - BLOCK);

    files.cached(file, 0);
    assertThat(states(files, file)).containsOnlyOnce(ReplicaState.CACHED);
    assertThat(files.read(file, 0, 1)).isEqualTo(new FileSystem.Source(1, Cluster.MEMORY));

    files.release(file, 0);
    assertThat(states(files, file)).containsOnly(ReplicaState.STORED);
    assertThat(files.free(1)).isEqualTo(4L << 30);
    assertThat(file.version).isEqualTo(before + 3);
  }

  @Test
  void blocksHaveTheirPlaceInTheQueueOfTheirNode() {
    FileSystem files = new FileSystem(cluster, Storage.DISKS, BLOCK, 1);
    StoredFile file = files.create(40L * BLOCK);
    List<Integer> blocks = new ArrayList<>();
    for (int block = 0; block < file.blocks(); block++) {
      int number = block;
      if (files.stored(file, block).stream().anyMatch(copy -> copy.node() == 1)) {
        files.reserve(file, number, 1);
        blocks.add(number);
      }
    }
    assertThat(blocks).hasSizeGreaterThan(2);
    assertThat(places(files, file, blocks))
        .isEqualTo(IntStream.range(0, blocks.size()).map(i -> Math.min(i, 16)).boxed().toList());

    files.cached(file, blocks.get(0));
    files.release(file, blocks.get(1));
    assertThat(places(files, file, blocks.subList(2, 4))).containsExactly(0, 1);
  }

  private static List<Integer> places(FileSystem files, StoredFile file, List<Integer> blocks) {
    return blocks.stream()
        .flatMap(block -> files.replicas(file, block).stream())
        .filter(replica -> replica.state() == ReplicaState.CACHE_PENDING)
        .map(Replica::ahead)
        .toList();
  }

  @Property(tries = 50)
  void memoryIsNeverOverfull(@ForAll long seed) {
    FileSystem files = new FileSystem(cluster, Storage.TIERED, BLOCK, seed);
    Random random = new Random(seed);
    List<StoredFile> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      all.add(files.create(random.nextInt(1 << 30)));
    }
    long[] used = new long[3];
    for (StoredFile file : all) {
      for (int block = 0; block < file.blocks(); block++) {
        if (file.memoryNode[block] != StoredFile.NONE) {
          used[file.memoryNode[block]] += file.bytesOf(block);
        }
      }
    }
    for (int node = 0; node < used.length; node++) {
      assertThat(used[node]).isLessThanOrEqualTo(4L << 30);
      assertThat(files.free(node)).isEqualTo((4L << 30) - used[node]);
    }
  }

  private static List<ReplicaState> states(FileSystem files, StoredFile file) {
    return files.replicas(file, 0).stream().map(replica -> replica.state()).toList();
  }
}
