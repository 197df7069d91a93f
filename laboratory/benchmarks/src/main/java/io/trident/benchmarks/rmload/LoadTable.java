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
package io.trident.benchmarks.rmload;

import io.trident.core.text.EnumNames;
import java.util.List;
import java.util.Locale;

/** Results as Markdown tables. */
final class LoadTable {
  private LoadTable() {}

  /** What calls take and cost. */
  static String costs(List<HeartbeatComparison.Row> rows) {
    StringBuilder table = new StringBuilder();
    table.append(
        "| nodes | scheduler | node updates/s | containers/s | CPU us a container | CPU ratio | time ratio | kB a container | heap MB | node update us: median, 99 %%, max | allocate us: median, 99 %%, max |%n"
            .formatted());
    table.append("|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|%n".formatted());
    for (HeartbeatComparison.Row row : rows) {
      LoadResult one = row.result();
      table.append(
          String.format(
              Locale.ROOT,
              "| %,d | %s | %,.0f | %,.0f | %.0f | %s | %s | %.0f | %.0f | %s | %s |%n",
              one.spec().nodes(),
              one.contender().label(),
              one.nodeUpdatesPerSecond(),
              one.containersPerSecond(),
              one.cpuPerContainer(),
              row.cpu(),
              row.clock(),
              one.bytesPerContainer() / 1_000,
              row.heapMegabytes(),
              quantiles(one.nodeUpdate()),
              quantiles(one.allocate())));
    }
    return table.toString();
  }

  /** What an asynchronous scheduler achieves in real time. */
  static String asynchronous(List<LoadResult> results) {
    StringBuilder table = new StringBuilder();
    table.append(
        "| nodes | scheduler | containers/s | processors busy | CPU us a container | kB a container | node update us: median, 99 %%, max | allocate us: median, 99 %%, max | lag ms |%n"
            .formatted());
    table.append("|---:|---|---:|---:|---:|---:|---:|---:|---:|%n".formatted());
    for (LoadResult one : results) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %,d | %s | %,.0f | %.2f | %.0f | %.0f | %s | %s | %d |%n",
              one.spec().nodes(),
              one.contender().label(),
              one.containersPerSecond(),
              one.cpuShare(),
              one.cpuPerContainer(),
              one.bytesPerContainer() / 1_000,
              quantiles(one.nodeUpdate()),
              quantiles(one.allocate()),
              one.lagMillis()));
    }
    return table.toString();
  }

  /** What applications get. */
  static String service(List<LoadResult> results) {
    StringBuilder table = new StringBuilder();
    table.append(
        "| nodes | driven by | scheduler | busy slots | memory-local | node-local | wait s: median, 99 %%, max |%n"
            .formatted());
    table.append("|---:|---|---|---:|---:|---:|---:|%n".formatted());
    for (LoadResult one : results) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %,d | %s | %s | %.0f %% | %.1f %% | %.1f %% | %.1f, %.1f, %.1f |%n",
              one.spec().nodes(),
              EnumNames.dashed(one.drive()),
              one.contender().label(),
              100 * one.occupancy(),
              100 * one.memoryShare(),
              100 * one.localShare(),
              one.waitMillis().median() / 1_000,
              one.waitMillis().p99() / 1_000,
              one.waitMillis().max() / 1_000));
    }
    return table.toString();
  }

  private static String quantiles(LoadResult.Quantiles quantiles) {
    return String.format(
        Locale.ROOT, "%,.0f, %,.0f, %,.0f", quantiles.median(), quantiles.p99(), quantiles.max());
  }
}
