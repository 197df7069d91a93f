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
package io.trident.lab.demo;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

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
    parts.put("host", host().title());
    parts.put("switchOn", host().switchOn);
    parts.put("command", host().command);
    parts.put("details", details());
    return Page.of("report.html", parts);
  }

  private String headline() {
    return "With Trident, %d of %d %s read from memory on their own node. With stock %s, %d of %d."
        .formatted(
            result.total("trident", Source.MEMORY),
            result.total("trident"),
            host().tasks(),
            host().title(),
            result.total("stock", Source.MEMORY),
            result.total("stock"));
  }

  private String tiles() {
    StringBuilder out = new StringBuilder();
    for (String scheduler : result.schedulers()) {
      int total = Math.max(1, result.total(scheduler));
      out.append(
          """
          <div class="tile %s"><div class="who">%s</div>
          <div class="big">%.0f<small> %%</small></div>
          <div class="what">of tasks memory-local</div>
          <div class="cost">total cost %s</div></div>
          """
              .formatted(
                  scheduler,
                  title(scheduler),
                  100.0 * result.total(scheduler, Source.MEMORY) / total,
                  Runs.number(result.totalCost(scheduler))));
    }
    return out.toString();
  }

  private String setup() {
    DemoOptions options = result.options();
    return """
        %d nodes in %d racks, each with a memory, an SSD and a disk volume and room for %d
        tasks. Each job reads %d blocks of %.1f MB, one task per block. HDFS put the three
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

  /** Returns a scheduler's name for people. */
  static String title(String scheduler) {
    return switch (scheduler) {
      case "stock" -> "Stock";
      case "h-scheduler" -> "H-Scheduler";
      case "quartet" -> "Quartet";
      case "trident" -> "Trident";
      default -> Svg.escape(scheduler);
    };
  }

  private Host host() {
    return result.engine().equals("spark") ? Host.SPARK : Host.MAPREDUCE;
  }

  /** What the report states about the engine that ran the jobs. */
  private enum Host {
    MAPREDUCE(
        "Hadoop",
        "map tasks",
        "On the client it is one option, for a single job or for all:",
        "hadoop jar your-job.jar -Dmapreduce.framework.name=trident-yarn ..."),
    SPARK(
        "Spark",
        "tasks",
        "It is two lines of spark-defaults.conf, or two options of one application:",
        "spark-submit --conf spark.plugins=org.apache.spark.scheduler.trident.TridentPlugin \\\n"
            + "  --jars trident-spark.jar ...");

    private final String title;
    private final String tasks;
    private final String switchOn;
    private final String command;

    Host(String title, String tasks, String switchOn, String command) {
      this.title = title;
      this.tasks = tasks;
      this.switchOn = switchOn;
      this.command = command;
    }

    String title() {
      return title;
    }

    String tasks() {
      return tasks;
    }
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
        ? "Trident reached the optimum in every run: for the slots that it got, no assignment of tasks"
            + " to slots costs less."
        : "In this run Trident stayed above the optimum. It matches the slots that are offered at"
            + " one time; the optimum here is that of all the run's slots taken together.";
  }

  private String times() {
    StringBuilder out = new StringBuilder("<tr><th>job</th>");
    for (String scheduler : result.schedulers()) {
      out.append("<th class='num'>").append(title(scheduler)).append("</th>");
    }
    out.append("</tr>\n");
    for (String job : result.jobs()) {
      out.append("<tr><td>").append(job).append("</td>");
      for (String scheduler : result.schedulers()) {
        out.append("<td class='num'>")
            .append(
                result
                    .run(scheduler, job)
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
    for (DemoRun run : Runs.ordered(result)) {
      out.append(
          "<details><summary>%s, %s</summary><table><thead><tr>"
              .formatted(run.job(), run.scheduler()));
      out.append(
          "<th>task</th><th>ran on</th><th>served by</th><th>from</th><th class='num'>cost</th>"
              + "<th class='num'>lowest anywhere</th></tr></thead><tbody>");
      for (DemoRead task : run.tasks()) {
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
}
