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

import io.trident.core.model.ReadSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The paper's metrics for the jobs of one bin under one setup, over all repetitions.
 *
 * @param setup label of the setup
 * @param bin the bin, or {@link #ALL}
 * @param jobs number of jobs of one repetition
 * @param maps number of maps of one repetition
 * @param memoryPercent of maps that read from memory of their own node
 * @param ssdPercent of maps that read from the SSD of their own node
 * @param diskPercent of maps that read from a disk of their own node
 * @param rackPercent of maps that read from another node of their rack
 * @param remotePercent of maps that read from another rack
 * @param anyMemoryPercent of maps that read from memory of whatever node (Figure 16)
 * @param seconds mean completion time of a job
 * @param tailSeconds 99th percentile of the completion times
 * @param reductionPercent by how much the mean completion time is less than the baseline's
 * @param taskSeconds sum of all task run times
 * @param efficiencyPercent by how much that sum is less than the baseline's: the paper's
 *     improvement in cluster efficiency
 * @param delayedPercent of jobs that a prefetcher held back
 * @param delaySeconds by how much, on average
 * @param prefetched blocks that were requested to be cached
 * @param wastedPercent of these that no map read from a cache
 * @param leastSeconds the mean of {@link JobResult#leastSeconds}
 * @param leastTaskSeconds the sum of {@link JobResult#leastTaskSeconds}
 */
public record Summary(
    String setup,
    String bin,
    int jobs,
    int maps,
    double memoryPercent,
    double ssdPercent,
    double diskPercent,
    double rackPercent,
    double remotePercent,
    double anyMemoryPercent,
    double seconds,
    double tailSeconds,
    Spread reductionPercent,
    double taskSeconds,
    Spread efficiencyPercent,
    double delayedPercent,
    double delaySeconds,
    double prefetched,
    double wastedPercent,
    double leastSeconds,
    double leastTaskSeconds) {

  /** The bin that has all jobs. */
  public static final String ALL = "all";

  /** Returns how much longer jobs take than a clairvoyant could have them take: at least 1. */
  public double timesBound() {
    return seconds / leastSeconds;
  }

  /** Returns how much longer tasks take than a clairvoyant could have them take: at least 1. */
  public double taskTimesBound() {
    return taskSeconds / leastTaskSeconds;
  }

  static Summary of(
      String bin, List<RunResult> runs, List<RunResult> baseline, Predicate<JobResult> filter) {
    List<Double> reductions = new ArrayList<>();
    List<Double> efficiencies = new ArrayList<>();
    List<JobResult> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      List<JobResult> jobs = runs.get(i).jobs().stream().filter(filter).toList();
      List<JobResult> base = baseline.get(i).jobs().stream().filter(filter).toList();
      reductions.add(reduction(jobs, base, JobResult::seconds));
      efficiencies.add(reduction(jobs, base, JobResult::taskSeconds));
      all.addAll(jobs);
    }
    double repetitions = runs.size();
    double maps = all.stream().mapToDouble(Summary::maps).sum();
    List<JobResult> delayed = all.stream().filter(job -> job.delaySeconds() > 0).toList();
    double prefetched = sum(all, JobResult::prefetched);
    return new Summary(
        runs.get(0).setup().label(),
        bin,
        (int) Math.round(all.size() / repetitions),
        (int) Math.round(maps / repetitions),
        percent(reads(all, ReadSource.MEMORY), maps),
        percent(reads(all, ReadSource.SSD), maps),
        percent(reads(all, ReadSource.DISK), maps),
        percent(reads(all, ReadSource.RACK), maps),
        percent(reads(all, ReadSource.REMOTE), maps),
        percent(sum(all, JobResult::memoryReads), maps),
        sum(all, JobResult::seconds) / all.size(),
        percentile(all),
        Spread.of(reductions),
        sum(all, JobResult::taskSeconds) / repetitions,
        Spread.of(efficiencies),
        percent(delayed.size(), all.size()),
        delayed.isEmpty() ? 0 : sum(delayed, JobResult::delaySeconds) / delayed.size(),
        prefetched / repetitions,
        percent(sum(all, JobResult::wasted), prefetched),
        sum(all, JobResult::leastSeconds) / all.size(),
        sum(all, JobResult::leastTaskSeconds) / repetitions);
  }

  private static double reduction(
      List<JobResult> jobs, List<JobResult> base, ToDoubleFunction<JobResult> what) {
    double before = sum(base, what);
    return before == 0 ? 0 : 100 * (1 - sum(jobs, what) / before);
  }

  private static double sum(List<JobResult> jobs, ToDoubleFunction<JobResult> what) {
    return jobs.stream().mapToDouble(what).sum();
  }

  private static double maps(JobResult job) {
    return job.reads().values().stream().mapToInt(Integer::intValue).sum();
  }

  private static double reads(List<JobResult> jobs, ReadSource source) {
    return jobs.stream().mapToInt(job -> job.reads().getOrDefault(source, 0)).sum();
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }

  private static double percentile(List<JobResult> jobs) {
    double[] seconds = jobs.stream().mapToDouble(JobResult::seconds).toArray();
    Arrays.sort(seconds);
    return seconds.length == 0 ? 0 : seconds[(int) Math.ceil(seconds.length * 0.99) - 1];
  }
}
