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

/**
 * Algorithm 5 as printed: where a task runs makes no difference, as the scheduler runs nearly all
 * where the data are.
 *
 * <p>Each task goes to the slot that is free first. It starts at delay + TimeToInit +
 * TimeToSchedule on a slot that ran none, else TimeToSchedule after the slot's last task, and takes
 *
 * <pre>sum over its blocks of bytes / (rate of memory or of the best replica) + cpu(bytes) / speed.
 * </pre>
 *
 * <p>Beyond what is printed, a read can go along with the caching of its block; see {@link
 * LateReads}.
 *
 * <p>O(n log s) for n tasks and s slots.
 */
final class PooledExecution implements ExecutionModel {
  private final Instance instance;
  private final SlotQueue slots;
  private final TaskOrder order;
  private final double[] starts;
  private final double[] ends;
  private final ReadKind[] kinds;

  PooledExecution(Instance instance) {
    this.instance = instance;
    slots = new SlotQueue(instance.slotNode.length);
    order = new TaskOrder(instance);
    starts = new double[instance.taskCount];
    ends = new double[instance.taskCount];
    kinds = new ReadKind[instance.readBlock.length];
  }

  @Override
  public double predict(BlockStates blocks, double delay) {
    order.arrange(blocks);
    double schedule = instance.snapshot.times().timeToSchedule();
    double firstStart = delay + instance.snapshot.times().timeToInit() + schedule;
    double jobEnd = 0;
    slots.clear();
    for (int place = 0; place < instance.taskCount; place++) {
      int task = order.task(place);
      int node = instance.slotNode[slots.next()];
      double start = slots.isNextFresh() ? firstStart : slots.nextEnd() + schedule;
      double ioSeconds = 0;
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        ioSeconds += seconds(read, node, start, blocks);
      }
      double end = start + ioSeconds + instance.cpuSeconds[task] / instance.cpuSpeed[node];
      starts[task] = start;
      ends[task] = end;
      jobEnd = Math.max(jobEnd, end);
      slots.occupy(end);
    }
    return jobEnd;
  }

  /** How long a read takes; notes its kind. */
  private double seconds(int read, int node, double start, BlockStates blocks) {
    int block = instance.readBlock[read];
    double ready = blocks.dependable[block];
    double memory = instance.readBytes[read] * instance.memorySecondsPerByte[node];
    if (ExecutionModel.isInMemory(start, ready)) {
      kinds[read] = ReadKind.MEMORY;
      return memory;
    }
    double stored = instance.readBytes[read] * instance.storedSecondsPerByte[block];
    double arriving = ExecutionModel.arrivingSeconds(start, ready, memory);
    if (instance.snapshot.lateReads() == LateReads.WITH_CACHING
        && ExecutionModel.isSooner(arriving, stored)) {
      kinds[read] = ReadKind.ARRIVING;
      return arriving;
    }
    kinds[read] = ReadKind.STORED;
    return stored;
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
