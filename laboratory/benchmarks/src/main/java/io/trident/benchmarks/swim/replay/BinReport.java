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
package io.trident.benchmarks.swim.replay;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.SeveralJobs;
import io.trident.benchmarks.swim.SizeBin;
import io.trident.benchmarks.workloads.EngineName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * What became of the jobs of a bin. All but {@code jobs} and {@code failed} is of those that
 * succeeded; times are in seconds.
 *
 * @param bin their bin
 * @param jobs how many there were
 * @param failed how many of them failed
 * @param maps their maps
 * @param reading those of jobs that have input: shrunk far enough, some have none
 * @param meanSeconds mean completion time; 0 if all failed, as the next two
 * @param medianSeconds the least time that half of the jobs need no more than
 * @param p99Seconds the least time that 99 of 100 jobs need no more than
 * @param taskSeconds sum of the durations of all attempts
 * @param lateSeconds the most that one was submitted late
 * @param inputBytes what their maps read
 * @param locality how many of the maps read from where, by {@link ReadFrom#label}
 * @param prefetched blocks that were prefetched
 * @param wasted of these, blocks that no map read from memory
 * @param delayed jobs that a plan held back
 * @param delaySeconds for how long, in sum
 * @param maxDelaySeconds for how long one at most
 */
public record BinReport(
    SizeBin bin,
    int jobs,
    int failed,
    int maps,
    int reading,
    double meanSeconds,
    double medianSeconds,
    double p99Seconds,
    double taskSeconds,
    double lateSeconds,
    long inputBytes,
    Map<String, Integer> locality,
    int prefetched,
    int wasted,
    int delayed,
    double delaySeconds,
    double maxDelaySeconds) {
  /** What {@link PolicyRun#workload} is called. */
  public static final String WORKLOAD = "swim";

  private static final double PERCENT = 100;

  public BinReport {
    locality = new TreeMap<>(locality);
  }

  /**
   * Where and how a workload was replayed: the members that all lines of its results share, as
   * {@link PolicyRun} has them.
   */
  public record Run(
      String source,
      double scale,
      int nodes,
      int racks,
      Map<String, Double> rates,
      String policy,
      String prefetcher,
      int repetition) {
    public Run {
      rates = Map.copyOf(rates);
    }
  }

  /** Sums up jobs, in the order of bins; bins without jobs are left out. */
  public static List<BinReport> of(List<ReplayedJob> jobs) {
    List<BinReport> reports = new ArrayList<>();
    for (SizeBin bin : SizeBin.values()) {
      List<ReplayedJob> all = jobs.stream().filter(job -> job.bin() == bin).toList();
      if (!all.isEmpty()) {
        reports.add(of(bin, all));
      }
    }
    return reports;
  }

  private static BinReport of(SizeBin bin, List<ReplayedJob> all) {
    List<ReplayedJob> jobs = all.stream().filter(ReplayedJob::succeeded).toList();
    double[] seconds = jobs.stream().mapToDouble(ReplayedJob::seconds).sorted().toArray();
    Map<String, Integer> locality = new TreeMap<>();
    jobs.forEach(
        job -> job.locality().forEach((place, maps) -> locality.merge(place, maps, Integer::sum)));
    return new BinReport(
        bin,
        all.size(),
        all.size() - jobs.size(),
        sum(jobs, ReplayedJob::maps),
        sum(jobs, job -> job.inputBytes() == 0 ? 0 : job.maps()),
        Arrays.stream(seconds).average().orElse(0),
        rank(seconds, 0.5),
        rank(seconds, 0.99),
        jobs.stream().mapToDouble(ReplayedJob::taskSeconds).sum(),
        all.stream().mapToDouble(ReplayedJob::lateSeconds).max().orElse(0),
        jobs.stream().mapToLong(ReplayedJob::inputBytes).sum(),
        locality,
        sum(jobs, ReplayedJob::prefetched),
        sum(jobs, ReplayedJob::wasted),
        sum(jobs, job -> job.delaySeconds() > 0 ? 1 : 0),
        jobs.stream().mapToDouble(ReplayedJob::delaySeconds).sum(),
        jobs.stream().mapToDouble(ReplayedJob::delaySeconds).max().orElse(0));
  }

  /** Returns the share of the maps with input, in percent, that read from a place. */
  public double percent(ReadFrom place) {
    return reading == 0 ? 0 : PERCENT * locality.getOrDefault(place.label(), 0) / reading;
  }

  /**
   * Returns the line of results: {@link PolicyRun#seconds} is the mean of the jobs, the profile the
   * bin, and the maps are those with input. Some job must have succeeded.
   */
  public PolicyRun run(Run run) {
    boolean prefetches = !run.prefetcher().equals("none");
    return new PolicyRun(
        run.source(),
        run.scale(),
        run.nodes(),
        run.racks(),
        run.rates(),
        EngineName.MAPREDUCE.label(),
        WORKLOAD,
        bin.name(),
        inputBytes,
        run.policy(),
        run.prefetcher(),
        run.repetition(),
        meanSeconds,
        taskSeconds,
        reading,
        locality,
        prefetches ? prefetched : null,
        prefetches ? wasted : null,
        null,
        null,
        null,
        null,
        null,
        new SeveralJobs(jobs - failed, delayed, delaySeconds, maxDelaySeconds, p99Seconds));
  }

  private static int sum(List<ReplayedJob> jobs, ToIntFunction<ReplayedJob> what) {
    return jobs.stream().mapToInt(what).sum();
  }

  /** The nearest rank, as the simulator's summaries have it. */
  private static double rank(double[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(sorted.length * share) - 1];
  }
}
