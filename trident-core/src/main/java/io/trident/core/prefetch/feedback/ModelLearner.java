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
package io.trident.core.prefetch.feedback;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.CpuTimeFit;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.PlatformTime;
import io.trident.core.prefetch.model.TaskSample;
import io.trident.core.prefetch.model.TierRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/*
 * From what a host can measure of a job to the constants by which the next one is predicted.
 *
 * A host sees when a task started and ended and which media its input was on. It does not see how
 * much of the time went into reading: a task reads and processes in turns, and the processor time that
 * operating systems account leaves out what else a task waits for. So the two are separated by
 * comparison. The model is: seconds = bytes / rate(tier) + cpu(bytes), cpu being the same whatever
 * the tier. Memory's rate is taken as known; it matters little, as reading from memory is a small part of
 * any task. Tasks that read from memory alone then give cpu, a line (CpuTimeFit). What tasks of the
 * same job that read from another tier alone took beyond that line (and reading from memory), in the
 * median, is what the other tier costs. That is believed only if the median's error is small against
 * the time that reading is expected to take; else, or if the job read from one tier only, the rates stay
 * as they were, and the sum is right whatever the split.
 *
 * Device rates also follow from caching, where a device cached so many blocks that they were seen at
 * FEWEST_TIMES different times at least: the line through (bytes seen cached so far, when) has the slope
 * 1 / rate and starts at TimeToInitCache. Fewer times do not give the slope, as DataNodes report once in
 * a while; then the last block's time less that of reading everything at the known rate is
 * TimeToInitCache.
 *
 * TimeToInit is observed itself. TimeToSchedule: the tasks that started before any had ended are the first
 * wave, one for each slot; each took it from the time at which it could be scheduled. The k-th of the
 * tasks after them took the slot that the k-th task to end left. A task that is a process of its own
 * reads only when that has been launched; how long that takes is given, and no part of processing.
 *
 * O(n log n) for n tasks and blocks.
 *
 * Reference: Trident paper (ACM TODS 48(4), 2023), section 4.1 and Algorithms 4 and 5.
 */
/** Learns the constants of the prediction from a job that ran. */
public final class ModelLearner {
  private static final int FEWEST_TASKS = 3;
  private static final int FEWEST_TIMES = 5;

  /** Of the median of normally distributed values, by the median of their distances from it. */
  private static final double MEDIAN_ERROR = 1.2533 * 1.4826;

  private ModelLearner() {}

  /**
   * Returns what is known after a job.
   *
   * @param known what was known before
   * @param unknown rates of the tiers of which nothing is known
   */
  public static LearnedModel learn(LearnedModel known, JobRun run, TierRates unknown) {
    LearnedModel model = learnTimes(known, run);
    model = learnTierRates(model, run, unknown);
    model = learnCaching(model, run, unknown);
    TierRates rates = model.rates(unknown);
    return model.withTasks(
        run.jobClass(),
        run.launchedTasks().stream()
            .filter(task -> task.inputBytes() > 0) // else its input is not known
            .map(task -> new TaskSample(task.inputBytes(), beside(task, rates)))
            .toList());
  }

  /** What a task took beside reading. */
  private static double beside(TaskRun task, TierRates rates) {
    double reading = 0;
    for (Map.Entry<StorageTier, Long> part : task.bytes().entrySet()) {
      reading += part.getValue() / rates.of(part.getKey());
    }
    return Math.max(0, task.seconds() - reading);
  }

  private static LearnedModel learnTimes(LearnedModel known, JobRun run) {
    LearnedModel model =
        known.withTime(PlatformTime.TIME_TO_INIT, run.schedulableSeconds() - run.delaySeconds());
    double[] gaps = timesToSchedule(run).stream().mapToDouble(Double::doubleValue).toArray();
    return gaps.length == 0
        ? model
        : model.withTime(
            PlatformTime.TIME_TO_SCHEDULE, StatUtils.percentile(gaps, 50) + run.launchSeconds());
  }

  /** Returns how long each task took from a free slot until it started. */
  static List<Double> timesToSchedule(JobRun run) {
    double[] starts = run.tasks().stream().mapToDouble(TaskRun::startSeconds).sorted().toArray();
    double[] ends = run.tasks().stream().mapToDouble(TaskRun::endSeconds).sorted().toArray();
    List<Double> gaps = new ArrayList<>();
    int wave = 0;
    while (wave < starts.length && starts[wave] <= ends[0]) {
      gaps.add(starts[wave] - run.schedulableSeconds());
      wave++;
    }
    for (int task = wave; task < starts.length; task++) {
      gaps.add(starts[task] - ends[task - wave]);
    }
    gaps.removeIf(gap -> !(gap >= 0));
    return gaps;
  }

