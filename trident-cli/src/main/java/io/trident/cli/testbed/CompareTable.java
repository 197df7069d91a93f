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
package io.trident.cli.testbed;

import io.trident.benchmarks.results.JobRun;
import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.results.ReadFrom.Medium;
import io.trident.benchmarks.results.Summary;
import io.trident.benchmarks.simulator.Spread;
import io.trident.cli.Columns;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as text: mean, and least to greatest, of all repetitions. */
final class CompareTable {
  private CompareTable() {}

  static String of(List<JobRun> runs, String baseline) {
    Columns table =
        new Columns(
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
            "efficiency %");
    for (Summary summary : Summary.of(runs, baseline)) {
      table.add(
          "%s (%s)".formatted(summary.workload(), summary.profile()),
          summary.policy(),
          summary.runs(),
          percent(summary.share(new ReadFrom(Medium.MEMORY, Distance.LOCAL))),
          percent(summary.share(new ReadFrom(Medium.SSD, Distance.LOCAL))),
          percent(summary.share(new ReadFrom(Medium.DISK, Distance.LOCAL))),
          percent(at(summary, Distance.RACK)),
          percent(at(summary, Distance.REMOTE)),
          spread(summary.seconds()),
          spread(summary.reduction()),
          spread(summary.taskSeconds()),
          spread(summary.efficiency()));
    }
    return table
        + "Memory, ssd, disk: %% of the maps that read from that medium of their own node; rack, remote: from another node.%n"
            .formatted()
        + "Reduction of completion time and improvement in cluster efficiency (sum of all tasks' durations) against %s.%n"
            .formatted(baseline);
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
