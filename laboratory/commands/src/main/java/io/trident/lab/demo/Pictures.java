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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The pictures of the report. */
final class Pictures {
  private static final int WIDTH = 960;
  private static final String INK = "fill='#22313f'";
  private static final String CARD = "fill='#ffffff' stroke='#d8dfe6'";
  private static final String GROUND = "fill='#eef2f5'";

  private final DemoResult result;

  Pictures(DemoResult result) {
    this.result = result;
  }

  /** Racks, nodes and the input replicas on each node's media, over all jobs. */
  String cluster() {
    Map<String, List<String>> racks = new LinkedHashMap<>();
    for (String rack : new TreeSet<>(result.racks().values())) {
      racks.put(rack, new ArrayList<>());
    }
    result.racks().forEach((node, rack) -> racks.getOrDefault(rack, new ArrayList<>()).add(node));
    List<Source> media = List.of(Source.MEMORY, Source.SSD, Source.DISK);
    long most = 1;
    for (String node : result.racks().keySet()) {
      for (Source source : media) {
        most = Math.max(most, held(node, source));
      }
    }
    Svg svg = new Svg(WIDTH, "Racks, nodes and the replicas on each medium");
    int perRow = 3;
    double gap = 16;
    double rackWidth = (WIDTH - gap * (Math.min(2, racks.size()) - 1)) / Math.min(2, racks.size());
    double y = 0;
    int column = 0;
    double rowHeight = 0;
    for (Map.Entry<String, List<String>> rack : racks.entrySet()) {
      double x = column * (rackWidth + gap);
      int rows = (rack.getValue().size() + perRow - 1) / perRow;
      double height = 40 + rows * 124.0;
      svg.rect(x, y, rackWidth, height, 12, GROUND, "");
      svg.text(x + 16, y + 25, "rack", "rack " + rack.getKey());
      double cardWidth = (rackWidth - 16 * (perRow + 1)) / perRow;
      for (int i = 0; i < rack.getValue().size(); i++) {
        double cx = x + 16 + i % perRow * (cardWidth + 16);
        double cy = y + 38 + i / perRow * 124.0;
        card(svg, cx, cy, cardWidth, rack.getValue().get(i), media, most);
      }
      rowHeight = Math.max(rowHeight, height);
      column++;
      if (column == 2) {
        column = 0;
        y += rowHeight + gap;
        rowHeight = 0;
      }
    }
    return svg.toString();
  }

  private void card(
      Svg svg, double x, double y, double width, String node, List<Source> media, long most) {
    svg.rect(x, y, width, 108, 8, CARD, "");
    svg.text(x + 12, y + 22, "node", node);
    for (int i = 0; i < media.size(); i++) {
      Source source = media.get(i);
      long count = held(node, source);
      double by = y + 36 + i * 23;
      svg.text(x + 12, by + 11, "small", source.label());
      svg.rect(
          x + 66,
          by,
          (width - 104) * count / most,
          14,
          3,
          Svg.fill(source),
          "%d replicas on %s of %s".formatted(count, source.label(), node));
      svg.text(x + width - 10, by + 11, "small end", Long.toString(count));
    }
  }

  private long held(String node, Source source) {
    return result.replicas().values().stream()
        .mapToLong(perNode -> perNode.getOrDefault(node, Map.of()).getOrDefault(source, 0L))
        .sum();
  }

  /** Every task as a square on the node that it ran on, coloured by where it read from. */
  String tasksPerNode() {
    StringBuilder out = new StringBuilder();
    List<String> nodes = List.copyOf(result.racks().keySet());
    for (String job : result.jobs()) {
      out.append("<h3>").append(job).append("</h3><div class='pair'>");
      for (String scheduler : result.schedulers()) {
        result
            .run(scheduler, job)
            .ifPresent(
                run -> out.append("<figure>").append(stacks(run, nodes)).append("</figure>"));
      }
      out.append("</div>\n");
    }
    return out.toString();
  }