  private static LearnedModel learnTierRates(LearnedModel known, JobRun run, TierRates unknown) {
    TierRates rates = known.rates(unknown);
    double memory = rates.of(StorageTier.MEMORY);
    List<TaskRun> fromMemory = readingOnlyFrom(StorageTier.MEMORY, run);
    if (fromMemory.size() < FEWEST_TASKS) {
      return known;
    }
    CpuTimeModel cpu =
        CpuTimeFit.of(
            fromMemory.stream()
                .map(task -> new TaskSample(task.inputBytes(), beside(task, rates)))
                .toList());
    LearnedModel model = known;
    for (StorageTier tier : StorageTier.values()) {
      List<TaskRun> others = readingOnlyFrom(tier, run);
      if (tier != StorageTier.MEMORY && others.size() >= FEWEST_TASKS) {
        double[] secondsPerByte = secondsPerByte(others, cpu);
        double median = StatUtils.percentile(secondsPerByte, 50);
        double error = errorOf(median, secondsPerByte) + errorOf(cpu, fromMemory);
        if (error < 0.5 / rates.of(tier)) {
          model = model.withRate(tier, 1 / Math.max(median, 1 / memory));
        }
      }
    }
    return model;
  }

  private static List<TaskRun> readingOnlyFrom(StorageTier tier, JobRun run) {
    return run.launchedTasks().stream()
        .filter(task -> task.inputBytes() > 0 && task.bytesFrom(tier) == task.inputBytes())
        .toList();
  }

  private static double[] secondsPerByte(List<TaskRun> tasks, CpuTimeModel cpu) {
    return tasks.stream()
        .mapToDouble(task -> (task.seconds() - cpu.seconds(task.inputBytes())) / task.inputBytes())
        .toArray();
  }

  private static double errorOf(CpuTimeModel cpu, List<TaskRun> tasks) {
    double[] left = secondsPerByte(tasks, cpu);
    return errorOf(StatUtils.percentile(left, 50), left);
  }

  private static double errorOf(double median, double[] values) {
    double[] distances = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      distances[i] = Math.abs(values[i] - median);
    }
    return MEDIAN_ERROR * StatUtils.percentile(distances, 50) / Math.sqrt(values.length);
  }

  private static LearnedModel learnCaching(LearnedModel known, JobRun run, TierRates unknown) {
    LearnedModel model = known;
    List<Double> inits = new ArrayList<>();
    Map<String, List<CacheRun>> devices =
        run.caching().stream().collect(Collectors.groupingBy(CacheRun::device));
    for (List<CacheRun> blocks : devices.values()) {
      StorageTier tier = blocks.get(0).tier();
      TreeMap<Double, Long> seen = seenCached(blocks);
      SimpleRegression line = new SimpleRegression();
      seen.forEach((seconds, bytes) -> line.addData(bytes, seconds));
      if (seen.size() >= FEWEST_TIMES && line.getSlope() > 0) {
        model = model.withRate(tier, 1 / line.getSlope());
        inits.add(Math.max(0, line.getIntercept()));
      } else {
        double reading = seen.lastEntry().getValue() / known.rates(unknown).of(tier);
        inits.add(Math.max(0, seen.lastKey() - reading));
      }
    }
    double[] seconds = inits.stream().mapToDouble(Double::doubleValue).toArray();
    return seconds.length == 0
        ? model
        : model.withTime(PlatformTime.TIME_TO_INIT_CACHE, StatUtils.percentile(seconds, 50));
  }

  /** Returns how many bytes had been seen cached, by the times at which some were. */
  private static TreeMap<Double, Long> seenCached(List<CacheRun> blocks) {
    TreeMap<Double, Long> seen = new TreeMap<>();
    blocks.forEach(block -> seen.merge(block.seconds(), block.bytes(), Long::sum));
    long sum = 0;
    for (Map.Entry<Double, Long> entry : seen.entrySet()) {
      sum += entry.getValue();
      entry.setValue(sum);
    }
    return seen;
  }
}
