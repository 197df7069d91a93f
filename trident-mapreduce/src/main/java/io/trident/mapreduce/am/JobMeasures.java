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
package io.trident.mapreduce.am;

import io.trident.core.model.BlockInput;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.feedback.BlockOutcome;
import io.trident.core.prefetch.feedback.CacheRun;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.TaskRun;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.mapreduce.TridentCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.TaskAttempt;
import org.jspecify.annotations.Nullable;

/**
 * What an application master can measure of its job: it translates Hadoop's records.
 *
 * <p>A map begins to read a while after the launch of its container, when its JVM has started; how
 * long that takes is not reported either, so a constant is supposed ({@code
 * trident.prefetch.time-to-launch-ms}). It runs until its success. Which medium it read from is not
 * recorded anywhere: it is taken from where its blocks were when it got its container, and from
 * when prefetched blocks were seen in memory. The time of the decision is that of the submission,
 * by the resource manager's clock, less the delay; the nodes' clocks are taken to agree.
 */
final class JobMeasures {
  private static final double MILLIS = 1e3;
  private static final long NEVER = Long.MIN_VALUE;

  private final Map<String, PrefetchStep> steps = new HashMap<>();
  private final double delaySeconds;
  private final AtomicLong uncountedDelayMillis;
  private final double launchSeconds;
  private final Supplier<Map<String, Long>> seenCachedMillis;
  private final LongSupplier clock;
  private final Map<TaskAttemptId, Assignment> assignments = new ConcurrentHashMap<>();
  private volatile long schedulableMillis = NEVER;

  /**
   * Starts to measure.
   *
   * @param plan of the job; empty if none was made
   * @param launchSeconds from the launch of a container until its map begins to read
   * @param seenCachedMillis when this process saw blocks cached, in milliseconds since the epoch
   * @param clock milliseconds since the epoch
   */
  JobMeasures(
      Optional<PrefetchPlan> plan,
      double launchSeconds,
      Supplier<Map<String, Long>> seenCachedMillis,
      LongSupplier clock) {
    plan.ifPresent(made -> made.steps().forEach(step -> steps.put(step.block(), step)));
    this.delaySeconds = plan.map(PrefetchPlan::delaySeconds).orElse(0.0);
    this.uncountedDelayMillis = new AtomicLong(Math.round(delaySeconds * MILLIS));
    this.launchSeconds = launchSeconds;
    this.seenCachedMillis = seenCachedMillis;
    this.clock = clock;
  }

  private record Assignment(String node, List<SegmentTiers> segments) {}

  /**
   * A map that succeeded. Times are in milliseconds since the epoch.
   *
   * @param launchMillis when its container was launched
   * @param finishMillis when it reported its success
   * @param cpuMillis processor time that it used
   */
  record MapRun(TaskAttemptId attempt, long launchMillis, long finishMillis, long cpuMillis) {
    /** Returns those of a job. */
    static List<MapRun> of(Job job) {
      List<MapRun> runs = new ArrayList<>();
      for (Task task : job.getTasks(TaskType.MAP).values()) {
        for (TaskAttempt attempt : task.getAttempts().values()) {
          if (attempt.getState() == TaskAttemptState.SUCCEEDED) {
            runs.add(
                new MapRun(
                    attempt.getID(),
                    attempt.getLaunchTime(),
                    attempt.getFinishTime(),
                    attempt.getCounters().findCounter(TaskCounter.CPU_MILLISECONDS).getValue()));
          }
        }
      }
      return runs;
    }
  }

  /**
   * What was measured.
   *
   * @param run the job
   * @param blocks what became of the blocks of the plan, in no order
   */
  record Measured(JobRun run, List<BlockOutcome> blocks) {}

  /** A map can be scheduled. */
  void waiting() {
    if (schedulableMillis == NEVER) {
      schedulableMillis = clock.getAsLong();
    }
  }

  /** A map got a container; returns increments of job counters, the delay with the first. */
  Map<TridentCounter, Long> assigned(TaskAttemptId map, String node, List<SegmentTiers> segments) {
    assignments.put(map, new Assignment(node, segments));
    if (steps.isEmpty()) {
      return Map.of();
    }
    Map<String, Long> cached = seenCachedMillis.get();
    long reads = 0;
    long inTime = 0;
    for (SegmentTiers segment : segments) {
      for (StoredBlock block : segment.blocks()) {
        PrefetchStep step = steps.get(block.key().name());
        if (step != null) {
          reads++;
          inTime += step.node().equals(node) && cached.containsKey(step.block()) ? 1 : 0;
        }
      }
    }
    return Map.of(
        TridentCounter.PREFETCHED_READS,
        reads,
        TridentCounter.PREFETCHED_READS_IN_TIME,
        inTime,
        TridentCounter.PREFETCH_DELAY_MS,
        uncountedDelayMillis.getAndSet(0));
  }

