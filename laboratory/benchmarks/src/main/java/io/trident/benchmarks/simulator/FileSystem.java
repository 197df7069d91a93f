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

import io.trident.core.fairness.FairTurns;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files, their replicas, and what is in memory: replicas of the memory tier, of which the least
 * recently used leave when a node's memory is full, and cached blocks, which stay until they are
 * released.
 */
final class FileSystem {
  private final Cluster cluster;
  private final BlockLayout layout;
  private final Storage storage;
  private final long blockBytes;
  private final long capacity;
  private final List<StoredFile> files = new ArrayList<>();

  /**
   * By node: the blocks in its memory tier by key, with their lengths, the longest unused first.
   */
  private final List<LinkedHashMap<Long, Long>> memory = new ArrayList<>();

  /** By node: the blocks that it is to cache by key, in the order of the requests. */
  private final List<LinkedHashSet<Long>> queues = new ArrayList<>();

  private final long[] used;
  private final int[] nodes = new int[BlockLayout.REPLICAS];
  private final int[] devices = new int[BlockLayout.REPLICAS];
  private final Set<Integer> seen = new HashSet<>();

  FileSystem(Cluster cluster, Storage storage, long blockBytes, long seed) {
    this.cluster = cluster;
    this.storage = storage;
    this.blockBytes = blockBytes;
    layout = new BlockLayout(cluster, storage, seed);
    capacity = cluster.spec.memoryMb() << 20;
    used = new long[cluster.nodeCount()];
    for (int node = 0; node < used.length; node++) {
      memory.add(new LinkedHashMap<>(16, 0.75f, true));
      queues.add(new LinkedHashSet<>());
    }
  }

  /** A copy that can be read: on a device of a node. */
  record Source(int node, int device) {}

  /** Writes a file; on a tiered file system with a replica of each block in memory. */
  StoredFile create(long bytes) {
    StoredFile file = new StoredFile(files.size(), bytes, blockBytes);
    files.add(file);
    if (storage == Storage.TIERED) {
      FairTurns<Integer> turns = new FairTurns<>();
      for (int block = 0; block < file.blocks(); block++) {
        int node = place(file, block, turns);
        turns.serve(node);
        store(file, block, node);
      }
    }
    return file;
  }

  /**
   * Chooses a place for a block by the rule of {@code TierPlacementPolicy}: its memory replica goes
   * to the node whose turn it is in the file, of several to that with the most room. Returns that
   * node.
   */
  private int place(StoredFile file, int block, FairTurns<Integer> turns) {
    int best = StoredFile.NONE;
    byte chosen = 0;
    int wanted = Math.min(BlockLayout.CANDIDATES, used.length);
    seen.clear();
    for (byte candidate = 0;
        seen.size() < wanted && candidate < BlockLayout.MOST_PLACES;
        candidate++) {
      file.candidate[block] = candidate;
      layout.place(file, block, nodes, devices);
      int node = nodes[Cluster.MEMORY];
      seen.add(node);
      if (best == StoredFile.NONE
          || turns.of(node) < turns.of(best)
          || (turns.of(node) == turns.of(best) && used[node] < used[best])) {
        best = node;
        chosen = candidate;
      }
    }
    file.candidate[block] = chosen;
    return best;
  }

  private void store(StoredFile file, int block, int node) {
    long length = file.bytesOf(block);
    Iterator<Map.Entry<Long, Long>> eldest = memory.get(node).entrySet().iterator();
    while (used[node] + length > capacity && eldest.hasNext()) {
      Map.Entry<Long, Long> evicted = eldest.next();
      used[node] -= evicted.getValue();
      StoredFile displaced = files.get((int) (evicted.getKey() >>> 32));
      displaced.memoryNode[evicted.getKey().intValue()] = StoredFile.NONE;
      displaced.version++;
      eldest.remove();
    }
    if (used[node] + length <= capacity) {
      used[node] += length;
      memory.get(node).put(file.key(block), length);
      file.memoryNode[block] = node;
    }
  }

