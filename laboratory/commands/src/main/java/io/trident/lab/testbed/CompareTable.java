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
package io.trident.lab.testbed;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.results.Summary;
import io.trident.benchmarks.simulator.Spread;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.cli.Columns;
import io.trident.core.model.Medium;
import io.trident.core.prefetch.PrefetcherName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison as text: mean, and least to greatest, of all repetitions. */
public final class CompareTable {
  private static final double PERCENT = 100;
  private static final double GIGABYTE = 1e9;

  /** Runs whose processor times differ by this factor or more are reported. */
  private static final double UNLIKE = 1.1;

  private CompareTable() {}

  /**
   * Returns the table of all runs.
   *
   * @param baseline the policy that the others are compared with
   */
  public static String of(List<PolicyRun> runs, String baseline) {
    List<Summary> summaries = Summary.of(runs, baseline);
    boolean prefetching = runs.stream().anyMatch(run -> run.prefetched() != null);
    boolean timed = runs.stream().anyMatch(run -> run.schedulerMs() != null);
    List<String> head =
        new ArrayList<>(
            List.of(
                "workload",
                "policy",
                "runs",
                "memory",
                "ssd",
                "disk",
                "rack",
                "remote",
                "seconds",
                "reduction %",
                "task seconds",
                "efficiency %"));
    if (prefetching) {
      head.addAll(List.of("any memory", "prefetched", "wasted", "wasted %"));
    }
    if (timed) {
      head.add("scheduler ms");
    }
    Columns table = new Columns(head.toArray(String[]::new));
    for (Summary summary : summaries) {
      List<Object> row =
          new ArrayList<>(
              List.of(
                  workload(summary),
                  setup(summary.policy(), summary.prefetcher()),
                  summary.runs(),
                  percent(summary.share(new ReadFrom(Medium.MEMORY, Distance.LOCAL))),
                  percent(summary.share(new ReadFrom(Medium.SSD, Distance.LOCAL))),
                  percent(summary.share(new ReadFrom(Medium.DISK, Distance.LOCAL))),
                  percent(at(summary, Distance.RACK)),
                  percent(at(summary, Distance.REMOTE)),
                  spread(summary.seconds()),
                  spread(summary.reduction()),
                  spread(summary.taskSeconds()),
                  spread(summary.efficiency())));
      if (prefetching) {
        row.addAll(prefetching(summary));
      }
      if (timed) {
        row.add(spread(summary.schedulerMs()));
      }
      table.add(row.toArray());
    }
    return table
        + "Memory, ssd, disk: %% of the maps that read from that medium of their own node; rack, remote: from another node.%n"
            .formatted()
        + "Reduction of completion time and improvement in cluster efficiency (sum of all tasks' durations) against %s.%n"
            .formatted(baseline)
        + (prefetching
            ? "Any memory: %% of the maps that read from some node's memory. Prefetched: blocks, in all runs; wasted: no map read them from memory.%n"
                .formatted()
            : "")
        + (timed
            ? "Scheduler: the time of Trident's decisions, in application masters and ResourceManager.%n"
                .formatted()
            : "")
        + processors(runs)
        + memory(runs);
  }

  private static String workload(Summary summary) {
    return workload(summary.workload(), summary.profile(), summary.engine());
  }

  private static String workload(String workload, String profile, String engine) {
    return "%s (%s)%s"
        .formatted(
            workload, profile, engine.equals(EngineName.MAPREDUCE.label()) ? "" : " on " + engine);
  }

  /** Returns what a setup is called: its policy, and its prefetcher if it has one. */
  static String setup(String policy, String prefetcher) {
    return prefetcher.equals(PrefetcherName.NONE.label()) ? policy : policy + "+" + prefetcher;
  }

  private static List<Object> prefetching(Summary summary) {
    String inMemory =
        percent(
            Arrays.stream(Distance.values())
                .mapToDouble(distance -> summary.share(new ReadFrom(Medium.MEMORY, distance)))
                .sum());
    return summary.prefetcher().equals(PrefetcherName.NONE.label())
        ? List.of(inMemory, "", "", "")
        : List.of(
            inMemory,
            summary.prefetched(),
            summary.wasted(),
            summary.prefetched() == 0
                ? ""
                : percent(PERCENT * summary.wasted() / summary.prefetched()));
  }

  /**
   * Returns a line for each workload whose runs took unlike processor time: as all do the same
   * work, times then differ for other reasons than where tasks read.
   */
  private static String processors(List<PolicyRun> runs) {
    Map<String, DoubleSummaryStatistics> byWorkload =
        runs.stream()
            .filter(run -> run.cpuSeconds() != null)
            .collect(
                Collectors.groupingBy(
                    run -> workload(run.workload(), run.profile(), run.engine()),
                    LinkedHashMap::new,
                    Collectors.summarizingDouble(
                        run -> Objects.requireNonNullElse(run.cpuSeconds(), 0.0))));
    StringBuilder lines = new StringBuilder();
    byWorkload.forEach(
        (workload, seconds) -> {
          if (seconds.getMax() > UNLIKE * seconds.getMin()) {
            lines.append(
                String.format(
                    Locale.ROOT,
                    "Processors: the tasks of %s took %.1f to %.1f s of processor time for the same work: processors were not equally fast, or tasks hindered each other.%n",
                    workload,
                    seconds.getMin(),
                    seconds.getMax()));
          }
        });
    return lines.toString();
  }

  /** Returns a line about the run that took the most memory; nothing if it was not measured. */
  private static String memory(List<PolicyRun> runs) {
    return runs.stream()
        .filter(run -> run.peakMemoryBytes() != null)
        .max(Comparator.comparingLong(CompareTable::peak))
        .map(
            run ->
                String.format(
                    Locale.ROOT,
                    "Memory: %.1f GB at most, on %d nodes; all processes, memory tiers and caches of the test bed.%n",
                    peak(run) / GIGABYTE,
                    run.nodes()))
        .orElse("");
  }

  private static long peak(PolicyRun run) {
    Long bytes = run.peakMemoryBytes();
    return bytes == null ? 0 : bytes;
  }

  private static double at(Summary summary, Distance distance) {
    return Arrays.stream(Medium.values())
        .mapToDouble(medium -> summary.share(new ReadFrom(medium, distance)))
        .sum();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f", share);
  }

  private static String spread(@Nullable Spread spread) {
    return spread == null
        ? ""
        : String.format(
            Locale.ROOT, "%.1f (%.1f to %.1f)", spread.mean(), spread.min(), spread.max());
  }
}
