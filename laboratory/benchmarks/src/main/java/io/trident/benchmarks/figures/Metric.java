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
package io.trident.benchmarks.figures;

import io.trident.core.text.EnumNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What the figures show, each a function of the jobs of one repetition and of the baseline's. */
public enum Metric {
  /** Maps that read from memory of their own node. */
  MEMORY("% of maps", readFrom("memory-local")),
  /** Maps that read from an SSD of their own node. */
  SSD("% of maps", readFrom("ssd-local")),
  /** Maps that read from a disk of their own node. */
  DISK("% of maps", readFrom("disk-local")),
  /** Maps that read from their own node: the paper's data locality. */
  LOCAL("% of maps", readFrom(place -> place.endsWith("-local"))),
  /** Maps that read from another node of their rack. */
  RACK("% of maps", readFrom(place -> place.endsWith("-rack"))),
  /** Maps that read from another rack. */
  REMOTE("% of maps", readFrom(place -> place.endsWith("-remote"))),
  /** Maps that read from memory of whatever node. */
  ANY_MEMORY("% of maps", readFrom(place -> place.startsWith("memory-"))),
  /** Of the blocks that were prefetched, those that no map read from memory. */
  WASTED(
      "% of prefetched blocks",
      (jobs, base) -> percent(sum(jobs, JobSample::wasted), sum(jobs, JobSample::prefetched))),
  /** The same, relative to all blocks, as the bars over 100 % in the paper's Figure 16 are. */
  WASTED_BLOCKS(
      "% of maps",
      (jobs, base) -> percent(sum(jobs, JobSample::wasted), sum(jobs, JobSample::maps))),
  /** By how much the mean completion time is less than the baseline's. */
  COMPLETION("% less", reduction(JobSample::seconds)),
  /** By how much the time of all tasks is less than the baseline's: cluster efficiency. */
  EFFICIENCY("% less", reduction(JobSample::taskSeconds)),
  /** By how much the 99th percentile of the completion times is less than the baseline's. */
  TAIL("% less", (jobs, base) -> base.isEmpty() ? Double.NaN : 100 * (1 - tail(jobs) / tail(base))),
  /** Jobs that the prefetcher held back. */
  DELAYED(
      "% of jobs",
      (jobs, base) -> percent(sum(jobs, JobSample::delayed), sum(jobs, JobSample::jobs))),
  /** For how long these were held back, on average. */
  MEAN_DELAY(
      "s",
      (jobs, base) ->
          sum(jobs, JobSample::delaySeconds) / Math.max(1, sum(jobs, JobSample::delayed))),
  /** For how long one was held back at most. */
  MAX_DELAY(
      "s", (jobs, base) -> jobs.stream().mapToDouble(JobSample::maxDelaySeconds).max().orElse(0)),
  /** By how many points the share that read from memory is above the baseline's. */
  MEMORY_GAIN(
      "points",
      (jobs, base) ->
          base.isEmpty() ? Double.NaN : ANY_MEMORY.of(jobs, base) - ANY_MEMORY.of(base, base)),
  /** How many times a clairvoyant's least completion time the jobs took. */
  BOUND(
      "times the least",
      (jobs, base) -> times(sum(jobs, JobSample::seconds), sum(jobs, JobSample::leastSeconds))),
  /** The mean over the jobs of how many times its own least completion time each took. */
  JOB_BOUND(
      "times the least",
      (jobs, base) ->
          jobs.stream()
              .mapToDouble(job -> times(job.seconds(), job.leastSeconds()))
              .average()
              .orElse(Double.NaN)),
  /** How many times a clairvoyant's least task time the tasks took. */
  TASK_BOUND(
      "times the least",
      (jobs, base) ->
          times(sum(jobs, JobSample::taskSeconds), sum(jobs, JobSample::leastTaskSeconds))),
  /** Median time of a scheduling decision. */
  MILLISECONDS("ms", (jobs, base) -> Double.NaN);

  private static final double TAIL_SHARE = 0.99;

  private final String unit;
  private final Formula formula;

  Metric(String unit, Formula formula) {
    this.unit = unit;
    this.formula = formula;
  }

  private interface Formula {
    double of(List<JobSample> jobs, List<JobSample> base);
  }

  /** Returns the name in files, such as {@code any-memory}. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /** Returns what its numbers count. */
  public String unit() {
    return unit;
  }

  /**
   * Computes it for the jobs of one repetition.
   *
   * @param base the same jobs under the setup that is compared with; empty if there is none
   * @return NaN if it is not defined for these
   */
  double of(List<JobSample> jobs, List<JobSample> base) {
    return formula.of(jobs, base);
  }

  /** Finds one by its label. */
  static Metric parse(String label) {
    return EnumNames.find(Metric.class, label.toLowerCase(Locale.ROOT))
        .orElseThrow(
            () -> new IllegalArgumentException("There is no metric '%s'.".formatted(label)));
  }

  private static Formula readFrom(String place) {
    return readFrom(place::equals);
  }

  private static Formula readFrom(Predicate<String> places) {
    return (jobs, base) ->
        percent(
            sum(
                jobs,
                job ->
                    job.locality().entrySet().stream()
                        .filter(entry -> places.test(entry.getKey()))
                        .mapToInt(Map.Entry::getValue)
                        .sum()),
            sum(jobs, JobSample::maps));
  }

  /** The mean over the applications, as the paper's averages are; a trace counts as one. */
  private static Formula reduction(ToDoubleFunction<JobSample> what) {
    return (jobs, base) -> {
      Map<String, Double> before = sums(base, what);
      return sums(jobs, what).entrySet().stream()
          .filter(entry -> before.getOrDefault(entry.getKey(), 0.0) > 0)
          .mapToDouble(
              entry -> 100 * (1 - entry.getValue() / before.getOrDefault(entry.getKey(), 0.0)))
          .average()
          .orElse(Double.NaN);
    };
  }

  private static Map<String, Double> sums(List<JobSample> jobs, ToDoubleFunction<JobSample> what) {
    return jobs.stream()
        .collect(Collectors.groupingBy(JobSample::workload, Collectors.summingDouble(what)));
  }

  private static double sum(List<JobSample> jobs, ToDoubleFunction<JobSample> what) {
    return jobs.stream().mapToDouble(what).sum();
  }

  private static double times(double seconds, double least) {
    return least == 0 ? Double.NaN : seconds / least;
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? Double.NaN : 100 * part / whole;
  }

  private static double tail(List<JobSample> jobs) {
    double[] seconds = jobs.stream().mapToDouble(JobSample::tailSeconds).toArray();
    Arrays.sort(seconds);
    return seconds.length == 0
        ? Double.NaN
        : seconds[(int) Math.ceil(seconds.length * TAIL_SHARE) - 1];
  }
}
