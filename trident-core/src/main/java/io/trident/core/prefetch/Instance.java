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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A snapshot as arrays, made once per plan: blocks, tasks, nodes and devices are numbers in the
 * order of the snapshot, and lists of lists are one array with the offsets of its parts.
 */
final class Instance {
  /** The node of a replica that is not in the snapshot. */
  static final int NO_NODE = NameIndex.NONE;

  final PrefetchSnapshot snapshot;
  final int blockCount;
  final int taskCount;

  final long[] blockBytes;

  /** The score of each block as long as this job prefetches nothing. */
  final double[] blockScore;

  /** When each block can be read from memory without this job's doing; infinite if never. */
  final double[] blockReady;

  /** Whether each block may be prefetched: it is in no memory and there is a replica. */
  final boolean[] blockOpen;

  /** Seconds per byte of the replica that a task reads as long as the block is in no memory. */
  final double[] storedSecondsPerByte;

  /** Replicas of block {@code b}: from {@code replicaFrom[b]} to {@code replicaFrom[b + 1]}. */
  final int[] replicaFrom;

  final int[] replicaNode;
  final int[] replicaDevice;

  final List<StorageDevice> devices = new ArrayList<>();
  final double[] deviceScore;
  final double[] deviceSecondsPerByte;

  /** Reads of task {@code t}: from {@code readFrom[t]} to {@code readFrom[t + 1]}. */
  final int[] readFrom;

  final int[] readBlock;
  final double[] readBytes;
  final double[] cpuSeconds;

  final long[] cacheFree;
  final double[] memorySecondsPerByte;
  final double[] cpuSpeed;

  /** Copies in memory that block {@code b} has anyway: from {@code copyFrom[b]} on. */
  final int[] copyFrom;

  final int[] copyNode;
  final double[] copyReady;

  /** The nodes with slots, faster ones first. */
  final int[] nodeByRank;

  /** The node of each slot, faster nodes first; no more slots than tasks. */
  final int[] slotNode;

  Instance(PrefetchSnapshot snapshot) {
    this.snapshot = snapshot;
    List<PrefetchNode> nodes = snapshot.nodes();
    NameIndex nodeNames = new NameIndex(nodes.size());
    cacheFree = new long[nodes.size()];
    memorySecondsPerByte = new double[nodes.size()];
    cpuSpeed = new double[nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      PrefetchNode node = nodes.get(i);
      nodeNames.add(node.name());
      cacheFree[i] = node.cacheFree();
      memorySecondsPerByte[i] = 1 / node.memoryBytesPerSecond();
      cpuSpeed[i] = node.cpuSpeed();
    }

    List<PrefetchBlock> blocks = snapshot.blocks();
    blockCount = blocks.size();
    blockBytes = new long[blockCount];
    blockScore = new double[blockCount];
    blockReady = new double[blockCount];
    blockOpen = new boolean[blockCount];
    storedSecondsPerByte = new double[blockCount];
    replicaFrom = new int[blockCount + 1];
    copyFrom = new int[blockCount + 1];
    int replicas = 0;
    int copies = 0;
    for (int b = 0; b < blockCount; b++) {
      replicaFrom[b] = replicas;
      replicas += blocks.get(b).replicas().size();
      copyFrom[b] = copies;
      copies += blocks.get(b).cached().size();
    }
    replicaFrom[blockCount] = replicas;
    copyFrom[blockCount] = copies;
    copyNode = new int[copies];
    copyReady = new double[copies];
    replicaNode = new int[replicas];
    replicaDevice = new int[replicas];
    NameIndex deviceNames = new NameIndex(blockCount);
    for (int b = 0; b < blockCount; b++) {
      addBlock(b, blocks.get(b), nodeNames, deviceNames);
    }
    deviceScore = new double[devices.size()];
    deviceSecondsPerByte = new double[devices.size()];
    for (int i = 0; i < deviceScore.length; i++) {
      deviceScore[i] = snapshot.costs().score(devices.get(i).tier());
      deviceSecondsPerByte[i] = 1 / devices.get(i).bytesPerSecond();
    }

    List<PrefetchTask> tasks = snapshot.tasks();
    taskCount = tasks.size();
    readFrom = new int[taskCount + 1];
    int reads = 0;
    for (int t = 0; t < taskCount; t++) {
      readFrom[t] = reads;
      reads += tasks.get(t).reads().size();
    }
    readFrom[taskCount] = reads;
    readBlock = new int[reads];
    readBytes = new double[reads];
    cpuSeconds = new double[taskCount];
    BlockNumbers numbers = new BlockNumbers(blocks);
    for (int t = 0; t < taskCount; t++) {
      addTask(t, tasks.get(t), numbers);
    }
    nodeByRank = byRank(nodes);
    slotNode = slots(nodes, nodeByRank, taskCount);
  }

