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

import static io.trident.benchmarks.figures.Experiment.FACEBOOK;
import static io.trident.benchmarks.figures.Experiment.HIBENCH_HUGE;
import static io.trident.benchmarks.figures.Experiment.HIBENCH_HUGE_512;
import static io.trident.benchmarks.figures.Experiment.HIBENCH_LARGE;
import static io.trident.benchmarks.figures.Experiment.HIBENCH_SMALL;
import static io.trident.benchmarks.figures.Experiment.SPARK_HUGE;
import static io.trident.benchmarks.figures.Experiment.SPARK_LARGE;
import static io.trident.benchmarks.figures.Experiment.SPARK_SMALL;
import static io.trident.benchmarks.figures.Metric.ANY_MEMORY;
import static io.trident.benchmarks.figures.Metric.BOUND;
import static io.trident.benchmarks.figures.Metric.COMPLETION;
import static io.trident.benchmarks.figures.Metric.DELAYED;
import static io.trident.benchmarks.figures.Metric.DISK;
import static io.trident.benchmarks.figures.Metric.EFFICIENCY;
import static io.trident.benchmarks.figures.Metric.JOB_BOUND;
import static io.trident.benchmarks.figures.Metric.LOCAL;
import static io.trident.benchmarks.figures.Metric.MAX_DELAY;
import static io.trident.benchmarks.figures.Metric.MEAN_DELAY;
import static io.trident.benchmarks.figures.Metric.MEMORY;
import static io.trident.benchmarks.figures.Metric.MEMORY_GAIN;
import static io.trident.benchmarks.figures.Metric.MILLISECONDS;
import static io.trident.benchmarks.figures.Metric.RACK;
import static io.trident.benchmarks.figures.Metric.REMOTE;
import static io.trident.benchmarks.figures.Metric.SSD;
import static io.trident.benchmarks.figures.Metric.TAIL;
import static io.trident.benchmarks.figures.Metric.TASK_BOUND;
import static io.trident.benchmarks.figures.Metric.WASTED;
import static io.trident.benchmarks.figures.Metric.WASTED_BLOCKS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures and tables of the paper's Section 7. */
public enum Figure {
  FIGURE_9(
      "9",
      "Data locality, Facebook workload",
      Form.SHARES,
      Grouping.BIN,
      List.of(FACEBOOK),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_10(
      "10",
      "Completion time and cluster efficiency, Facebook workload",
      Form.GAINS,
      Grouping.BIN,
      List.of(FACEBOOK),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_11(
      "11",
      "Data locality, HiBench on MapReduce",
      Form.SHARES,
      Grouping.EXPERIMENT,
      List.of(HIBENCH_SMALL, HIBENCH_LARGE, HIBENCH_HUGE),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_12(
      "12",
      "Completion time and cluster efficiency, HiBench large on MapReduce",
      Form.GAINS,
      Grouping.APPLICATION,
      List.of(HIBENCH_LARGE),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_13(
      "13",
      "A memory tier of 5 and of 40 GB, HiBench huge on MapReduce",
      Form.SHARES_AND_GAINS,
      Grouping.EXPERIMENT,
      List.of(HIBENCH_HUGE_512, HIBENCH_HUGE),
      Setups.TIERED,
      Setups.BASELINE),
  FIGURE_14(
      "14",
      "Data locality, HiBench on Spark",
      Form.SHARES,
      Grouping.EXPERIMENT,
      List.of(SPARK_SMALL, SPARK_LARGE, SPARK_HUGE),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_15(
      "15",
      "Completion time, HiBench on Spark",
      Form.GAINS,
      Grouping.APPLICATION,
      List.of(SPARK_LARGE, SPARK_HUGE),
      Setups.SIX,
      Setups.BASELINE),
  FIGURE_16(
      "16",
      "Blocks read from memory, and prefetched in vain",
      Form.PREFETCHING,
      Grouping.BIN_OR_ALL,
      List.of(FACEBOOK, HIBENCH_HUGE),
      Setups.PREFETCHING,
      Setups.BASELINE),
  FIGURE_17(
      "17",
      "Completion time and cluster efficiency with prefetching",
      Form.GAINS,
      Grouping.BIN_OR_ALL,
      List.of(FACEBOOK, HIBENCH_HUGE),
      Setups.PREFETCHING,
      Setups.BASELINE),
  FIGURE_18(
      "18",
      "Time to match tasks with nodes",
      Form.SCHEDULING_TIMES,
      Grouping.BIN,
      List.of(),
      List.of(),
      Setups.BASELINE),
  TABLE_4(
      "table4",
      "Trident+D against Trident-D, Facebook workload",
      Form.DELAYS,
      Grouping.BIN,
      List.of(FACEBOOK),
      List.of("trident@disks+trident-delay"),
      "trident@disks+trident");

  private final String id;
  private final String title;
  private final Form form;
  private final Grouping grouping;
  private final List<Experiment> experiments;
  private final List<String> setups;
  private final String baseline;

  Figure(
      String id,
      String title,
      Form form,
      Grouping grouping,
      List<Experiment> experiments,
      List<String> setups,
      String baseline) {
    this.id = id;
    this.title = title;
    this.form = form;
    this.grouping = grouping;
    this.experiments = experiments;
    this.setups = setups;
    this.baseline = baseline;
  }

  /** What is drawn, and the metrics that it shows. */
  enum Form {
    SHARES(List.of(MEMORY, SSD, DISK, RACK, REMOTE, LOCAL, BOUND)),
    GAINS(List.of(COMPLETION, EFFICIENCY, BOUND, JOB_BOUND, TASK_BOUND)),
    SHARES_AND_GAINS(List.of(MEMORY, SSD, DISK, RACK, REMOTE, LOCAL, COMPLETION, EFFICIENCY)),
    PREFETCHING(List.of(ANY_MEMORY, WASTED_BLOCKS, WASTED)),
    SCHEDULING_TIMES(List.of(MILLISECONDS)),
    DELAYS(List.of(DELAYED, MEAN_DELAY, MAX_DELAY, MEMORY_GAIN, COMPLETION, TAIL, EFFICIENCY));

    private final List<Metric> metrics;

    Form(List<Metric> metrics) {
      this.metrics = metrics;
    }

    List<Metric> metrics() {
      return metrics;
    }
  }

  /** What the groups of the horizontal axis are. */
  enum Grouping {
    BIN,
    APPLICATION,
    EXPERIMENT,
    /** Bins of the Facebook workload, and all of the other. */
    BIN_OR_ALL
  }

  private static final class Setups {
    static final String BASELINE = "default@disks";
    static final List<String> TIERED = List.of("default", "h-scheduler", "quartet", "trident");
    static final List<String> SIX =
        List.of(BASELINE, "trident@disks", "default", "h-scheduler", "quartet", "trident");
    static final List<String> PREFETCHING =
        List.of(
            "default@disks+prefetch-all",
            "trident@disks+prefetch-all",
            "trident@disks+trident",
            "trident@disks+trident-delay",
            "trident@disks+oracle");
  }

  /** Returns its number in the paper, or {@code table4}. */
  public String id() {
    return id;
  }

  /** Returns what it is called, such as {@code Figure 9}. */
  public String label() {
    return this == TABLE_4 ? "Table 4" : "Figure " + id;
  }

  String fileName() {
    return label().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  String title() {
    return title;
  }

  Form form() {
    return form;
  }

  List<Experiment> experiments() {
    return experiments;
  }

  List<String> setups() {
    return setups;
  }

  String baseline() {
    return baseline;
  }

  /** Returns the setups that must have been run for it. */
  List<String> needed() {
    List<String> needed = new ArrayList<>(List.of(baseline));
    setups.stream().filter(setup -> !setup.equals(baseline)).forEach(needed::add);
    return needed;
  }

  /** Returns the group that a job of an experiment is in. */
  String groupOf(Experiment experiment, JobSample job) {
    return switch (grouping) {
      case BIN -> job.profile();
      case APPLICATION ->
          experiments.size() == 1 && job.profile().equals(experiment.profile())
              ? job.workload()
              : job.workload() + " " + job.profile();
      case EXPERIMENT -> this == FIGURE_13 ? memoryTier(experiment) : job.profile();
      case BIN_OR_ALL -> experiment == FACEBOOK ? job.profile() : "HI";
    };
  }

  private static String memoryTier(Experiment experiment) {
    return experiment == HIBENCH_HUGE_512 ? "5 GB" : "40 GB";
  }

  /**
   * Finds one by what a user typed: {@code 9}, {@code table4}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Figure parse(String id) {
    for (Figure figure : values()) {
      if (figure.id.equalsIgnoreCase(id.trim())) {
        return figure;
      }
    }
    throw new IllegalArgumentException(
        "There is no figure '%s'; give all, 9 to 18, or table4.".formatted(id));
  }
}
