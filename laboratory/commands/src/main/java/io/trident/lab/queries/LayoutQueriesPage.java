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
package io.trident.lab.queries;

import static io.trident.lab.queries.Figures.megabytes;
import static io.trident.lab.queries.Figures.number;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The result as tables of Markdown. */
final class LayoutQueriesPage {
  private final LayoutQueriesResult result;
  private final StringBuilder out = new StringBuilder();

  private LayoutQueriesPage(LayoutQueriesResult result) {
    this.result = result;
  }

  static String of(LayoutQueriesResult result) {
    return new LayoutQueriesPage(result).text();
  }

  private String text() {
    line("Seconds: median (least to greatest). Of the other layouts the least median is bold.");
    line("");
    table(
        "seconds",
        query -> {
          double best = best(query);
          return layout -> {
            Measurement one = result.of(query, layout);
            String median = number("%.2f", one.median());
            boolean bold = one.median() == best && !QueryPlan.isOurs(layout);
            return "%s (%s to %s)"
                .formatted(
                    bold ? "**" + median + "**" : median,
                    number("%.2f", one.seconds().get(0)),
                    number("%.2f", one.seconds().get(one.seconds().size() - 1)));
          };
        });
    line("MB read:");
    line("");
    table("read", query -> layout -> megabytes(result.of(query, layout).bytesRead()));
    line("MB shuffled (exchanges below joins):");
    line("");
    table(
        "shuffled",
        query ->
            layout -> {
              Measurement one = result.of(query, layout);
              return "%s (%d)".formatted(megabytes(one.shuffleBytes()), one.joinShuffles());
            });
    line("Tasks; milliseconds of processor time of tasks + of the driver's planning thread:");
    line("");
    table(
        "tasks",
        query ->
            layout -> {
              Measurement one = result.of(query, layout);
              return "%d; %s + %s"
                  .formatted(
                      one.tasks(),
                      number("%.0f", one.taskCpuSeconds() * 1e3),
                      number("%.0f", one.driverCpuSeconds() * 1e3));
            });
    result.layouts().stream().filter(QueryPlan::isOurs).forEach(this::ratios);
    rowGroups();
    line("MB stored, each replica once:");
    line("");
    line("| " + String.join(" | ", result.layouts()) + " |");
    line("|" + "---:|".repeat(result.layouts().size()));
    line(
        "| "
            + String.join(
                " | ",
                result.layouts().stream()
                    .map(layout -> megabytes(result.bytes().getOrDefault(layout, 0L)))
                    .toList())
            + " |");
    return out.toString();
  }

  private void ratios(String layout) {
    line(
        "| %s | dimensions read | time / best other | time / as written | read / as written |"
            .formatted(layout));
    line("|---|---|---:|---:|---:|");
    for (String query : result.queries()) {
      Measurement ours = result.of(query, layout);
      Measurement scan = result.of(query, QueryPlan.AS_WRITTEN);
      line(
          "| %s | %s | %s | %s | %s |"
              .formatted(
                  query,
                  String.join(", ", ours.dimensions()),
                  number("%.2f", ours.median() / best(query)),
                  number("%.2f", ours.median() / scan.median()),
                  number("%.3f", (double) ours.bytesRead() / Math.max(1, scan.bytesRead()))));
    }
    line("");
  }

  private void rowGroups() {
    line(
        "Row groups (kB of one, on average); of trident in all dimensions together, of replicas with"
            + " their sources:");
    line("");
    line("| row groups | " + String.join(" | ", result.layouts()) + " |");
    line("|---|" + "---:|".repeat(result.layouts().size()));
    for (String table : result.rowGroups().stream().map(RowGroups::table).distinct().toList()) {
      List<String> row =
          result.layouts().stream()
              .map(
                  layout ->
                      result
                          .rowGroups(table, layout)
                          .map(one -> "%d (%s)".formatted(one.groups(), kilobytes(one.mean())))
                          .orElse(""))
              .toList();
      line("| %s | ".formatted(table) + String.join(" | ", row) + " |");
    }
    line("");
  }

  private void table(String name, Function<String, Function<String, String>> cells) {
    line("| %s | ".formatted(name) + String.join(" | ", result.layouts()) + " |");
    line("|---|" + "---:|".repeat(result.layouts().size()));
    for (String query : result.queries()) {
      List<String> row = result.layouts().stream().map(cells.apply(query)).toList();
      line("| %s | ".formatted(query) + String.join(" | ", row) + " |");
    }
    line("");
  }

  private double best(String query) {
    return result.layouts().stream()
        .filter(layout -> !QueryPlan.isOurs(layout))
        .map(layout -> result.of(query, layout).median())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static String kilobytes(double bytes) {
    return number("%.1f", bytes / 1e3);
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