  /**
   * Measures a job that has ended.
   *
   * @param submitMillis when it was submitted, in milliseconds since the epoch
   * @param maps its maps that succeeded
   * @param cacheSeconds how long after the request blocks were seen cached, as far as known
   */
  Measured of(
      String jobClass, long submitMillis, List<MapRun> maps, Map<String, Double> cacheSeconds) {
    double zero = submitMillis / MILLIS - delaySeconds;
    Map<String, Double> held = new HashMap<>();
    seenCachedMillis.get().forEach((block, at) -> held.put(block, at / MILLIS - zero));
    // The client may have let go of blocks before this process held them.
    Map<String, Double> ready = held.isEmpty() ? cacheSeconds : held;
    Map<String, Double> lastRead = new HashMap<>();
    List<TaskRun> tasks = new ArrayList<>();
    maps.forEach(map -> tasks.add(run(map, zero, ready, lastRead)));
    double schedulable =
        schedulableMillis == NEVER ? Double.NaN : schedulableMillis / MILLIS - zero;
    List<CacheRun> caching = new ArrayList<>();
    List<BlockOutcome> blocks = new ArrayList<>();
    for (PrefetchStep step : steps.values()) {
      Double seconds = cacheSeconds.get(step.block());
      if (seconds != null) {
        caching.add(new CacheRun(step.device(), step.tier(), step.bytes(), seconds));
      }
      blocks.add(
          new BlockOutcome(
              step.block(),
              step.cachedSeconds(),
              seconds != null ? seconds : held.getOrDefault(step.block(), Double.POSITIVE_INFINITY),
              lastRead.getOrDefault(step.block(), Double.NEGATIVE_INFINITY)));
    }
    return new Measured(
        new JobRun(jobClass, delaySeconds, schedulable, launchSeconds, tasks, caching), blocks);
  }

  private TaskRun run(
      MapRun map, double zero, Map<String, Double> ready, Map<String, Double> lastRead) {
    double start = map.launchMillis() / MILLIS - zero;
    double read = start + launchSeconds;
    Map<StorageTier, Long> bytes = new EnumMap<>(StorageTier.class);
    Assignment assignment = assignments.get(map.attempt());
    if (assignment != null) {
      for (SegmentTiers segment : assignment.segments()) {
        List<BlockInput> inputs = segment.inputs();
        for (int i = 0; i < segment.blocks().size(); i++) {
          StoredBlock block = segment.blocks().get(i);
          String id = block.key().name();
          PrefetchStep step = steps.get(id);
          boolean onNode = step != null && step.node().equals(assignment.node());
          boolean prefetched = onNode && ready.getOrDefault(id, Double.POSITIVE_INFINITY) <= read;
          if (prefetched) {
            lastRead.merge(id, read, Math::max);
          }
          bytes.merge(
              prefetched ? StorageTier.MEMORY : tierOf(block, assignment.node()),
              inputs.get(i).bytes(),
              Long::sum);
        }
      }
    }
    double end = map.finishMillis() / MILLIS - zero;
    return new TaskRun(start, end, map.cpuMillis() / MILLIS, bytes);
  }

  /** The tier that a read on the node is served from: the best of the node's own, else of all. */
  private static StorageTier tierOf(StoredBlock block, String node) {
    @Nullable StorageTier here = null;
    @Nullable StorageTier anywhere = null;
    for (StoredReplica replica : block.replicas()) {
      StorageTier tier =
          replica.state() == ReplicaState.CACHED ? StorageTier.MEMORY : replica.tier();
      anywhere = faster(anywhere, tier);
      here = replica.node().equals(node) ? faster(here, tier) : here;
    }
    if (here != null) {
      return here;
    }
    return anywhere == null ? StorageTier.DISK : anywhere;
  }

  private static StorageTier faster(@Nullable StorageTier one, StorageTier other) {
    return one != null && one.compareTo(other) < 0 ? one : other;
  }
}
