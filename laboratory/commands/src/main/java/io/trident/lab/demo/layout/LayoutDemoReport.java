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
package io.trident.lab.demo.layout;

import io.trident.core.layout.DataExtent;
import io.trident.lab.demo.Page;
import io.trident.lab.demo.Svg;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The result as one HTML page without outside parts. */
final class LayoutDemoReport {
  private static final int WIDTH = 960;
  private static final int LEFT = 130;
  private static final int CELL = 18;
  private static final int GAP = 3;
  private static final int BAR = 20;
  private static final String IDLE = "#dfe5ea";
  private static final String REBUILT = "#d9822b";
  private static final String READ = "#0f9d8a";
  private static final String SCAN = "#8b98a5";

  private final LayoutDemoResult result;

  LayoutDemoReport(LayoutDemoResult result) {
    this.result = result;
  }

  String html() throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("headline", Svg.escape(headline()));
    parts.put("setup", Svg.escape(setup()));
    parts.put("lost", grid("Extents that were rebuilt", named(result.recovery().lost()), REBUILT));
    parts.put("recovery", Svg.escape(recovery()));
    parts.put("queries", queries());
    parts.put("rows", rows());
    return Page.of("layout.html", parts);
  }

  private String headline() {
    Recovery recovery = result.recovery();
    return text(
        "%d lost extents rebuilt in place in %.1f s, and %d of %d queries read less than a scan.",
        recovery.rebuilt(),
        recovery.seconds(),
        result.queries().stream().filter(query -> query.bytesRead() < query.bytesScan()).count(),
        result.queries().size());
  }

  private String setup() {
    return text(
        "%d nodes in %d racks. %.1f MB of rows, in %d super-extents of %d extents, in %d copies"
            + " (dimensions) that are partitioned by %s; with parities they take %.1f MB, where three"
            + " equal copies take %.1f MB. The conversion took %.0f s.",
        result.options().nodes(),
        result.options().racks(),
        result.sourceBytes() / 1e6,
        result.superExtents(),
        result.options().extents(),
        result.dimensions().size(),
        String.join(", ", result.dimensions()),
        result.tableBytes() / 1e6,
        3 * result.sourceBytes() / 1e6,
        result.conversionSeconds());
  }

  private String recovery() {
    Recovery recovery = result.recovery();
    return text(
        "%s died with the only replica of %d extents, %.2f MB. From the buckets of the other"
            + " dimensions %d were rebuilt, as the same blocks; DataNodes read %.2f MB for that, %.2f"
            + " bytes for each byte that was lost.",
        recovery.node(),
        recovery.lost().size(),
        recovery.bytesLost() / 1e6,
        recovery.rebuilt(),
        recovery.bytesRead() / 1e6,
        (double) recovery.bytesRead() / Math.max(1, recovery.bytesLost()));
  }

  private static Set<TablePaths.Named> named(List<String> files) {
    return files.stream()
        .flatMap(file -> TablePaths.parse(file).stream())
        .collect(Collectors.toSet());
  }

  /** A row of squares for each dimension: its extents, super-extent by super-extent. */
  private String grid(String label, Set<TablePaths.Named> marked, String colour) {
    Svg svg = new Svg(WIDTH, label);
    int extents = result.options().extents();
    int perLine = Math.max(1, (WIDTH - LEFT) / (extents * CELL + 2 * GAP));
    double y = 0;
    for (int dimension = 0; dimension < result.dimensions().size(); dimension++) {
      svg.text(0, y + CELL - 5, "label", result.dimensions().get(dimension));
      for (int superExtent = 0; superExtent < result.superExtents(); superExtent++) {
        if (superExtent > 0 && superExtent % perLine == 0) {
          y += CELL;
        }
        double x = LEFT + (superExtent % perLine) * (extents * CELL + 2.0 * GAP);
        for (int extent = 0; extent < extents; extent++) {
          TablePaths.Named one =
              new TablePaths.Named(superExtent, new DataExtent(dimension, extent));
          svg.rect(
              x + extent * CELL,
              y,
              CELL - GAP,
              CELL - GAP,
              2,
              "fill='%s'".formatted(marked.contains(one) ? colour : IDLE),
              text(
                  "%s, super-extent %d, extent %d",
                  result.dimensions().get(dimension), superExtent, extent));
        }
      }
      y += CELL + 2 * GAP;
    }
    return svg.toString();
  }

  private String queries() {
    StringBuilder out = new StringBuilder();
    for (QueryResult query : result.queries()) {
      out.append("<h3>").append(Svg.escape(query.name())).append("</h3><pre>");
      out.append(Svg.escape(query.sql())).append("</pre>");
      out.append(grid("Extents with rows of " + query.name(), named(query.files()), READ));
      out.append(bars(query));
    }
    return out.toString();
  }

  private static String bars(QueryResult query) {
    Svg svg = new Svg(WIDTH, "Bytes read by " + query.name());
    double scale =
        (WIDTH - LEFT - 110.0) / Math.max(1, Math.max(query.bytesScan(), query.bytesRead()));
    double y = 6;
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("this table", query.bytesRead());
    values.put("as it was", query.bytesScan());
    for (Map.Entry<String, Long> bar : values.entrySet()) {
      double width = bar.getValue() * scale;
      String colour = bar.getKey().equals("this table") ? READ : SCAN;
      svg.text(0, y + BAR - 6, "small", bar.getKey());
      svg.rect(LEFT, y, width, BAR - 4, 2, "fill='%s'".formatted(colour), "");
      svg.text(LEFT + width + 6, y + BAR - 7, "small", text("%.2f MB", bar.getValue() / 1e6));
      y += BAR;
    }
    return svg.toString();
  }

  private String rows() {
    StringBuilder out = new StringBuilder();
    for (QueryResult query : result.queries()) {
      out.append(
          text(
              "<tr><td>%s</td><td>%s</td><td class='num'>%.2f</td><td class='num'>%.2f</td>"
                  + "<td class='num'>%.1f</td><td class='num'>%.1f</td><td class='num'>%,d</td>"
                  + "<td>%s</td></tr>",
              Svg.escape(query.name()),
              Svg.escape(query.dimension()),
              query.bytesRead() / 1e6,
              query.bytesScan() / 1e6,
              query.shuffleBytes() / 1e3,
              query.shuffleBytesScan() / 1e3,
              query.rows(),
              query.equal() ? "equal" : "different"));
    }
    return out.toString();
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
