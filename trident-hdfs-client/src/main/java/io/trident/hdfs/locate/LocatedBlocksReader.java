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

import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.util.StringInterner;
import org.jspecify.annotations.Nullable;

/**
 * Translates HDFS's located blocks.
 *
 * <p>A DataNode does not report an empty cache, so the NameNode goes on naming it as a cached
 * location after its last block was uncached (BPServiceActor skips empty cache reports). Its
 * heartbeats do report how much it caches: a cached location of a DataNode that caches nothing is
 * taken as not cached. The NameNode also goes on asking for replicas on RAM_DISK and NVDIMM volumes
 * to be cached, which DataNodes refuse (FsDatasetImpl): those are not about to be cached.
 */
final class LocatedBlocksReader {
  private final LocatorMetrics metrics;
  private final SeenNodes seen;

  LocatedBlocksReader(LocatorMetrics metrics, SeenNodes seen) {
    this.metrics = metrics;
    this.seen = seen;
  }

  /**
   * Translates a file.
   *
   * @throws IOException if the blocks are not in file order or have no sensible range
   */
  FileTiers read(String path, LocatedFile located) throws IOException {
    LocatedBlocks file = located.blocks();
    if (file.getErasureCodingPolicy() != null) {
      metrics.degraded(Degradation.ERASURE_CODED, path, null);
      return FileTiers.unknown(Availability.ERASURE_CODED);
    }
    List<StoredBlock> blocks = new ArrayList<>();
    long end = 0;
    for (LocatedBlock block : file.getLocatedBlocks()) {
      long offset = block.getStartOffset();
      long length = block.getBlockSize();
      if (offset < end || length < 0 || offset > Long.MAX_VALUE - length) {
        throw new IOException(
            "Block %s of %s has offset %d and length %d after a block that ends at %d"
                .formatted(block.getBlock(), path, offset, length, end));
      }
      end = offset + length;
      long id = block.getBlock().getBlockId();
      blocks.add(
          new StoredBlock(
              new BlockKey(path, id),
              offset,
              length,
              replicas(path, block, located.pendingCache().getOrDefault(id, Map.of()))));
    }
    return FileTiers.known(blocks);
  }

  private List<StoredReplica> replicas(
      String path, LocatedBlock block, Map<String, Integer> pending) {
    if (block.isCorrupt()) {
      return List.of(); // only corrupt replicas are left
    }
    Set<String> cached = new HashSet<>();
    for (DatanodeInfo node : block.getCachedLocations()) {
      if (node.getCacheUsed() > 0) {
        cached.add(node.getDatanodeUuid());
      }
    }
    DatanodeInfo[] nodes = block.getLocations();
    StorageType @Nullable [] types = block.getStorageTypes();
    String @Nullable [] ids = block.getStorageIDs();
    List<StoredReplica> replicas = new ArrayList<>(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      seen.saw(nodes[i]);
      StorageType type = types != null && i < types.length ? types[i] : StorageType.DEFAULT;
      String id = ids != null && i < ids.length && ids[i] != null ? ids[i] : "";
      if (StorageTier.ofStorageType(type.name()).isEmpty()) {
        metrics.degraded(
            Degradation.UNKNOWN_STORAGE_TYPE, "Storage type " + type + " of " + path, null);
      }
      String uuid = nodes[i].getDatanodeUuid();
      ReplicaState state = state(uuid, type, cached, pending.keySet());
      replicas.add(
          new StoredReplica(
              StringInterner.weakIntern(nodes[i].getHostName()),
              type.name(),
              StringInterner.weakIntern(id),
              state,
              state == ReplicaState.CACHE_PENDING ? pending.getOrDefault(uuid, 0) : 0));
    }
    return replicas;
  }

  private static ReplicaState state(
      String uuid, StorageType type, Set<String> cached, Set<String> pending) {
    if (cached.contains(uuid)) {
      return ReplicaState.CACHED;
    }
    return pending.contains(uuid) && !type.isRAM()
        ? ReplicaState.CACHE_PENDING
        : ReplicaState.STORED;
  }
}
