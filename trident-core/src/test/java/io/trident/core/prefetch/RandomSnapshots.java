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
package io.trident.core.prefetch;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/** Random jobs and clusters of all kinds, by seed. */
final class RandomSnapshots {
  private static final double MB = 1 << 20;
  private static final StorageTier[] TIERS = {
    StorageTier.SSD, StorageTier.DISK, StorageTier.DISK, StorageTier.ARCHIVE
  };

  private RandomSnapshots() {}

  /** At most that many blocks, on nodes and devices that differ in everything. */
  static PrefetchSnapshot of(long seed, int mostBlocks) {
    Random random = new Random(seed);
    boolean alike = random.nextBoolean();
    int nodeCount = 1 + random.nextInt(4);
    List<PrefetchNode> nodes = new ArrayList<>();
    List<List<StorageDevice>> devices = new ArrayList<>();
    for (int i = 0; i < nodeCount; i++) {
      nodes.add(
          new PrefetchNode(
              "n" + i,
              i == 0 ? 1 + random.nextInt(3) : random.nextInt(4),
              alike ? 1 : 0.5 + random.nextInt(4) / 2.0,
              (alike ? 3200 : 1000 + random.nextInt(5000)) * MB,
              random.nextInt(3) == 0 ? (long) (random.nextInt(400) * MB) : Long.MAX_VALUE));
      List<StorageDevice> own = new ArrayList<>();
      for (int d = 0; d <= random.nextInt(3); d++) {
        StorageTier tier = alike ? StorageTier.DISK : TIERS[random.nextInt(TIERS.length)];
        double rate = (alike ? 32 : 20 + random.nextInt(300)) * MB;
        int threads = random.nextBoolean() ? 1000 : 1 + random.nextInt(3);
        own.add(new StorageDevice("n" + i + "/" + d, tier, rate, threads));
      }
      devices.add(own);
    }
    List<PrefetchBlock> blocks = new ArrayList<>();
    int blockCount = random.nextInt(mostBlocks + 1);
    for (int i = 0; i < blockCount; i++) {
      blocks.add(block(random, "B" + i, devices));
    }
    return new PrefetchSnapshot(
        tasks(random, blocks),
        blocks,
        nodes,
        new CpuTimeModel(random.nextInt(3) / 2.0, random.nextInt(3) / (64 * MB)),
        new TimeConstants(random.nextInt(3), random.nextInt(3), random.nextInt(3) / 2.0),
        CostModel.DEFAULT,
        random.nextBoolean() ? Double.POSITIVE_INFINITY : (10 + random.nextInt(2000)) * MB,
        random.nextBoolean() ? Double.POSITIVE_INFINITY : random.nextInt(4),
        random.nextInt(3) / 4.0,
        random.nextBoolean() ? LateReads.FROM_DEVICE : LateReads.WITH_CACHING);
  }

  private static PrefetchBlock block(Random random, String id, List<List<StorageDevice>> devices) {
    List<BlockReplica> replicas = new ArrayList<>();
    int from = random.nextInt(devices.size());
    int count = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(Math.min(3, devices.size()));
    for (int r = 0; r < count; r++) {
      int node = (from + r) % devices.size();
      List<StorageDevice> own = devices.get(node);
      replicas.add(new BlockReplica("n" + node, own.get(random.nextInt(own.size()))));
    }
    List<CachedCopy> cached = new ArrayList<>();
    if (random.nextInt(8) == 0) {
      double ready = random.nextInt(8) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(8);
      cached.add(new CachedCopy("n0", ready));
    }
    return new PrefetchBlock(id, (long) (MB * 16 * random.nextInt(9)), replicas, cached);
  }

  private static List<PrefetchTask> tasks(Random random, List<PrefetchBlock> blocks) {
    if (random.nextInt(3) > 0) {
      return blocks.stream().map(PrefetchTask::of).toList();
    }
    List<PrefetchTask> tasks = new ArrayList<>();
    int count = random.nextInt(blocks.size() + 2);
    for (int t = 0; t < count; t++) {
      List<BlockRead> reads = new ArrayList<>();
      for (int r = 0; r < random.nextInt(3) && !blocks.isEmpty(); r++) {
        PrefetchBlock block = blocks.get(random.nextInt(blocks.size()));
        reads.add(new BlockRead(block.id(), block.bytes() / (1 + random.nextInt(2))));
      }
      tasks.add(new PrefetchTask("T" + t, reads));
    }
    return tasks;
  }

  /** Steps for some of the blocks from any of their replicas, whatever the caches' room. */
  static PrefetchPlan anyPlan(PrefetchSnapshot snapshot, Random random) {
    List<PrefetchStep> steps = new ArrayList<>();
    for (PrefetchBlock block : snapshot.blocks()) {
      if (block.cached().isEmpty() && !block.replicas().isEmpty() && random.nextBoolean()) {
        steps.add(step(block, random.nextInt(block.replicas().size())));
      }
    }
    double delay = random.nextBoolean() ? 0 : random.nextInt(6);
    return plan(steps, delay);
  }

  static PrefetchStep step(PrefetchBlock block, int replica) {
    BlockReplica from = block.replicas().get(replica);
    return new PrefetchStep(
        block.id(), block.bytes(), from.node(), from.device().name(), from.device().tier(), 0);
  }

  static PrefetchPlan plan(List<PrefetchStep> steps, double delay) {
    PredictedTimes unknown = new PredictedTimes(0, 0, 0, OptionalDouble.empty(), 0);
    return new PrefetchPlan(PrefetcherName.TRIDENT_DELAY, steps, delay, unknown, List.of());
  }
}
