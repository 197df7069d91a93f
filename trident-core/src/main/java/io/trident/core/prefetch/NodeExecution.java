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

import java.util.Arrays;

/**
 * Algorithm 5 on nodes that differ in what they hold: where a task runs makes a difference, as the
 * network is slower than memory.
 *
 * <p>Tasks are taken in the same order. Each goes where it would end first: to the first free slot
 * of a node that holds some of its blocks, in memory or stored, or to the first free slot of all;
 * of equals to the one that is free first, then to the faster node. Of each block it reads the copy
 * that is fastest from there, one on another node at no more than the network's rate, or goes along
 * with the caching of one (see {@link LateReads}). So a task waits for a node only while that pays,
 * as with Trident's scheduler.
 *
 * <p>O(n (r^2 + log s)) for n tasks, r replicas a task and s slots.
 */
final class NodeExecution implements ExecutionModel {
  private final Instance instance;
  private final double networkSecondsPerByte;
  private final NodeSlots slots;

  /** The rank of each node that has slots; -1 of others. */
  private final int[] rank;

  private final TaskOrder order;
  private final double[] starts;
  private final double[] ends;
  private final ReadKind[] kinds;

  /** Of the last read that was priced. */
  private ReadKind kind = ReadKind.STORED;

  private int bestNode;
  private double bestStart;
  private double bestEnd;

  NodeExecution(Instance instance) {
    this.instance = instance;
    networkSecondsPerByte = 1 / instance.snapshot.networkBytesPerSecond();
    rank = new int[instance.cacheFree.length];
    Arrays.fill(rank, -1);
    int[] counts = new int[instance.nodeByRank.length];
    for (int i = 0; i < counts.length; i++) {
      int node = instance.nodeByRank[i];
      rank[node] = i;
      counts[i] =
          Math.min(Math.max(1, instance.taskCount), instance.snapshot.nodes().get(node).slots());
    }
    slots = new NodeSlots(counts);
    order = new TaskOrder(instance);
    starts = new double[instance.taskCount];
    ends = new double[instance.taskCount];
    kinds = new ReadKind[instance.readBlock.length];
  }

  @Override
  public double predict(BlockStates blocks, double delay) {
    order.arrange(blocks);
    slots.clear();
    double jobEnd = 0;
    for (int place = 0; place < instance.taskCount; place++) {
      int task = order.task(place);
      choose(task, blocks, delay);
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        seconds(read, bestNode, bestStart, blocks);
        kinds[read] = kind;
      }
      starts[task] = bestStart;
      ends[task] = bestEnd;
      jobEnd = Math.max(jobEnd, bestEnd);
      slots.occupy(rank[bestNode], bestEnd);
    }
    return jobEnd;
  }

  private void choose(int task, BlockStates blocks, double delay) {
    bestNode = Instance.NO_NODE;
    consider(task, instance.nodeByRank[slots.first()], blocks, delay);
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      int block = instance.readBlock[read];
      for (int r = instance.replicaFrom[block]; r < instance.replicaFrom[block + 1]; r++) {
        consider(task, instance.replicaNode[r], blocks, delay);
      }
      for (int c = instance.copyFrom[block]; c < instance.copyFrom[block + 1]; c++) {
        consider(task, instance.copyNode[c], blocks, delay);
      }
    }
  }

  private void consider(int task, int node, BlockStates blocks, double delay) {
    if (node == Instance.NO_NODE || rank[node] < 0 || node == bestNode) {
      return;
    }
    double schedule = instance.snapshot.times().timeToSchedule();
    double free = slots.free(rank[node]);
    double start =
        schedule
            + (free == NodeSlots.FRESH ? delay + instance.snapshot.times().timeToInit() : free);
    double end = start + instance.cpuSeconds[task] / instance.cpuSpeed[node];
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      end += seconds(read, node, start, blocks);
    }
    boolean better =
        bestNode == Instance.NO_NODE
            || end < bestEnd
            || (end == bestEnd
                && (start < bestStart || (start == bestStart && rank[node] < rank[bestNode])));
    if (better) {
      bestNode = node;
      bestStart = start;
      bestEnd = end;
    }
  }

  /** How long a read takes on a node, of the copy that is fastest from there; sets the kind. */
  private double seconds(int read, int node, double start, BlockStates blocks) {
    int block = instance.readBlock[read];
    double bytes = instance.readBytes[read];
    double memory = Double.POSITIVE_INFINITY;
    double arriving = Double.POSITIVE_INFINITY;
    if (blocks.isPrefetched(block)) {
      double ready = blocks.dependable[block];
      double rate = inMemory(blocks.cacheNode[block], node);
      if (ExecutionModel.isInMemory(start, ready)) {
        memory = rate;
      } else {
        arriving = ExecutionModel.arrivingSeconds(start, ready, bytes * rate);
      }
    }
    for (int c = instance.copyFrom[block]; c < instance.copyFrom[block + 1]; c++) {
      double rate = inMemory(instance.copyNode[c], node);
      if (ExecutionModel.isInMemory(start, instance.copyReady[c])) {
        memory = Math.min(memory, rate);
      } else {
        arriving =
            Math.min(
                arriving,
                ExecutionModel.arrivingSeconds(start, instance.copyReady[c], bytes * rate));
      }
    }
    double stored = Double.POSITIVE_INFINITY;
    for (int r = instance.replicaFrom[block]; r < instance.replicaFrom[block + 1]; r++) {
      double device = instance.deviceSecondsPerByte[instance.replicaDevice[r]];
      stored = Math.min(stored, over(device, instance.replicaNode[r], node));
    }
    double fastest = Math.min(memory, stored);
    kind =
        memory <= stored && memory < Double.POSITIVE_INFINITY ? ReadKind.MEMORY : ReadKind.STORED;
    if (fastest == Double.POSITIVE_INFINITY) {
      return 0; // of a block of unknown place
    }
    if (instance.snapshot.lateReads() == LateReads.WITH_CACHING
        && ExecutionModel.isSooner(arriving, bytes * fastest)) {
      kind = ReadKind.ARRIVING;
      return arriving;
    }
    return bytes * fastest;
  }

  private double inMemory(int copy, int node) {
    double memory = instance.memorySecondsPerByte[copy == Instance.NO_NODE ? node : copy];
    return over(memory, copy, node);
  }

  private double over(double secondsPerByte, int from, int node) {
    return from == node ? secondsPerByte : Math.max(secondsPerByte, networkSecondsPerByte);
  }

  @Override
  public double start(int task) {
    return starts[task];
  }

  @Override
  public double end(int task) {
    return ends[task];
  }

  @Override
  public ReadKind kind(int read) {
    return kinds[read];
  }
}
