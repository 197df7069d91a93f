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

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {
  private final int[] nodes = new int[BlockLayout.REPLICAS];
  private final int[] devices = new int[BlockLayout.REPLICAS];

  @Property(tries = 200)
  void replicasAreOnDifferentNodesAndInTwoRacks(
      @ForAll @IntRange(min = 3, max = 60) int nodeCount,
      @ForAll @IntRange(min = 1, max = 5) int rackCount,
      @ForAll long seed) {
    int racks = Math.min(rackCount, nodeCount);
    Cluster cluster = new Cluster(ClusterSpec.PAPER.withNodes(nodeCount, racks));
    BlockLayout layout = new BlockLayout(cluster, Storage.TIERED, seed);
    StoredFile file = new StoredFile(7, 50, 1);
    for (int block = 0; block < file.blocks(); block++) {
      layout.place(file, block, nodes, devices);

      assertThat(Arrays.stream(nodes).distinct()).hasSize(3);
      long used = Arrays.stream(nodes).map(cluster::rack).distinct().count();
      assertThat(used).isEqualTo(racks == 1 ? 1 : used).isBetween(Math.min(racks, 2L), 3L);
      assertThat(devices[0]).isEqualTo(Cluster.MEMORY);
      assertThat(devices[1]).isEqualTo(Cluster.SSD);
      assertThat(devices[2]).isBetween(Cluster.FIRST_DISK, cluster.deviceCount() - 1);
    }
  }

  @Test
  void allReplicasAreOnDisksWithoutTiers() {
    Cluster cluster = new Cluster(ClusterSpec.PAPER);
    new BlockLayout(cluster, Storage.DISKS, 1).place(new StoredFile(1, 1, 1), 0, nodes, devices);

    assertThat(Arrays.stream(devices).boxed()).allMatch(device -> device >= Cluster.FIRST_DISK);
  }

  @Test
  void spreadsBlocksEvenly() {
    Cluster cluster = new Cluster(ClusterSpec.PAPER.withNodes(10, 2));
    BlockLayout layout = new BlockLayout(cluster, Storage.TIERED, 3);
    StoredFile file = new StoredFile(1, 20_000, 1);
    int[] inMemory = new int[10];
    int[] onDisk = new int[10];
    for (int block = 0; block < file.blocks(); block++) {
      layout.place(file, block, nodes, devices);
      inMemory[nodes[0]]++;
      onDisk[nodes[2]]++;
    }

    assertThat(Arrays.stream(inMemory).boxed())
        .allMatch(count -> Math.abs(count - 2_000) < 250); // six deviations
    assertThat(Arrays.stream(onDisk).boxed()).allMatch(count -> Math.abs(count - 2_000) < 250);
  }
}
