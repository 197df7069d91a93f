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

/**
 * Where the replicas of a block are: on three nodes, the second in another rack than the first, the
 * third in the rack of the second, as HDFS places them. A function of seed, file and block, and of
 * which of its places the block took, so that a byte is kept of each of the millions of blocks of a
 * large cluster. Where the file system has tiers, the replica in memory, on SSD and on disk is each
 * equally often the first, second and third.
 */
final class BlockLayout {
  /** Replicas of a block. */
  static final int REPLICAS = 3;

  /** Nodes to choose from for a block's memory replica, as TierPlacementPolicy has. */
  static final int CANDIDATES = 8;

  /** Places that are looked at to find so many nodes; enough to find all of eight. */
  static final byte MOST_PLACES = 100;

  private final Cluster cluster;
  private final Storage storage;
  private final long seed;

  BlockLayout(Cluster cluster, Storage storage, long seed) {
    this.cluster = cluster;
    this.storage = storage;
    this.seed = seed;
  }

  /**
   * Finds the replicas of a block.
   *
   * @param nodes receives the nodes; where the file system has tiers, the node of the memory
   *     replica, of that on SSD and of that on disk
   * @param devices receives the device of each on its node
   */
  void place(StoredFile file, int block, int[] nodes, int[] devices) {
    long state = mix(seed ^ mix(file.key(block) + 0x9E3779B97F4A7C15L));
    for (int other = 0; other < file.candidate[block]; other++) {
      state = mix(state + 1);
    }
    int first = below(state, cluster.nodeCount());
    state = mix(state);
    int second;
    int third;
    if (cluster.rackCount() > 1) {
      int rack = (cluster.rack(first) + 1 + below(state, cluster.rackCount() - 1));
      rack %= cluster.rackCount();
      int from = cluster.firstNodeOf(rack);
      int size = cluster.firstNodeOf(rack + 1) - from;
      state = mix(state);
      second = from + below(state, size);
      state = mix(state);
      third =
          size > 1
              ? from + (second - from + 1 + below(state, size - 1)) % size
              : other(state, first, second);
    } else {
      second = (first + 1 + below(state, cluster.nodeCount() - 1)) % cluster.nodeCount();
      state = mix(state);
      third = other(state, first, second);
    }
    state = mix(state);
    int turn = below(state, REPLICAS);
    nodes[turn] = first;
    nodes[(turn + 1) % REPLICAS] = second;
    nodes[(turn + 2) % REPLICAS] = third;
    for (int replica = 0; replica < REPLICAS; replica++) {
      state = mix(state);
      int disk = Cluster.FIRST_DISK + below(state, cluster.spec.disks());
      devices[replica] =
          storage == Storage.DISKS || replica == REPLICAS - 1 ? disk : Cluster.MEMORY + replica;
    }
  }

  /** A node that is neither of two. */
  private int other(long state, int first, int second) {
    int node = below(state, cluster.nodeCount());
    while (node == first || node == second) {
      node = (node + 1) % cluster.nodeCount();
    }
    return node;
  }

  private static int below(long state, int bound) {
    return (int) Long.remainderUnsigned(state, bound);
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