  /** Returns how much a node can still cache without displacing anything, in bytes. */
  long free(int node) {
    return capacity - used[node];
  }

  /** Notes that a node is to cache a block; not read there until {@link #cached}. */
  void reserve(StoredFile file, int block, int node) {
    file.version++;
    file.cacheNode[block] = node;
    file.cached[block] = false;
    queues.get(node).add(file.key(block));
    used[node] += file.bytesOf(block);
  }

  /** Notes that a block is in the cache that it was reserved for. */
  void cached(StoredFile file, int block) {
    file.version++;
    file.cached[block] = true;
    queues.get(file.cacheNode[block]).remove(file.key(block));
  }

  /** Forgets a reserved or cached block. */
  void release(StoredFile file, int block) {
    file.version++;
    used[file.cacheNode[block]] -= file.bytesOf(block);
    queues.get(file.cacheNode[block]).remove(file.key(block));
    file.cacheNode[block] = StoredFile.NONE;
    file.cached[block] = false;
  }

  /** Returns the replicas of a block as schedulers know them. */
  List<Replica> replicas(StoredFile file, int block) {
    layout.place(file, block, nodes, devices);
    List<Replica> replicas = new ArrayList<>(BlockLayout.REPLICAS);
    for (int i = 0; i < BlockLayout.REPLICAS; i++) {
      if (isThere(file, block, i)) {
        ReplicaState state = ReplicaState.STORED;
        int ahead = 0;
        if (nodes[i] == file.cacheNode[block]) {
          state = file.cached[block] ? ReplicaState.CACHED : ReplicaState.CACHE_PENDING;
          ahead = file.cached[block] ? 0 : ahead(file, block);
        }
        replicas.add(
            new Replica(cluster.nodeName(nodes[i]), Cluster.tier(devices[i]), state, ahead));
      }
    }
    return replicas;
  }

  /** Returns how many blocks the node caches before a block, at most as many as HDFS reports. */
  private int ahead(StoredFile file, int block) {
    int ahead = 0;
    for (long key : queues.get(file.cacheNode[block])) {
      if (key == file.key(block) || ahead == Replica.MAX_AHEAD) {
        break;
      }
      ahead++;
    }
    return ahead;
  }

  /** Returns the stored copies of a block, cached ones not among them. */
  List<Source> stored(StoredFile file, int block) {
    layout.place(file, block, nodes, devices);
    List<Source> stored = new ArrayList<>(BlockLayout.REPLICAS);
    for (int i = 0; i < BlockLayout.REPLICAS; i++) {
      if (isThere(file, block, i)) {
        stored.add(new Source(nodes[i], devices[i]));
      }
    }
    return stored;
  }

  /** A replica that has been displaced from memory is not. */
  private boolean isThere(StoredFile file, int block, int replica) {
    return devices[replica] != Cluster.MEMORY || file.memoryNode[block] == nodes[replica];
  }

  /**
   * Chooses the copy that a reader on a node reads: of those nearest, the one on the fastest
   * device, as {@code io.trident.core} describes a placement. Uses the memory tier's replica as of
   * now.
   */
  Source read(StoredFile file, int block, int reader) {
    Source best = null;
    int least = Integer.MAX_VALUE;
    for (Source source : stored(file, block)) {
      boolean inCache = source.node() == file.cacheNode[block] && file.cached[block];
      int device = inCache ? Cluster.MEMORY : source.device();
      int distance = distance(source.node(), reader) * cluster.deviceCount() + Math.min(2, device);
      if (distance < least) {
        least = distance;
        best = new Source(source.node(), device);
      }
    }
    if (best == null) {
      throw new IllegalStateException("Block %d of file %d is lost".formatted(block, file.number));
    }
    if (best.device() == Cluster.MEMORY) {
      memory.get(best.node()).get(file.key(block)); // used just now
    }
    return best;
  }

  private int distance(int source, int reader) {
    if (source == reader) {
      return 0;
    }
    return cluster.rack(source) == cluster.rack(reader) ? 1 : 2;
  }
}
