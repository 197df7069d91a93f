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
package io.trident.spark.workloads;

import io.trident.benchmarks.workloads.InputTask;
import io.trident.benchmarks.workloads.InputTask.Range;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.storage.RDDInfo;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Which tasks ran where and when, as the driver knows. Thread-safe; complete once the driver's
 * listener bus is empty.
 */
final class TaskEvents extends SparkListener {
  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;

  private static final long REPORT_EVERY_NANOS = 5_000_000_000L;

  private record Ended(int stage, TaskInfo task) {}

  private final Progress progress;
  private final LongSupplier nanoClock;
  private long reportedAt;

  private final Map<Integer, Integer> tasksOfStage = new HashMap<>();
  private final Map<Integer, Set<Integer>> rddsOfStage = new HashMap<>();
  private final List<Ended> succeeded = new ArrayList<>();
  private final Set<String> executors = new HashSet<>();
  private long taskMillis;
  private long cpuNanos;

  /**
   * Has seen nothing yet.
   *
   * @param progress receives how far the tasks are, every five seconds at most
   */
  TaskEvents(Progress progress, LongSupplier nanoClock) {
    this.progress = progress;
    this.nanoClock = nanoClock;
    reportedAt = nanoClock.getAsLong();
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted submitted) {
    List<RDDInfo> rdds = CollectionConverters.asJava(submitted.stageInfo().rddInfos());
    tasksOfStage.put(submitted.stageInfo().stageId(), submitted.stageInfo().numTasks());
    rddsOfStage.put(
        submitted.stageInfo().stageId(),
        rdds.stream().map(RDDInfo::id).collect(Collectors.toSet()));
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    TaskInfo task = end.taskInfo();
    taskMillis += task.finishTime() - task.launchTime();
    if (end.taskMetrics() != null) { // a lost executor reports none
      cpuNanos += end.taskMetrics().executorCpuTime();
    }
    executors.add(task.executorId());
    if (end.reason().equals(Success$.MODULE$)) {
      succeeded.add(new Ended(end.stageId(), task));
    }
    if (nanoClock.getAsLong() - reportedAt >= REPORT_EVERY_NANOS) {
      reportedAt = nanoClock.getAsLong();
      report(end.stageId());
    }
  }

  private void report(int stage) {
    progress.report(
        "stage %d: %d of %d tasks"
            .formatted(
                stage,
                succeeded.stream().filter(ended -> ended.stage() == stage).count(),
                tasksOfStage.getOrDefault(stage, 0)));
  }

  /** Returns the executors that some task has ended on. */
  synchronized Set<String> executors() {
    return Set.copyOf(executors);
  }

  /** Returns the sum of the durations of all attempts, in seconds. */
  synchronized double taskSeconds() {
    return taskMillis / MILLIS;
  }

  /** Returns the sum of the processor time of all attempts, in seconds. */
  synchronized double cpuSeconds() {
    return cpuNanos / NANOS;
  }

  /**
   * Returns the tasks that computed partitions of input.
   *
   * @param inputs ranges of partitions by RDD. A stage's partitions must be those of the RDDs that
   *     it reads, one to one
   */
  synchronized List<InputTask> inputTasks(Map<Integer, List<List<Range>>> inputs) {
    List<InputTask> tasks = new ArrayList<>();
    for (Ended ended : succeeded) {
      TaskInfo task = ended.task();
      List<Range> ranges =
          rddsOfStage.getOrDefault(ended.stage(), Set.of()).stream()
              .flatMap(rdd -> partition(inputs.getOrDefault(rdd, List.of()), task).stream())
              .toList();
      if (!ranges.isEmpty()) {
        tasks.add(
            new InputTask(
                ended.stage(),
                task.partitionId(),
                task.host(),
                ranges,
                task.launchTime(),
                task.finishTime()));
      }
    }
    return tasks;
  }

  private static List<Range> partition(List<List<Range>> partitions, TaskInfo task) {
    return partitions.isEmpty() ? List.of() : partitions.get(task.partitionId());
  }
}
