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
package io.trident.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The demo's result as one HTML page without outside parts. */
final class Report {
  private final DemoResult result;

  Report(DemoResult result) {
    this.result = result;
  }

  String html() throws IOException {
    Pictures pictures = new Pictures(result);
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("headline", headline());
    parts.put("tiles", tiles());
    parts.put("setup", setup());
    parts.put("legend", legend());
    parts.put("cluster", pictures.cluster());
    parts.put("tasks", pictures.tasksPerNode());
    parts.put("shares", pictures.shares());
    parts.put("costs", pictures.costs());
    parts.put("costText", costText());
    parts.put("times", times());
    parts.put("details", details());
    String page = template();
    for (Map.Entry<String, String> part : parts.entrySet()) {
      page = page.replace("{{" + part.getKey() + "}}", part.getValue());
    }
    return page;
  }

  private String headline() {
    return "With Trident, %d of %d map tasks read from memory on their own node. With stock Hadoop, %d of %d."
        .formatted(
            result.total("trident", Source.MEMORY),
            result.total("trident"),
            result.total("stock", Source.MEMORY),
            result.total("stock"));
  }

  private String tiles() {
    StringBuilder out = new StringBuilder();
    for (Engine engine : Engine.values()) {
      int total = Math.max(1, result.total(engine.label()));
      out.append(
          """
          <div class="tile %s"><div class="who">%s</div>
          <div class="big">%.0f<small> %%</small></div>
          <div class="what">of map tasks memory-local</div>
          <div class="cost">total cost %s</div></div>
          """
              .formatted(
                  engine.label(),
                  engine == Engine.TRIDENT ? "Trident" : "Stock Hadoop",
                  100.0 * result.total(engine.label(), Source.MEMORY) / total,
                  Runs.number(result.totalCost(engine.label()))));
    }
    return out.toString();
  }

  private String setup() {
    DemoOptions options = result.options();
    return """
        %d nodes in %d racks, each with a memory, an SSD and a disk volume and room for %d
        containers. Each job reads %d blocks of %.1f MB, one map task per block. HDFS put the three
        replicas of each block on three nodes, one on each medium.
        """
        .formatted(
            options.nodes(),
            options.racks(),
            options.slotsPerNode(),
            options.blocks(),
            options.blockBytes() / 1e6);
  }

  private static String legend() {
    StringBuilder out = new StringBuilder("<p class='legend'>");
    for (Source source : Source.values()) {
      out.append(
          "<span><i style='background:%s'></i>%s</span>"
              .formatted(source.colour(), describe(source)));
    }
    return out.append("</p>").toString();
  }

  static String describe(Source source) {
    return switch (source) {
      case MEMORY -> "memory, own node";
      case SSD -> "SSD, own node";
      case DISK -> "disk, own node";
      case RACK -> "other node, same rack";
      case REMOTE -> "other rack";
    };
  }

  private String costText() {
    boolean optimal =
        result.runs().stream()
            .filter(run -> run.scheduler().equals("trident"))
            .allMatch(run -> run.cost() <= run.optimalCost() + 1e-6);
    return optimal
        ? "Trident reached the optimum in every run: for the containers that it got, no assignment"
            + " of tasks to containers costs less."
        : "In this run Trident stayed above the optimum. It matches the containers of one heartbeat"
            + " at a time; the optimum here is that of all the run's containers taken together.";
  }

  private String times() {
    StringBuilder out = new StringBuilder();
    for (DemoJob job : DemoJob.values()) {
      out.append("<tr><td>").append(job.label()).append("</td>");
      for (Engine engine : Engine.values()) {
        out.append("<td class='num'>")
            .append(
                result
                    .run(engine.label(), job.label())
                    .map(run -> "%.1f s".formatted(run.seconds()))
                    .orElse("-"))
            .append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.toString();
  }

  private String details() {
    StringBuilder out = new StringBuilder();
    for (JobRun run : Runs.ordered(result)) {
      out.append(
          "<details><summary>%s, %s</summary><table><thead><tr>"
              .formatted(run.job(), run.scheduler()));
      out.append(
          "<th>task</th><th>ran on</th><th>served by</th><th>from</th><th class='num'>cost</th>"
              + "<th class='num'>lowest anywhere</th></tr></thead><tbody>");
      for (TaskRead task : run.tasks()) {
        out.append(
            "<tr><td>%d</td><td>%s</td><td>%s</td><td><i style='background:%s'></i>%s</td><td class='num'>%s</td><td class='num'>%s</td></tr>%n"
                .formatted(
                    task.task(),
                    Svg.escape(task.node()),
                    Svg.escape(task.server()),
                    task.source().colour(),
                    describe(task.source()),
                    Runs.number(task.cost()),
                    Runs.number(task.lowestCost())));
      }
      out.append("</tbody></table></details>\n");
    }
    return out.toString();
  }

  private static String template() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Report.class.getResourceAsStream("report.html"), "report.html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
