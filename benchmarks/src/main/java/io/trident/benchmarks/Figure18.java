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
package io.trident.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The paper's Figure 18: the time to schedule n tasks on r nodes, with pruning off and as
 * published, and what is shipped instead. The data are in a file beside the pictures.
 */
final class Figure18 {
  private static final String NAME = "figure-18";
  private static final String HEAD = "solver,tasks,nodes,slots,median_ms,min_ms,max_ms,cpu_ms";
  private static final int COLUMNS = 8;

  private Figure18() {}

  /** A line of the file. */
  private record Point(Solver solver, Size size, double millis) {}

  /** Writes the data of the figure. */
  static void save(List<Measurement> measurements, Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# Java %s, %d processors of %s; milliseconds a call"
            .formatted(
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.arch")));
    lines.add(HEAD);
    for (Measurement one : measurements) {
      Size size = Size.parse(one.parameter("size"));
      lines.add(
          String.format(
              Locale.ROOT,
              "%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f",
              one.parameter("solver"),
              size.tasks(),
              size.nodes(),
              size.slots(),
              one.medianMillis(),
              one.minMillis(),
              one.maxMillis(),
              one.cpuMillis()));
    }
    Files.createDirectories(directory);
    Files.write(directory.resolve(NAME + ".csv"), lines);
  }

  /** Draws the figure from its data, as SVG and as PNG. */
  static void draw(Path directory) throws IOException {
    List<Point> points = read(directory.resolve(NAME + ".csv"));
    LogLogPanels panels = new LogLogPanels("nodes", 5, 20_000, "median time of a call (ms)");
    addPanel(panels, "a) pruning off: dense Hungarian", Solver.HUNGARIAN, points);
    addPanel(panels, "b) pruning as published", Solver.PUBLISHED, points);
    addPanel(panels, "c) exact, sparse: Trident", Solver.TRANSPORTATION, points);
    panels.write(directory, NAME);
  }

  private static void addPanel(
      LogLogPanels panels, String title, Solver solver, List<Point> points) {
    Map<Integer, Map<Integer, Double>> byTasks = new TreeMap<>();
    for (Point point : points) {
      if (point.solver() == solver) {
        byTasks
            .computeIfAbsent(point.size().tasks(), tasks -> new TreeMap<>())
            .put(point.size().nodes(), point.millis());
      }
    }
    Map<String, Map<Integer, Double>> series = new LinkedHashMap<>();
    byTasks.forEach(
        (tasks, line) -> series.put(String.format(Locale.ROOT, "%,d tasks", tasks), line));
    panels.add(title, series);
  }

  private static List<Point> read(Path file) throws IOException {
    List<Point> points = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#") && !line.equals(HEAD)) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS) {
          throw new IOException("%s: not of the form %s: %s".formatted(file, HEAD, line));
        }
        points.add(
            new Point(
                Solver.valueOf(cells[0]),
                new Size(
                    Integer.parseInt(cells[1]),
                    Integer.parseInt(cells[2]),
                    Integer.parseInt(cells[3])),
                Double.parseDouble(cells[4])));
      }
    }
    return points;
  }
}
