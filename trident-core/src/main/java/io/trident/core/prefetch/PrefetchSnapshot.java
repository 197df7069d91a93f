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
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * All that the decision what to prefetch for a job depends on.
 *
 * @param tasks the job's tasks, in the order in which the host would serve equals
 * @param blocks the blocks that they read, in the order in which to consider them
 * @param nodes the nodes that run tasks or cache blocks; at least one slot altogether, unless there
 *     is no task. A replica on a node that is not listed can be read but not cached
 * @param cpu how long tasks of this class of jobs take beside reading
 * @param times the platform's constants
 * @param costs the scores by which tasks are scheduled
 * @param networkBytesPerSecond how fast a task reads from another node, at most; positive. Infinite
 *     if where a task runs makes no difference, as in the paper's model: its scheduler runs nearly
 *     every task where the data are
 * @param maxDelaySeconds how long the job may be delayed at most; not negative, may be infinite
 * @param margin by which share of its time caching may be late, or tasks early, without a block
 *     being missed; 0, as in the paper, for exact predictions. A task counts on a block only {@code
 *     1 + margin} times as long after the request as it is expected
 * @param lateReads what a task reads from that starts before its block is cached
 */
public record PrefetchSnapshot(
    List<PrefetchTask> tasks,
    List<PrefetchBlock> blocks,
    List<PrefetchNode> nodes,
    CpuTimeModel cpu,
    TimeConstants times,
    CostModel costs,
    double networkBytesPerSecond,
    double maxDelaySeconds,
    double margin,
    LateReads lateReads) {
  public PrefetchSnapshot {
    tasks = List.copyOf(tasks);
    blocks = List.copyOf(blocks);
    nodes = List.copyOf(nodes);
    Objects.requireNonNull(cpu, "cpu");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(costs, "costs");
    Objects.requireNonNull(lateReads, "lateReads");
    if (!(networkBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "The network moves %s bytes per second; give a positive rate."
              .formatted(networkBytesPerSecond));
    }
    if (!(maxDelaySeconds >= 0)) {
      throw new IllegalArgumentException(
          "The job may be delayed by %s s; give a time that is not negative."
              .formatted(maxDelaySeconds));
    }
    if (!(margin >= 0 && margin < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The margin is %s; give a share that is not negative.".formatted(margin));
    }
    if (!tasks.isEmpty() && nodes.stream().allMatch(node -> node.slots() == 0)) {
      throw new IllegalArgumentException(
          "No slot for %d tasks; at least one node must have one.".formatted(tasks.size()));
    }
    Set<String> names = new HashSet<>();
    for (PrefetchNode node : nodes) {
      if (!names.add(node.name())) {
        throw new IllegalArgumentException("Node %s is listed twice.".formatted(node.name()));
      }
    }
    Set<String> known = new HashSet<>();
    for (PrefetchBlock block : blocks) {
      if (!known.add(block.id())) {
        throw new IllegalArgumentException("Block %s is listed twice.".formatted(block.id()));
      }
    }
    for (PrefetchTask task : tasks) {
      for (BlockRead read : task.reads()) {
        if (!known.contains(read.block())) {
          throw new IllegalArgumentException(
              "Task %s reads block %s, which is not listed.".formatted(task.name(), read.block()));
        }
      }
    }
  }

  /** A snapshot as in the paper: without a margin, late reads being from devices. */
  public PrefetchSnapshot(
      List<PrefetchTask> tasks,
      List<PrefetchBlock> blocks,
      List<PrefetchNode> nodes,
      CpuTimeModel cpu,
      TimeConstants times,
      CostModel costs,
      double networkBytesPerSecond,
      double maxDelaySeconds) {
    this(
        tasks,
        blocks,
        nodes,
        cpu,
        times,
        costs,
        networkBytesPerSecond,
        maxDelaySeconds,
        0,
        LateReads.FROM_DEVICE);
  }

  /** Returns the same snapshot with another margin. */
  public PrefetchSnapshot withMargin(double other) {
    return with(other, lateReads);
  }

  /** Returns the same snapshot where late tasks read from elsewhere. */
  public PrefetchSnapshot withLateReads(LateReads other) {
    return with(margin, other);
  }

  private PrefetchSnapshot with(double otherMargin, LateReads otherReads) {
    return new PrefetchSnapshot(
        tasks,
        blocks,
        nodes,
        cpu,
        times,
        costs,
        networkBytesPerSecond,
        maxDelaySeconds,
        otherMargin,
        otherReads);
  }
}
