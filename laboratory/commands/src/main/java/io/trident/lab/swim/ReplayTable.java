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
package io.trident.lab.swim;

import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.swim.replay.BinReport;
import io.trident.cli.Columns;
import io.trident.core.model.Medium;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a replay has shown, by bin, as text. */
final class ReplayTable {
  private ReplayTable() {}

  static String of(List<BinReport> bins) {
    Columns table =
        new Columns(
            "bin",
            "jobs",
            "failed",
            "maps",
            "memory",
            "ssd",
            "disk",
            "rack",
            "remote",
            "mean s",
            "p50 s",
            "p99 s",
            "task seconds",
            "prefetched",
            "wasted",
            "delayed",
            "max delay s",
            "late s");
    for (BinReport bin : bins) {
      table.add(
          bin.bin(),
          bin.jobs(),
          bin.failed(),
          bin.maps(),
          number(bin.percent(new ReadFrom(Medium.MEMORY, Distance.LOCAL))),
          number(bin.percent(new ReadFrom(Medium.SSD, Distance.LOCAL))),
          number(bin.percent(new ReadFrom(Medium.DISK, Distance.LOCAL))),
          number(at(bin, Distance.RACK)),
          number(at(bin, Distance.REMOTE)),
          number(bin.meanSeconds()),
          number(bin.medianSeconds()),
          number(bin.p99Seconds()),
          number(bin.taskSeconds()),
          bin.prefetched(),
          bin.wasted(),
          bin.delayed(),
          number(bin.maxDelaySeconds()),
          number(bin.lateSeconds()));
    }
    return table
        + "Memory, ssd, disk: %% of the maps that read from that medium of their own node; rack, remote: from another node.%n"
            .formatted()
        + "Delayed: jobs that a prefetcher held back before it submitted them.%n".formatted()
        + "Mean, p50, p99: completion times; late: the most that a job was submitted after its time.%n"
            .formatted();
  }

  private static double at(BinReport bin, Distance distance) {
    return Arrays.stream(Medium.values())
        .mapToDouble(medium -> bin.percent(new ReadFrom(medium, distance)))
        .sum();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
