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
package io.trident.hdfs.layout;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.text.EnumNames;
import io.trident.hdfs.layout.LayoutReport.Damaged;
import io.trident.hdfs.layout.LayoutReport.Rebuild;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page of the NameNode's web interface about logically replicated tables, as HTML. */
final class LayoutPage {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Logically replicated tables</title>
      <style>
      body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: #22313f; margin: 32px; }
      table { border-collapse: collapse; margin: 8px 0 24px; }
      th, td { text-align: left; padding: 4px 20px 4px 0; border-bottom: 1px solid #dfe5ea; }
      th { color: #5b6b79; font-weight: 600; }
      td.number { text-align: right; }
      </style>
      </head>
      <body>
      <p><a href="/">NameNode</a></p>
      <h1>Logically replicated tables</h1>
      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private LayoutPage() {}

  /** Returns the page; without a report it has what that means. */
  static String of(Optional<LayoutReport> report) {
    LayoutPage page = new LayoutPage();
    if (report.isPresent()) {
      page.summary(report.get());
      page.damaged(report.get());
      page.rebuilds(report.get());
    } else {
      page.paragraph(
          "Nothing is known yet: this NameNode is not active, is in safe mode, or has not had all"
              + " block reports.");
    }
    return page.page.append("</body>\n</html>\n").toString();
  }

  private void summary(LayoutReport report) {
    page.append("<table>\n");
    row("Tables", report.tables());
    row("Extents and parities", report.files());
    row("Damaged super-extents", report.damaged().size() + report.others());
    row("Rebuilds under way", report.rebuilds().size());
    new TreeMap<>(report.results())
        .forEach((result, count) -> row("Rebuilds: " + EnumNames.dashed(result), count));
    row("Replicas that are not what the manifest has", report.suspects());
    row("Bytes read for rebuilds", report.bytesRead());
    page.append("</table>\n");
  }

  private void row(String name, long value) {
    page.append("<tr><th>").append(escape(name)).append("</th><td class='number'>");
    page.append(String.format(Locale.ROOT, "%,d", value)).append("</td></tr>\n");
  }

  private void damaged(LayoutReport report) {
    page.append("<h2>Damaged super-extents</h2>\n");
    if (report.damaged().isEmpty()) {
      paragraph("None: each extent can be read.");
      return;
    }
    page.append("<table>\n");
    header(
        "Table",
        "Super-extent",
        "Lost",
        "Being rebuilt",
        "Stale",
        "Unrecoverable",
        "Broken",
        "Failures");
    for (Damaged one : report.damaged()) {
      cells(
          one.table(),
          Long.toString(one.number()),
          names(one.health().lost()),
          names(one.health().pending()),
          names(one.health().stale()),
          names(one.unrecoverable()),
          names(one.health().broken()),
          failures(one.failures()));
    }
    page.append("</table>\n");
    if (report.others() > 0) {
      paragraph("And %d more.".formatted(report.others()));
    }
    paragraph(
        "Lost: to be rebuilt. Stale: the nodes that have it are silent, and nobody waits for it."
            + " Unrecoverable: too little of the super-extent is left; bring nodes"
            + " back that had it. Broken: the file was replaced, appended to or removed, and is never"
            + " rebuilt; or its bytes are not those of the manifest, and too little is left to"
            + " rebuild it. Failures: of rebuilds in a row, with the last cause. dK/eNN is extent N of dimension K; pK/gNN a parity of dimension K.");
  }

  private void rebuilds(LayoutReport report) {
    page.append("<h2>Rebuilds under way</h2>\n");
    if (report.rebuilds().isEmpty()) {
      paragraph("None.");
      return;
    }
    page.append("<table>\n");
    header("Table", "Super-extent", "Extent", "DataNode");
    for (Rebuild one : report.rebuilds()) {
      cells(one.table(), Long.toString(one.number()), name(one.extent()), one.node());
    }
    page.append("</table>\n");
  }

  private void header(String... names) {
    page.append("<tr>");
    for (String name : names) {
      page.append("<th>").append(escape(name)).append("</th>");
    }
    page.append("</tr>\n");
  }

  private void cells(String... texts) {
    page.append("<tr>");
    for (String text : texts) {
      page.append("<td>").append(escape(text)).append("</td>");
    }
    page.append("</tr>\n");
  }

  private void paragraph(String text) {
    page.append("<p>").append(escape(text)).append("</p>\n");
  }

  private static String names(Collection<Extent> extents) {
    return extents.stream().map(LayoutPage::name).sorted().collect(Collectors.joining(", "));
  }

  private static String failures(Map<Extent, RebuildFailures> failures) {
    return failures.entrySet().stream()
        .map(
            one ->
                "%s: %d, %s"
                    .formatted(
                        name(one.getKey()),
                        one.getValue().number(),
                        EnumNames.dashed(one.getValue().last())))
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private static String name(Extent extent) {
    if (extent instanceof ParityExtent parity) {
      return "p%d/g%02d-%d".formatted(parity.dimension(), parity.group(), parity.index());
    }
    return "d%d/e%02d".formatted(extent.dimension(), ((DataExtent) extent).extent());
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
