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

import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.simulator.Spread;
import io.trident.benchmarks.validation.Validation;
import io.trident.cli.Columns;
import io.trident.core.model.Medium;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measured and simulated runs for a terminal. */
final class ValidationText {
  private ValidationText() {}

  static String of(Validation validation) {
    Columns table =
        new Columns(
            "workload",
            "policy",
            "runs",
            "seconds",
            "simulated",
            "error %",
            "task seconds",
            "simulated",
            "error %",
            "mem/ssd/disk/other",
            "simulated",
            "memory",
            "differ %");
    for (Validation.Row row : validation.rows()) {
      table.add(
          "%s (%s)".formatted(row.workload(), row.profile()),
          row.policy()
              + (row.prefetcher().equals("none") ? "" : "+" + row.prefetcher())
              + (row.calibrated() ? " *" : ""),
          row.runs(),
          spread(row.seconds()),
          spread(row.simulatedSeconds()),
          signed(row.secondsError()),
          spread(row.taskSeconds()),
          number(row.simulatedTaskSeconds()),
          signed(row.taskSecondsError()),
          shares(row.shares()),
          shares(row.simulatedShares()),
          String.format(
              Locale.ROOT,
              "%.0f to %.0f",
              row.simulatedMemory().min(),
              row.simulatedMemory().max()),
          String.format(Locale.ROOT, "%.0f", row.sharesError()));
    }
    return table
        + "* The simulator is calibrated with these runs, so their times are no predictions.%n"
            .formatted()
        + "Maps in %% that read from memory, SSD, disk of their node, and from other nodes; differ: those that are simulated to read elsewhere.%n"
            .formatted()
        + "Each simulated run has blocks on other nodes, on a test bed all policies of a repetition have the same: see the ranges; memory is that of any node.%n"
            .formatted()
        + validation.leftOut().stream()
            .map(what -> "Left out: %s.%n".formatted(what))
            .collect(Collectors.joining());
  }

  private static String shares(Map<String, Double> shares) {
    double other =
        shares.entrySet().stream()
            .filter(share -> !share.getKey().endsWith("-local"))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    return Stream.concat(
            Arrays.stream(Medium.values())
                .map(
                    medium ->
                        shares.getOrDefault(new ReadFrom(medium, Distance.LOCAL).label(), 0.0)),
            Stream.of(other))
        .map(share -> String.format(Locale.ROOT, "%.0f", share))
        .collect(Collectors.joining("/"));
  }

  private static String spread(Spread spread) {
    return spread.min() == spread.max()
        ? number(spread.mean())
        : "%s (%s to %s)"
            .formatted(number(spread.mean()), number(spread.min()), number(spread.max()));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.1f", value);
  }
}
