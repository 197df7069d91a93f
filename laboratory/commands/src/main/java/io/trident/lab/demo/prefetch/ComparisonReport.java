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
package io.trident.lab.demo.prefetch;

import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.demo.Page;
import io.trident.lab.demo.Svg;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The result as one HTML page without outside parts. */
final class ComparisonReport {
  private static final int WIDTH = 960;
  private static final int LEFT = 150;
  private static final int BAR = 24;
  private static final String WASTED = "#8b98a5";

  private final PrefetcherComparisonResult result;

  ComparisonReport(PrefetcherComparisonResult result) {
    this.result = result;
  }

  String html() throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("headline", headline());
    parts.put("setup", setup());
    parts.put("legend", legend());
    parts.put("shares", shares());
    parts.put("rows", rows());
    return Page.of("prefetchers.html", parts);
  }

  private String headline() {
    StringBuilder out = new StringBuilder();
    for (PrefetcherName name :
        new PrefetcherName[] {
          PrefetcherName.PREFETCH_ALL, PrefetcherName.TRIDENT, PrefetcherName.TRIDENT_DELAY
        }) {
      row("trident", name)
          .ifPresent(
              row ->
                  out.append(
                      "%s: %s of the maps read from memory, %s of the prefetched blocks wasted. "
                          .formatted(
                              title(name),
                              ComparisonTable.percent(row.memoryShare()),
                              ComparisonTable.percent(row.wastedShare()))));
    }
    return out.isEmpty() ? "Prefetchers compared" : out.toString().strip();
  }

  private Optional<PrefetcherComparisonResult.Row> row(
      String scheduler, PrefetcherName prefetcher) {
    return result.rows().stream()
        .filter(row -> row.scheduler().equals(scheduler) && row.prefetcher() == prefetcher)
        .findFirst();
  }

  static String title(PrefetcherName prefetcher) {
    return switch (prefetcher) {
      case NONE -> "None";
      case PREFETCH_ALL -> "PrefetchAll";
      case TRIDENT -> "Trident-D";
      case TRIDENT_DELAY -> "Trident+D";
      case ORACLE -> "Oracle";
    };
  }

  private String setup() {
    ComparisonOptions options = result.options();
    return ("%d nodes in %d racks, room for %d tasks on each; %d blocks of %.1f MB, three replicas"
            + " each, all on disks. A node's disk gives %.1f MB/s. %d runs of each pair.")
        .formatted(
            options.size().nodes(),
            options.size().racks(),
            options.size().slotsPerNode(),
            options.size().blocks(),
            options.size().blockBytes() / 1e6,
            options.diskBytesPerSecond() / 1e6,
            options.repeats());
  }

  private static String legend() {
    StringBuilder out = new StringBuilder("<p class='legend'>");
    for (CopySource from : CopySource.values()) {
      out.append(key(from.colour(), "read from " + from.label()));
    }
    return out.append(key(WASTED, "prefetched, but not read from memory"))
        .append("</p>")
        .toString();
  }

  private static String key(String colour, String text) {
    return "<span><i style='background:%s'></i>%s</span>".formatted(colour, text);
  }

  /** Shares of the maps by where they read, and beyond 100 % what was wasted: as Figure 16. */
  private String shares() {
    StringBuilder out = new StringBuilder();
    for (var scheduler : result.options().schedulers()) {
      Svg svg =
          new Svg(WIDTH, "Shares of reads with the %s scheduler".formatted(scheduler.label()));
      double scale = (WIDTH - LEFT - 60) / 2.0;
      double y = 0;
      for (PrefetcherComparisonResult.Row row : result.rows()) {
        if (row.scheduler().equals(scheduler.label())) {
          bar(svg, row, y, scale);
          y += BAR + 8;
        }
      }
      out.append("<h3>")
          .append(Svg.escape(scheduler.label()))
          .append(" scheduler</h3>")
          .append(svg);
    }
    return out.toString();
  }

  private static void bar(Svg svg, PrefetcherComparisonResult.Row row, double y, double scale) {
    svg.text(0, y + 17, "label", title(row.prefetcher()));
    double x = LEFT;
    for (CopySource from : CopySource.values()) {
      double share = row.share(from);
      if (share > 0) {
        String text = ComparisonTable.percent(share);
        String fill = "fill='" + from.colour() + "'";
        svg.rect(x, y, share * scale, BAR, 0, fill, text + " from " + from.label());
        if (share > 0.1) {
          svg.text(x + share * scale / 2, y + 16, "onbar middle", text);
        }
        x += share * scale;
      }
    }
    double wasted = row.wastedPerBlock();
    if (wasted > 0) {
      svg.rect(
          LEFT + scale + 3,
          y,
          wasted * scale,
          BAR,
          0,
          "fill='" + WASTED + "'",
          "%d of %d prefetched blocks".formatted(row.wasted(), row.requested()));
    }
    if (row.requested() > 0) {
      svg.text(
          LEFT + (1 + wasted) * scale + 10,
          y + 16,
          "small",
          ComparisonTable.percent(row.wastedShare()) + " wasted");
    }
  }

  private String rows() {
    StringBuilder out = new StringBuilder();
    for (PrefetcherComparisonResult.Row row : result.rows()) {
      out.append(
          ("<tr><td>%s</td><td>%s</td><td class='num'>%s</td><td class='num'>%d</td>"
                  + "<td class='num'>%d</td><td class='num'>%.1f s</td><td class='num'>%s</td>"
                  + "<td class='num'>%s</td></tr>%n")
              .formatted(
                  Svg.escape(row.scheduler()),
                  title(row.prefetcher()),
                  ComparisonTable.percent(row.memoryShare()),
                  row.requested(),
                  row.wasted(),
                  row.medianSeconds(),
                  row.spread(),
                  ComparisonTable.error(row)));
    }
    return out.toString();
  }
}
