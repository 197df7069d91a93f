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

import java.util.stream.IntStream;

/** Both models at work: what a job takes with a set of blocks prefetched. Not thread-safe. */
final class Forecast {
  private final Instance instance;
  private final CachingModel caching;
  private final ExecutionModel execution;
  private final BlockStates states;

  /** The blocks that are prefetched. */
  private final int[] set;

  private int setCount;

  Forecast(Instance instance) {
    this.instance = instance;
    caching = new CachingModel(instance);
    execution = ExecutionModel.of(instance);
    states = new BlockStates(instance);
    set = new int[instance.blockCount];
  }

  /** Has blocks prefetched at submission: predicts when each is in memory. */
  void prefetch(Selection selection) {
    choose(selection);
    caching.predict(selection, states.ready);
    for (int i = 0; i < setCount; i++) {
      states.dependable[set[i]] = states.ready[set[i]] * (1 + instance.snapshot.margin());
    }
    rescore();
  }

  /** Has blocks in memory before the submission. */
  void hold(Selection selection) {
    choose(selection);
    for (int i = 0; i < setCount; i++) {
      states.ready[set[i]] = 0;
      states.dependable[set[i]] = 0;
    }
    rescore();
  }

  /** Predicts the job time with the blocks of the last call, in seconds. */
  double run(double delay) {
    return execution.predict(states, delay);
  }

  /** How long all tasks take together, by the last run, in seconds. */
  double taskSeconds() {
    double sum = 0;
    for (int task = 0; task < instance.taskCount; task++) {
      sum += execution.end(task) - execution.start(task);
    }
    return sum;
  }

  /**
   * Returns how much later every task would have to start so that its blocks are in memory, by the
   * last run (Algorithm 7, line 11). Blocks that are never in memory do not count.
   */
  double gap() {
    double gap = 0;
    for (int task = 0; task < instance.taskCount; task++) {
      gap = Math.max(gap, gap(task));
    }
    return gap;
  }

  /**
   * Returns by how much tasks start before their blocks are in memory, by the last run, in
   * ascending order: each value once, those of tasks that do not left out.
   */
  double[] gaps() {
    return IntStream.range(0, instance.taskCount)
        .mapToDouble(this::gap)
        .filter(gap -> gap > 0)
        .sorted()
        .distinct()
        .toArray();
  }

  private double gap(int task) {
    double gap = 0;
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      int block = instance.readBlock[read];
      double at = states.dependable[block];
      if (at < Double.POSITIVE_INFINITY) {
        gap = Math.max(gap, at - execution.start(task));
      }
    }
    return gap > ExecutionModel.ROUNDING_SECONDS ? gap : 0;
  }

  /** When a block is in memory; infinite if never. */
  double ready(int block) {
    return states.ready[block];
  }

  /** A task of the last run. */
  PredictedTask task(int task) {
    double start = execution.start(task);
    long memory = 0;
    long bytes = 0;
    for (BlockRead read : instance.snapshot.tasks().get(task).reads()) {
      bytes += read.bytes();
    }
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      if (execution.kind(read) == ReadKind.MEMORY) {
        memory += (long) instance.readBytes[read];
      }
    }
    return new PredictedTask(
        instance.snapshot.tasks().get(task).name(), start, execution.end(task), memory, bytes);
  }

  /** Whether some task reads each block from memory or along with its caching, by the last run. */
  boolean[] useful() {
    boolean[] used = new boolean[instance.blockCount];
    for (int task = 0; task < instance.taskCount; task++) {
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        used[instance.readBlock[read]] |= execution.kind(read) != ReadKind.STORED;
      }
    }
    return used;
  }

  private void choose(Selection selection) {
    for (int i = 0; i < setCount; i++) {
      states.ready[set[i]] = instance.blockReady[set[i]];
      states.dependable[set[i]] = instance.blockReady[set[i]];
      states.score[set[i]] = instance.blockScore[set[i]];
      states.cacheNode[set[i]] = Instance.NO_NODE;
    }
    setCount = selection.size();
    for (int i = 0; i < setCount; i++) {
      set[i] = selection.block(i);
      states.cacheNode[set[i]] = instance.replicaNode[selection.replica(i)];
    }
  }

  private void rescore() {
    for (int i = 0; i < setCount; i++) {
      states.score[set[i]] = instance.scoreInMemory(states.ready[set[i]]);
    }
  }
}
