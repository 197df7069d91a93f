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

import io.trident.benchmarks.figures.SchedulingTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The paper's Figure 18: the time to schedule n tasks on r nodes, with pruning off and as
 * published, and what is shipped instead. The data are in a file beside the pictures.
 */
final class Figure18 {
  private static final String NAME = "figure-18";

  private Figure18() {}

  /** Writes the data of the figure. */
  static void save(List<OperationMeasurement> measurements, Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# Java %s, %d processors of %s; milliseconds a call"
            .formatted(
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.arch")));
    lines.add(SchedulingTimes.HEAD);
    for (OperationMeasurement one : measurements) {
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
    SchedulingTimes.read(directory.resolve(NAME + ".csv")).draw(directory, NAME);
  }
}
