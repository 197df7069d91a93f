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
package io.trident.benchmarks.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The paper's Figure 18: the time to match n tasks with r nodes, with pruning off and as published,
 * and what is shipped instead; measured by JMH ({@code docs/benchmarks.md}), which the command line
 * does not bring.
 */
public final class SchedulingTimes {
  /** The columns of the data. */
  public static final String HEAD = "solver,tasks,nodes,slots,median_ms,min_ms,max_ms,cpu_ms";

  private static final String RESOURCE = "figure-18.csv";
  private static final int COLUMNS = 8;
  private static final Map<String, String> SETUPS =
      Map.of("HUNGARIAN", "unpruned", "PUBLISHED", "published", "TRANSPORTATION", "trident");

  private final List<Point> points;

  private SchedulingTimes(List<Point> points) {
    this.points = points;
  }

  private record Point(
      String solver, int tasks, int nodes, double median, double min, double max) {}

  /** Reads the data that were last measured and committed. */
  static SchedulingTimes committed() throws IOException {
    InputStream file =
        Objects.requireNonNull(SchedulingTimes.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return parse(RESOURCE, lines.lines().toList());
    }
  }

  /**
   * Reads data.
   *
   * @throws IOException naming the line, if one is not of the form {@link #HEAD}
   */
  public static SchedulingTimes read(Path file) throws IOException {
    return parse(file.toString(), Files.readAllLines(file));
  }

  private static SchedulingTimes parse(String name, List<String> lines) throws IOException {
    List<Point> points = new ArrayList<>();
    for (String line : lines) {
      if (!line.startsWith("#") && !line.equals(HEAD)) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS) {
          throw new IOException("%s: not of the form %s: %s".formatted(name, HEAD, line));
        }
        points.add(
            new Point(
                cells[0],
                Integer.parseInt(cells[1]),
                Integer.parseInt(cells[2]),
                Double.parseDouble(cells[4]),
                Double.parseDouble(cells[5]),
                Double.parseDouble(cells[6])));
      }
    }
    return new SchedulingTimes(points);
  }

  /** Draws the figure, as {@code name.svg} and {@code name.png}. */
  public void draw(Path directory, String name) throws IOException {
    LogLogPanels panels = new LogLogPanels("nodes", 5, 20_000, "median time of a call (ms)");
    addPanel(panels, "a) pruning off: dense Hungarian", "HUNGARIAN");
    addPanel(panels, "b) pruning as published", "PUBLISHED");
    addPanel(panels, "c) exact, sparse: Trident", "TRANSPORTATION");
    panels.write(directory, name);
  }

  private void addPanel(LogLogPanels panels, String title, String solver) {
    Map<Integer, Map<Integer, Double>> byTasks = new TreeMap<>();
    for (Point point : points) {
      if (point.solver().equals(solver)) {
        byTasks
            .computeIfAbsent(point.tasks(), tasks -> new TreeMap<>())
            .put(point.nodes(), point.median());
      }
    }
    Map<String, Map<Integer, Double>> series = new LinkedHashMap<>();
    byTasks.forEach(
        (tasks, line) -> series.put(String.format(Locale.ROOT, "%,d tasks", tasks), line));
    panels.add(title, series);
  }

  /** Returns the numbers: groups are {@code tasks x nodes}. */
  FigureData data() {
    return new FigureData(
        Figure.FIGURE_18,
        points.stream()
            .map(
                point ->
                    new Value(
                        SETUPS.getOrDefault(point.solver(), point.solver()),
                        point.tasks() + " x " + point.nodes(),
                        Metric.MILLISECONDS,
                        point.median(),
                        point.min(),
                        point.max(),
                        0,
                        1))
            .toList());
  }
}
