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

import io.trident.core.model.BlockInput;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.BlockRead;
import io.trident.core.prefetch.BlockReplica;
import io.trident.core.prefetch.CachedCopy;
import io.trident.core.prefetch.PrefetchBlock;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.PrefetchTask;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import io.trident.core.prefetch.StorageDevice;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The input of a job or a stage, once it is located: as a prefetcher needs it, and the way back
 * from its plan to blocks.
 *
 * <p>A device is a volume of a node; its bandwidth follows from the score of its tier. Replicas on
 * volumes in memory, which nodes do not cache from, count as copies in memory.
 *
 * @param snapshot the input of a prefetcher
 * @param keys the blocks, by their names in the snapshot
 */
public record LocatedInput(PrefetchSnapshot snapshot, Map<String, BlockKey> keys) {
  public LocatedInput {
    keys = Map.copyOf(keys);
  }

  /**
   * Builds the input: a task per segment, in the order given.
   *
   * @param segments what each task reads, as located
   * @param platform what does not follow from the tiers
   */
  public static LocatedInput of(List<SegmentTiers> segments, PrefetchPlatform platform) {
    return ofTasks(segments.stream().map(List::of).toList(), platform);
  }

  /**
   * Builds the input. Segments whose blocks are not known count as not read: they cannot be cached,
   * and the model knows nothing of them.
   *
   * @param inputs the segments that each task reads, as located
   * @param platform what does not follow from the tiers
   */
  public static LocatedInput ofTasks(List<List<SegmentTiers>> inputs, PrefetchPlatform platform) {
    Map<String, PrefetchBlock> blocks = new LinkedHashMap<>();
    Map<String, BlockKey> keys = new LinkedHashMap<>();
    Map<String, PrefetchNode> nodes = new LinkedHashMap<>();
    platform.slots().forEach((name, slots) -> nodes.put(name, platform.node(name, slots)));
    List<PrefetchTask> tasks = new ArrayList<>();
    for (List<SegmentTiers> segments : inputs) {
      List<BlockRead> reads = new ArrayList<>();
      for (SegmentTiers segment : segments) {
        List<BlockInput> parts = segment.inputs();
        for (int i = 0; i < parts.size(); i++) {
          StoredBlock block = segment.blocks().get(i);
          String id = block.key().name();
          keys.put(id, block.key());
          blocks.computeIfAbsent(id, any -> translate(id, block, platform));
          block
              .replicas()
              .forEach(
                  replica -> nodes.computeIfAbsent(replica.node(), name -> platform.node(name, 0)));
          reads.add(new BlockRead(id, parts.get(i).bytes()));
        }
      }
      tasks.add(new PrefetchTask("task " + tasks.size(), reads));
    }
    PrefetchSnapshot snapshot =
        new PrefetchSnapshot(
            tasks,
            List.copyOf(blocks.values()),
            List.copyOf(nodes.values()),
            platform.cpu(),
            platform.times(),
            platform.costs(),
            platform.networkBytesPerSecond(),
            platform.maxDelaySeconds(),
            platform.margin(),
            platform.lateReads());
    return new LocatedInput(snapshot, keys);
  }

  private static PrefetchBlock translate(String id, StoredBlock block, PrefetchPlatform platform) {
    List<BlockReplica> stored = new ArrayList<>();
    List<CachedCopy> cached = new ArrayList<>();
    for (io.trident.core.storage.StoredReplica replica : block.replicas()) {
      if (replica.state() == ReplicaState.CACHED || replica.tier().isInMemory()) {
        cached.add(new CachedCopy(replica.node(), 0));
      } else if (replica.state() == ReplicaState.CACHE_PENDING) {
        cached.add(new CachedCopy(replica.node(), Double.POSITIVE_INFINITY));
      }
      if (!replica.tier().isInMemory()) {
        stored.add(new BlockReplica(replica.node(), device(replica, platform)));
      }
    }
    return new PrefetchBlock(id, block.length(), stored, cached);
  }

  private static StorageDevice device(
      io.trident.core.storage.StoredReplica replica, PrefetchPlatform platform) {
    StorageTier tier = replica.tier();
    String name =
        replica.storageId().isEmpty()
            ? replica.node() + ":" + replica.storageType()
            : replica.storageId();
    return new StorageDevice(
        name, tier, platform.rates().of(tier), platform.cachingThreadsPerVolume());
  }

  /**
   * Plans what to prefetch of it; takes time that grows a little faster than the number of blocks.
   *
   * @param prefetcher who decides
   */
  public PlannedInput plan(PrefetcherName prefetcher) {
    return new PlannedInput(this, Prefetchers.of(prefetcher).plan(snapshot));
  }

  /** Returns the steps of a plan that was made of the snapshot, in their order. */
  List<BlockToCache> blocks(PrefetchPlan plan) {
    return plan.steps().stream().map(this::block).toList();
  }

  /**
   * Returns the blocks that nodes have cached, or are about to, before anything is planned. Who
   * relies on them should hold them, too, or they go with whom they were cached for.
   */
  public List<BlockToCache> found() {
    List<BlockToCache> found = new ArrayList<>();
    for (PrefetchBlock block : snapshot.blocks()) {
      for (CachedCopy copy : block.cached()) {
        // On memory volumes nothing is cached, and a replica there is none of a device.
        if (block.replicas().stream().anyMatch(stored -> stored.node().equals(copy.node()))) {
          found.add(block(block.id(), copy.node()));
        }
      }
    }
    return found;
  }

  private BlockToCache block(PrefetchStep step) {
    return block(step.block(), step.node());
  }

  private BlockToCache block(String name, String node) {
    BlockKey key = keys.get(name);
    if (key == null) {
      throw new IllegalArgumentException("The plan is of another input: " + name);
    }
    return new BlockToCache(key, node);
  }
}
