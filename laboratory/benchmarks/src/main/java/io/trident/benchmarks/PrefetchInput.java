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
package io.trident.benchmarks;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.BlockReplica;
import io.trident.core.prefetch.PrefetchBlock;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetchTask;
import io.trident.core.prefetch.StorageDevice;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Where the replicas of a job's input are, for the prefetch planner. */
enum PrefetchInput {
  /** Three replicas on disk, as in the paper's section 7.4. */
  DISK {
    @Override
    StorageTier tier(int replica) {
      return StorageTier.DISK;
    }
  },
  /** One replica on SSD and two on disk: every rule for the source of a block is tried. */
  TIERED {
    @Override
    StorageTier tier(int replica) {
      return replica == 0 ? StorageTier.SSD : StorageTier.DISK;
    }
  };

  private static final double MB = 1 << 20;
  private static final int REPLICAS = 3;
  private static final int SLOTS = 2;
  private static final int CACHING_THREADS = 1;

  /** The tier of a block's replica, by number. */
  abstract StorageTier tier(int replica);

  /**
   * A job of one task a block, of 64 to 128 MB, whose replicas are on random nodes and devices; of
   * a node's devices a third are SSDs where there are any. Two slots a node.
   */
  PrefetchSnapshot snapshot(int blocks, int nodes, int devices) {
    Random random = new Random(11);
    List<PrefetchNode> machines = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      machines.add(new PrefetchNode(InstanceKind.node(i), SLOTS, 1, 3200 * MB, 4L << 30));
    }
    List<PrefetchBlock> input = new ArrayList<>();
    List<PrefetchTask> tasks = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      List<BlockReplica> replicas = new ArrayList<>();
      for (int r = 0; r < REPLICAS; r++) {
        replicas.add(replica(random, nodes, devices, tier(r)));
      }
      long bytes = (long) (MB * (64 + random.nextInt(65)));
      input.add(new PrefetchBlock("block" + i, bytes, replicas));
      tasks.add(PrefetchTask.of(input.get(i)));
    }
    return new PrefetchSnapshot(
        tasks,
        input,
        machines,
        CpuTimeModel.DEFAULT,
        TimeConstants.DEFAULT,
        CostModel.DEFAULT,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  private BlockReplica replica(Random random, int nodes, int devices, StorageTier tier) {
    String node = InstanceKind.node(random.nextInt(nodes));
    int ssds = this == DISK ? 0 : devices / 3;
    int device =
        tier == StorageTier.SSD ? random.nextInt(ssds) : ssds + random.nextInt(devices - ssds);
    double rate = (tier == StorageTier.SSD ? 400 : 160) * MB;
    return new BlockReplica(
        node, new StorageDevice(node + "/" + device, tier, rate, CACHING_THREADS));
  }
}
