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
package io.trident.lab.simulate;

import io.trident.benchmarks.simulator.ClusterSpec;
import io.trident.benchmarks.simulator.JobSpec;
import io.trident.benchmarks.simulator.Overhead;
import io.trident.benchmarks.simulator.SetupComparisonResult;
import io.trident.benchmarks.simulator.Spread;
import io.trident.benchmarks.simulator.Summary;
import io.trident.cli.Columns;
import java.util.Locale;

/** The results of a comparison for a terminal. */
final class SimulationText {
  private SimulationText() {}

  static String of(SetupComparisonResult result) {
    ClusterSpec cluster = result.config().cluster();
    JobSpec jobs = result.config().jobs();
    StringBuilder text = new StringBuilder();
    line(text, "Workload: %s; %s", result.workload(), result.scaling());
    line(
        text,
        "Cluster:  %d nodes in %d racks, %d slots, %d MB of memory tier; MB/s: memory %s, ssd %s,"
            + " %d disks of %s, node link %s, rack link %s",
        cluster.nodes(),
        cluster.racks(),
        cluster.slots(),
        cluster.memoryMb(),
        cluster.memoryRate(),
        cluster.ssdRate(),
        cluster.disks(),
        cluster.diskRate(),
        cluster.nodeLinkRate(),
        cluster.rackLinkRate());
    line(
        text,
        "Tasks:    blocks of %d MB; times vary by %.0f %%; %s s and 1 s for each %s MB; seeds %s",
        jobs.blockMb(),
        100 * jobs.variation(),
        jobs.fixedSeconds(),
        jobs.cpuRate(),
        result.seeds());
    line(
        text,
        "%nMaps by where they read, in %%. Completion time and task time in %% less than %s's, with the"
            + " spread over the seeds. Bound: times a clairvoyant's least completion and task time.%n",
        result.baseline());
    text.append(summaries(result)).append(System.lineSeparator());
    text.append(overheads(result));
    return text.toString();
  }

  private static Columns summaries(SetupComparisonResult result) {
    Columns table =
        new Columns(
            "setup",
            "bin",
            "jobs",
            "memory",
            "ssd",
            "disk",
            "rack",
            "remote",
            "any memory",
            "mean s",
            "p99 s",
            "less time",
            "less task time",
            "delayed",
            "wasted",
            "bound");
    for (Summary one : result.summaries()) {
      table.add(
          one.setup(),
          one.bin(),
          one.jobs(),
          number(one.memoryPercent()),
          number(one.ssdPercent()),
          number(one.diskPercent()),
          number(one.rackPercent()),
          number(one.remotePercent()),
          number(one.anyMemoryPercent()),
          number(one.seconds()),
          number(one.tailSeconds()),
          spread(one.reductionPercent()),
          spread(one.efficiencyPercent()),
          one.delayedPercent() == 0 ? "" : number(one.delayedPercent()),
          one.prefetched() == 0 ? "" : number(one.wastedPercent()),
          "%s / %s".formatted(times(one.timesBound()), times(one.taskTimesBound())));
    }
    return table;
  }

  private static Columns overheads(SetupComparisonResult result) {
    Columns table = new Columns("setup", "decision", "number", "mean ms", "max ms");
    for (Overhead one : result.overheads()) {
      table.add(
          one.setup(),
          one.what(),
          one.decisions(),
          String.format(Locale.ROOT, "%.3f", one.meanMillis()),
          number(one.maxMillis()));
    }
    return table;
  }

  private static String spread(Spread spread) {
    return "%s (%s to %s)"
        .formatted(number(spread.mean()), number(spread.min()), number(spread.max()));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String times(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
  }
}
