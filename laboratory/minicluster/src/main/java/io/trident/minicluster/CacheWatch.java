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
package io.trident.minicluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Records when each DataNode of a cluster had which block in its cache, by the DataNode's own word.
 *
 * <p>The NameNode hears of a cached block by the next cache report only. Times are milliseconds
 * since the epoch, and right to {@value #SAMPLE_MILLIS} ms. Thread-safe.
 */
public final class CacheWatch implements AutoCloseable {
  /** How often the DataNodes are asked. */
  static final long SAMPLE_MILLIS = 25;

  /**
   * A block in the cache of a DataNode.
   *
   * @param blockId identifier of the block
   * @param dataNodeUuid the DataNode
   */
  public record Copy(long blockId, String dataNodeUuid) {}

  private final List<DataNode> dataNodes;
  private final String blockPool;
  private final Set<Long> blocks;
  private final Map<Copy, NavigableMap<Long, Boolean>> changes = new ConcurrentHashMap<>();
  private final ScheduledExecutorService sampler;

  private CacheWatch(List<DataNode> dataNodes, String blockPool, Collection<Long> blocks) {
    this.dataNodes = List.copyOf(dataNodes);
    this.blockPool = blockPool;
    this.blocks = new LinkedHashSet<>(blocks);
    sampler =
        Executors.newSingleThreadScheduledExecutor(
            runnable -> {
              Thread thread = new Thread(runnable, "trident-cache-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts to record which DataNodes cache the given blocks. */
  public static CacheWatch start(TieredCluster cluster, Collection<Long> blocks) {
    List<DataNode> dataNodes = new ArrayList<>();
    for (int i = 0; i < cluster.nodeNames().size(); i++) {
      dataNodes.add(cluster.dataNode(i));
    }
    CacheWatch watch =
        new CacheWatch(dataNodes, cluster.nameNode().getNamesystem().getBlockPoolId(), blocks);
    ScheduledFuture<?> unused =
        watch.sampler.scheduleWithFixedDelay(
            watch::sample, 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    return watch;
  }

  private void sample() {
    for (DataNode dataNode : dataNodes) {
      for (long block : blocks) {
        boolean cached = dataNode.getFSDataset().isCached(blockPool, block);
        Copy copy = new Copy(block, dataNode.getDatanodeUuid());
        NavigableMap<Long, Boolean> known = changes.get(copy);
        if (known == null ? cached : known.lastEntry().getValue() != cached) {
          changes
              .computeIfAbsent(copy, any -> new ConcurrentSkipListMap<>())
              .put(System.currentTimeMillis(), cached);
        }
      }
    }
  }

  /** Returns whether a DataNode had a block in its cache at a time. */
  public boolean wasCached(Copy copy, long atMillis) {
    Map.Entry<Long, Boolean> last =
        changes.getOrDefault(copy, new TreeMap<>()).floorEntry(atMillis);
    return last != null && last.getValue();
  }

  /** Returns the copies that became cached at or after a time, and when each first did. */
  public Map<Copy, Long> cachedSince(long sinceMillis) {
    Map<Copy, Long> cached = new LinkedHashMap<>();
    changes.forEach(
        (copy, states) ->
            states.tailMap(sinceMillis, true).entrySet().stream()
                .filter(Map.Entry::getValue)
                .findFirst()
                .ifPresent(change -> cached.put(copy, change.getKey())));
    return cached;
  }

  /** Returns whether no DataNode has any of the blocks in its cache now. */
  public boolean isEmpty() {
    return dataNodes.stream()
        .noneMatch(
            dataNode ->
                blocks.stream()
                    .anyMatch(block -> dataNode.getFSDataset().isCached(blockPool, block)));
  }

  @Override
  public void close() {
    sampler.shutdownNow();
  }
}