  private static String stacks(DemoRun run, List<String> nodes) {
    int width = WIDTH / 2;
    Svg svg = new Svg(width, "%s, %s: tasks per node".formatted(run.job(), run.scheduler()));
    double columnWidth = (double) width / nodes.size();
    double side = Math.min(22, (columnWidth - 14) / 2 - 3);
    Map<String, List<DemoRead>> tasks = new LinkedHashMap<>();
    nodes.forEach(node -> tasks.put(node, new ArrayList<>()));
    for (DemoRead task : run.tasks()) {
      tasks.computeIfAbsent(task.node(), key -> new ArrayList<>()).add(task);
    }
    int tallest = tasks.values().stream().mapToInt(list -> (list.size() + 1) / 2).max().orElse(1);
    double floor = 30 + Math.max(3, tallest) * (side + 3);
    svg.text(0, 16, "engine", Report.title(run.scheduler()));
    svg.text(
        width,
        16,
        "small end",
        "%d of %d from memory".formatted(run.count(Source.MEMORY), run.tasks().size()));
    for (int column = 0; column < nodes.size(); column++) {
      double x = column * columnWidth;
      List<DemoRead> here = new ArrayList<>(tasks.getOrDefault(nodes.get(column), List.of()));
      here.sort((a, b) -> a.source().compareTo(b.source()));
      for (int i = 0; i < here.size(); i++) {
        DemoRead task = here.get(i);
        svg.rect(
            x + columnWidth / 2 - side - 1.5 + i % 2 * (side + 3),
            floor - (i / 2 + 1) * (side + 3),
            side,
            side,
            4,
            Svg.fill(task.source()),
            "task %d on %s: %s (served by %s), cost %s"
                .formatted(
                    task.task(),
                    task.node(),
                    Report.describe(task.source()),
                    task.server(),
                    Runs.number(task.cost())));
      }
      svg.line(x + 6, floor + 2, x + columnWidth - 6, floor + 2, "stroke='#b6c2cd'");
      svg.text(x + columnWidth / 2, floor + 18, "small middle", nodes.get(column));
    }
    return svg.toString();
  }

  /** The share of each source, one bar per run. */
  String shares() {
    Svg svg = new Svg(WIDTH, "Share of tasks by source");
    double x = 180;
    double length = WIDTH - x - 10;
    double y = 4;
    for (DemoRun run : Runs.ordered(result)) {
      svg.text(0, y + 19, "label", run.job() + ", " + run.scheduler());
      double at = x;
      for (Source source : Source.values()) {
        double w = length * run.share(source);
        if (w > 0) {
          svg.rect(
              at,
              y,
              w - 1,
              28,
              3,
              Svg.fill(source),
              "%d tasks: %s".formatted(run.count(source), Report.describe(source)));
          if (w > 42) {
            svg.text(
                at + w / 2, y + 19, "onbar middle", "%.0f %%".formatted(100 * run.share(source)));
          }
        }
        at += w;
      }
      y += run.scheduler().equals("trident") ? 48 : 34;
    }
    return svg.toString();
  }

  /** Cost of each run and the proven optimum for the same containers. */
  String costs() {
    Svg svg = new Svg(WIDTH, "Cost and optimum of each run");
    double most = result.runs().stream().mapToDouble(DemoRun::cost).max().orElse(1);
    double x = 180;
    double length = WIDTH - x - 200;
    double y = 4;
    for (DemoRun run : Runs.ordered(result)) {
      String colour = run.scheduler().equals("trident") ? "fill='#0f9d8a'" : "fill='#a9b6c2'";
      svg.text(0, y + 19, "label", run.job() + ", " + run.scheduler());
      double w = length * run.cost() / most;
      double optimum = x + length * run.optimalCost() / most;
      svg.rect(x, y, w, 28, 3, colour, "cost " + Runs.number(run.cost()));
      svg.rect(optimum - 1.5, y - 4, 3, 36, 1.5, INK, "optimum " + Runs.number(run.optimalCost()));
      svg.text(
          Math.max(x + w, optimum) + 12,
          y + 19,
          "label",
          run.cost() <= run.optimalCost() + 1e-6
              ? "%s = optimum".formatted(Runs.number(run.cost()))
              : "%s, optimum %s"
                  .formatted(Runs.number(run.cost()), Runs.number(run.optimalCost())));
      y += run.scheduler().equals("trident") ? 52 : 36;
    }
    return svg.toString();
  }
}
