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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Figure18Test {
  @TempDir private Path directory = Path.of("");

  private static OperationMeasurement measurement(Solver solver, String size, double millis) {
    return new OperationMeasurement(
        "match",
        Map.of("solver", solver.name(), "size", size),
        millis,
        millis / 2,
        millis * 2,
        millis,
        0);
  }

  private static List<OperationMeasurement> measurements() {
    List<OperationMeasurement> all = new ArrayList<>();
    for (Solver solver : List.of(Solver.HUNGARIAN, Solver.PUBLISHED, Solver.TRANSPORTATION)) {
      for (String size : List.of("8x8x1", "8x1024x1", "1024x8x1", "1024x1024x1")) {
        Size parsed = Size.parse(size);
        all.add(measurement(solver, size, 1e-4 * parsed.tasks() * parsed.nodes()));
      }
    }
    return all;
  }

  /** A JDK on a machine without fonts cannot draw. */
  private static boolean fontsArePresent() {
    try {
      return GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts().length > 0;
    } catch (RuntimeException | LinkageError e) {
      return false;
    }
  }

  @Test
  void isDrawnAgainFromItsData() throws IOException {
    assumeTrue(fontsArePresent(), "fonts");
    Figure18.save(measurements(), directory);
    Figure18.draw(directory);

    String svg = Files.readString(directory.resolve("figure-18.svg"));
    assertThat(svg).contains("nodes", "1,024 tasks", "pruning off", "as published");
    BufferedImage png = ImageIO.read(directory.resolve("figure-18.png").toFile());
    assertThat(png.getWidth()).isGreaterThan(2 * png.getHeight());
    assertThat(coloursOf(png)).as("lines of two colours").contains(0x0072B2, 0xE69F00);
    Files.delete(directory.resolve("figure-18.svg"));
    Figure18.draw(directory);
    assertThat(directory.resolve("figure-18.svg")).hasContent(svg);
  }

  @Test
  void theDataHaveUnits() throws IOException {
    Figure18.save(measurements(), directory);

    assertThat(Files.readAllLines(directory.resolve("figure-18.csv")))
        .hasSize(14)
        .contains("solver,tasks,nodes,slots,median_ms,min_ms,max_ms,cpu_ms")
        .contains("PUBLISHED,8,1024,1,0.8192,0.4096,1.6384,0.8192");
  }

  @Test
  void otherDataAreRefused() throws IOException {
    Files.writeString(directory.resolve("figure-18.csv"), "HUNGARIAN,8\n");

    assertThatThrownBy(() -> Figure18.draw(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("HUNGARIAN,8");
  }

  private static List<Integer> coloursOf(BufferedImage image) {
    return Arrays.stream(
            image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
        .map(rgb -> rgb & 0xFFFFFF)
        .distinct()
        .boxed()
        .toList();
  }
}
