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

import io.trident.benchmarks.simulator.SetupComparisonResult;
import io.trident.benchmarks.simulator.Summary;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results as comma-separated values, a row for each setup and bin. */
final class SimulationCsv {
  private static final String HEAD =
      "setup,bin,nodes,jobs,maps,memory_percent,ssd_percent,disk_percent,rack_percent,"
          + "remote_percent,any_memory_percent,mean_seconds,p99_seconds,reduction_percent,"
          + "reduction_min,reduction_max,task_seconds,efficiency_percent,efficiency_min,"
          + "efficiency_max,delayed_percent,delay_seconds,prefetched_blocks,wasted_percent,"
          + "least_seconds,least_task_seconds";

  private SimulationCsv() {}

  static String of(SetupComparisonResult result) {
    int nodes = result.config().cluster().nodes();
    return Stream.concat(Stream.of(HEAD), result.summaries().stream().map(one -> row(one, nodes)))
        .collect(Collectors.joining(System.lineSeparator(), "", System.lineSeparator()));
  }

  private static String row(Summary one, int nodes) {
    return Stream.of(
            one.setup(),
            one.bin(),
            nodes,
            one.jobs(),
            one.maps(),
            one.memoryPercent(),
            one.ssdPercent(),
            one.diskPercent(),
            one.rackPercent(),
            one.remotePercent(),
            one.anyMemoryPercent(),
            one.seconds(),
            one.tailSeconds(),
            one.reductionPercent().mean(),
            one.reductionPercent().min(),
            one.reductionPercent().max(),
            one.taskSeconds(),
            one.efficiencyPercent().mean(),
            one.efficiencyPercent().min(),
            one.efficiencyPercent().max(),
            one.delayedPercent(),
            one.delaySeconds(),
            one.prefetched(),
            one.wastedPercent(),
            one.leastSeconds(),
            one.leastTaskSeconds())
        .map(SimulationCsv::text)
        .collect(Collectors.joining(","));
  }

  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.3f", number)
        : String.valueOf(value);
  }
}