  private void addBlock(int b, PrefetchBlock block, NameIndex nodeNames, NameIndex deviceNames) {
    CostModel costs = snapshot.costs();
    blockBytes[b] = block.bytes();
    double score = Double.POSITIVE_INFINITY;
    double rate = Double.POSITIVE_INFINITY;
    int next = replicaFrom[b];
    for (BlockReplica replica : block.replicas()) {
      StorageDevice device = replica.device();
      int index = deviceNames.add(device.name());
      if (index == devices.size()) {
        devices.add(device);
      } else {
        requireSame(devices.get(index), device);
      }
      replicaNode[next] = nodeNames.find(replica.node());
      replicaDevice[next] = index;
      next++;
      double s = costs.score(device.tier());
      double r = 1 / device.bytesPerSecond();
      if (s < score || (s == score && r < rate)) {
        score = s;
        rate = r;
      }
    }
    boolean unknown = block.replicas().isEmpty();
    storedSecondsPerByte[b] = unknown ? 0 : rate;
    double ready = Double.POSITIVE_INFINITY;
    int nextCopy = copyFrom[b];
    for (CachedCopy copy : block.cached()) {
      ready = Math.min(ready, copy.readySeconds());
      copyNode[nextCopy] = nodeNames.find(copy.node());
      copyReady[nextCopy] = copy.readySeconds();
      nextCopy++;
    }
    blockReady[b] = ready;
    boolean inMemory = score <= costs.score(StorageTier.MEMORY); // stored there
    blockOpen[b] = block.cached().isEmpty() && !unknown && !inMemory;
    if (!block.cached().isEmpty()) {
      blockScore[b] = scoreInMemory(ready);
    } else {
      blockScore[b] = unknown ? costs.noPreference() : score;
    }
  }

  private static void requireSame(StorageDevice device, StorageDevice other) {
    if (device.tier() != other.tier()
        || device.bytesPerSecond() != other.bytesPerSecond()
        || device.cachingThreads() != other.cachingThreads()) {
      throw new IllegalArgumentException(
          "Device %s is described in two ways: %s and %s.".formatted(device.name(), device, other));
    }
  }

  private void addTask(int t, PrefetchTask task, BlockNumbers numbers) {
    long total = 0;
    int next = readFrom[t];
    for (BlockRead read : task.reads()) {
      readBlock[next] = numbers.of(read.block());
      readBytes[next] = read.bytes();
      next++;
      total = Math.addExact(total, read.bytes());
    }
    cpuSeconds[t] = snapshot.cpu().seconds(total);
  }

  /** The score of a block that is in memory from a time on. */
  double scoreInMemory(double ready) {
    CostModel costs = snapshot.costs();
    return ready <= 0 ? costs.score(StorageTier.MEMORY) : costs.pending();
  }

  private static int[] byRank(List<PrefetchNode> nodes) {
    return IntStream.range(0, nodes.size())
        .filter(i -> nodes.get(i).slots() > 0)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer i) -> -nodes.get(i).cpuSpeed())
                .thenComparingDouble(i -> -nodes.get(i).memoryBytesPerSecond())
                .thenComparing(i -> nodes.get(i).name()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] slots(List<PrefetchNode> nodes, int[] order, int limit) {
    int[] slots = new int[limit];
    int count = 0;
    for (int node : order) {
      int end = (int) Math.min(limit, (long) count + nodes.get(node).slots());
      Arrays.fill(slots, count, end, node);
      count = end;
    }
    return Arrays.copyOf(slots, count);
  }
}
