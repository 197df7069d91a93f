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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
  private static final int MEMORY_GREEN = 0x009E73;

  @TempDir private Path directory = Path.of("");

  private final List<String> simulated = new ArrayList<>();

  /** A JDK on a machine without fonts cannot draw. */
  @BeforeAll
  static void fontsArePresent() {
    boolean fonts;
    try {
      fonts = GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts().length > 0;
    } catch (RuntimeException | LinkageError e) {
      fonts = false;
    }
    assumeTrue(fonts, "fonts");
  }

  private Path out() {
    return directory.resolve("out");
  }

  private String page(Set<ResultSource> sources, Figure... figures) throws IOException {
    simulated.clear();
    Path page =
        new Figures(out(), directory.resolve("data"), sources, 1, 500)
            .make(List.of(figures), (share, what) -> simulated.add(what));
    return Files.readString(page);
  }

  @Test
  void simulatesDrawsAndSetsThePaperBeside() throws IOException {
    String page = page(EnumSet.of(ResultSource.SIMULATOR), Figure.FIGURE_11, Figure.FIGURE_14);

    assertThat(simulated).hasSize(3 * 6).contains("hibench-small, default@disks, repetition 1");
    assertThat(page)
        .contains("![Figure 11: Data locality, HiBench on MapReduce](simulator/figure-11.svg)")
        .contains("| Trident, tiered | all | memory, % of maps | at least 96.0 | ")
        .contains("## Figure 14")
        .contains("Not drawn");
    assertThat(Files.readString(out().resolve("simulator/figure-11.svg")))
        .contains("memory-local", "Trident, disks", "huge");
    BufferedImage png = ImageIO.read(out().resolve("simulator/figure-11.png").toFile());
    assertThat(
            IntStream.of(png.getRGB(0, 0, png.getWidth(), png.getHeight(), null, 0, png.getWidth()))
                .filter(rgb -> (rgb & 0xFFFFFF) == MEMORY_GREEN)
                .count())
        .as("pixels of memory-local bars")
        .isGreaterThan(png.getWidth() * png.getHeight() / 50);
    assertThat(Files.readAllLines(out().resolve("simulator/figure-11.csv")))
        .anyMatch(line -> line.startsWith("trident,huge,local,% of maps,100.0000,"));
    assertThat(out().resolve("simulator/figure-14.svg")).doesNotExist();
  }

  @Test
  void goesOnWhereItWas() throws IOException {
    page(EnumSet.of(ResultSource.SIMULATOR), Figure.FIGURE_11);
    String before = Files.readString(out().resolve("simulator/figure-11.csv"));
    Path lost = out().resolve("runs/hibench-huge-trident-1.jsonl");
    Path stale = out().resolve("runs/hibench-large-quartet-1.jsonl");
    Files.delete(lost);
    Files.writeString(
        stale, Files.readString(stale).replaceFirst("\"memoryMb\":4096", "\"memoryMb\":1"));
    Files.writeString(out().resolve("runs/hibench-huge-trident-1.jsonl.part"), "half a l");

    page(EnumSet.of(ResultSource.SIMULATOR), Figure.FIGURE_11);

    assertThat(simulated)
        .containsExactlyInAnyOrder(
            "hibench-huge, trident, repetition 1", "hibench-large, quartet, repetition 1");
    assertThat(out().resolve("simulator/figure-11.csv")).hasContent(before);
    page(EnumSet.of(ResultSource.SIMULATOR), Figure.FIGURE_11);
    assertThat(simulated).isEmpty();
  }

  @Test
  void theTestBedsResultsAreRead() throws IOException {
    Files.createDirectories(directory.resolve("data"));
    Files.write(
        directory.resolve("data/bed.jsonl"),
        List.of(line("hdfs-one-tier", 100), line("trident", 60), line("h-scheduler", 90)));

    String page = page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_12);

    assertThat(simulated).isEmpty();
    assertThat(page).contains("testbed/figure-12.svg").contains("40.0");
    assertThat(Files.readAllLines(out().resolve("testbed/figure-12.csv")))
        .contains("trident,wordcount,completion,% less,40.0000,40.0000,40.0000,0.0000,1")
        .contains("h-scheduler,wordcount,completion,% less,10.0000,10.0000,10.0000,0.0000,1");
  }

  @Test
  void sparksFiguresAreDrawnFromTheTestBedsRunsOfSparkOnly() throws IOException {
    Files.createDirectories(directory.resolve("data"));
    List<String> mapReduce = List.of(line("hdfs-one-tier", 100), line("trident", 60));
    Files.write(directory.resolve("data/bed.jsonl"), mapReduce);
    String without = page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_14, Figure.FIGURE_15);
    assertThat(without).containsPattern("(?s)Not drawn.*Not drawn").contains("--engine spark");
    assertThat(out().resolve("testbed/figure-14.csv")).doesNotExist();

    Files.write(
        directory.resolve("data/spark.jsonl"),
        Stream.of(line("hdfs-one-tier", 100), line("trident", 25))
            .map(line -> line.replace("\"workload\"", "\"engine\":\"spark\",\"workload\""))
            .toList());
    String page = page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_14, Figure.FIGURE_15);

    assertThat(page)
        .contains("testbed/figure-14.svg", "testbed/figure-15.svg")
        .doesNotContain("Not drawn");
    assertThat(Files.readAllLines(out().resolve("testbed/figure-14.csv")))
        .contains("trident,large,memory,% of maps,75.0000,75.0000,75.0000,0.0000,1");
    assertThat(Files.readAllLines(out().resolve("testbed/figure-15.csv")))
        .contains("trident,wordcount large,completion,% less,75.0000,75.0000,75.0000,0.0000,1");
  }

  @Test
  void aRunThatIsOnFileTwiceIsRefusedUnlessItsMemoryWasTooSmall() throws IOException {
    Files.createDirectories(directory.resolve("data"));
    String huge = line("trident", 100).replace("\"large\"", "\"huge\"");
    String small = huge.replace("\"bytes\":1,", "\"bytes\":80000001,\"memoryMb\":20,");
    Files.write(directory.resolve("data/a.jsonl"), List.of(huge));
    Files.write(
        directory.resolve("data/b.jsonl"), List.of(small.replace("memory-local", "ssd-local")));
    page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_13);
    assertThat(Files.readAllLines(out().resolve("testbed/figure-13.csv")))
        .contains("trident,40 GB,memory,% of maps,75.0000,75.0000,75.0000,0.0000,1")
        .contains("trident,5 GB,ssd,% of maps,75.0000,75.0000,75.0000,0.0000,1");

    Files.write(directory.resolve("data/c.jsonl"), List.of(huge.replace("100", "90")));
    assertThatThrownBy(() -> page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_11))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.jsonl")
        .hasMessageContaining("c.jsonl")
        .hasMessageContaining("wordcount (huge), trident, repetition 1");
  }

  private static String line(String policy, int seconds) {
    return ("{\"source\":\"testbed\",\"scale\":80,\"nodes\":4,\"racks\":1,\"rates\":{},"
            + "\"workload\":\"wordcount\",\"profile\":\"large\",\"bytes\":1,\"policy\":\"%s\","
            + "\"prefetcher\":\"none\",\"repetition\":1,\"seconds\":%d,\"taskSeconds\":%d,"
            + "\"maps\":4,\"locality\":{\"memory-local\":3,\"disk-rack\":1}}")
        .formatted(policy, seconds, 2 * seconds);
  }

  @Test
  void wrongUsageAndWrongFilesAreNamed() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Figures(out(), directory, Set.of(), 0, 500))
        .withMessageContaining("0 repetitions");
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("data/bed.jsonl"), "no result\n");
    assertThatThrownBy(() -> page(EnumSet.of(ResultSource.TESTBED), Figure.FIGURE_12))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Line 1")
        .hasMessageContaining("bed.jsonl");
  }

  @Test
  @Tag("slow")
  void allFiguresAreMade() throws IOException {
    String page = page(EnumSet.of(ResultSource.SIMULATOR), Figure.values());

    for (Figure figure : Figure.values()) {
      assertThat(page).contains("## " + figure.label() + ": ");
    }
    try (Stream<Path> files = Files.walk(out())) {
      assertThat(files.filter(file -> file.toString().endsWith(".png"))).hasSize(10);
    }
    assertThat(page).contains("0.27").contains("times a clairvoyant's least");
  }
}
