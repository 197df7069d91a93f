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
package io.trident.cli.report;

import io.trident.cli.Columns;
import io.trident.core.layout.selection.ScanReport;
import io.trident.core.report.StageReport;
import io.trident.core.report.StockReason;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reports for a terminal. */
final class ReportTable {
  private ReportTable() {}

  static String of(List<ApplicationReport> applications) {
    StringBuilder out = new StringBuilder();
    for (ApplicationReport application : applications) {
      out.append(application.title()).append(System.lineSeparator());
      if (application.isEmpty()) {
        out.append("  No report of Trident: %s.%n".formatted(application.absence()));
      }
      if (!application.stages().isEmpty()) {
        out.append(table(application));
        for (StageReport stage : application.stages()) {
          if (stage.prefetch() != null) {
            out.append("  Stage %s, %s%n".formatted(stage.id(), stage.prefetch().line()));
          }
        }
      }
      if (!application.scans().isEmpty()) {
        out.append(scans(application));
      }
      out.append(System.lineSeparator());
    }
    out.append(
        """
        read from: process to provided are on the task's own node; rack, remote: from another node;
        unknown: no replica is known, or scheduled without tiers.
        cost: Equation 1, summed over the tasks that the policy placed; optimum: the lowest possible on
        the slots on offer; at opt.: tasks placed at it; held: tasks that waited for a better slot.
        """);
    return out.toString();
  }

  private static Columns table(ApplicationReport application) {
    Columns table =
        new Columns(
            "  stage",
            "tasks",
            "read from",
            "cost",
            "optimum",
            "at opt.",
            "held",
            "rounds",
            "scheduling",
            "longest",
            "name");
    for (StageReport one : application.stages()) {
      table.add(
          "  " + one.id(),
          one.launched(),
          sources(one.sources()),
          one.planned() == 0 ? "-" : number(one.cost()),
          number(one.optimum()),
          one.planned() == 0 ? "-" : "%d/%d".formatted(one.atOptimum(), one.planned()),
          one.held(),
          one.rounds(),
          millis(one.nanos()),
          millis(one.longestNanos()),
          name(one));
    }
    Totals all = Totals.of(application.stages());
    table.add(
        "  total",
        all.launched(),
        sources(all.sources()),
        number(all.cost()),
        number(all.optimum()),
        "%d/%d".formatted(all.atOptimum(), all.planned()),
        all.held(),
        all.rounds(),
        millis(all.nanos()),
        millis(all.longestNanos()),
        "");
    return table;
  }

  private static Columns scans(ApplicationReport application) {
    Columns table =
        new Columns("  query", "dimension", "super-extents", "extents", "MB", "table", "because");
    for (ScanReport one : application.scans()) {
      table.add(
          "  " + (one.execution() < 0 ? "-" : one.execution()),
          one.dimensionsRead(),
          "%d/%d".formatted(one.superExtents(), one.allSuperExtents()),
          "%d/%d".formatted(one.extents(), one.allExtents()),
          number(one.bytes() / 1e6) + "/" + number(one.allBytes() / 1e6),
          one.table(),
          one.reason());
    }
    return table;
  }

  /** Returns why a stage was scheduled without tiers, in words; empty if it was not. */
  static String withoutTiers(StageReport stage) {
    return stage.withoutTiers().stream()
        .map(StockReason::sentenceOf)
        .collect(Collectors.joining("; "));
  }

  private static String name(StageReport stage) {
    String why = withoutTiers(stage);
    String lost =
        stage.lost() == 0 ? "" : " [incomplete: %d observations were lost]".formatted(stage.lost());
    return stage.name() + (why.isEmpty() ? "" : " [without tiers: %s]".formatted(why)) + lost;
  }

  private static String sources(Map<String, Integer> sources) {
    return sources.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String number(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
