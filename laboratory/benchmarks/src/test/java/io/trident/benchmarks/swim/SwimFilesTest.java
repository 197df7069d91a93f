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
package io.trident.benchmarks.swim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwimFilesTest {
  @Test
  void readsSixColumns() throws IOException {
    SwimTrace trace = read("job0\t49\t49\t740773\t2339561\t627471\njob1\t101\t52\t7\t0\t9\n");

    assertThat(trace.jobs())
        .containsExactly(
            new SwimJob("job0", 49, 740773, 2339561, 627471, "", ""),
            new SwimJob("job1", 101, 7, 0, 9, "", ""));
  }

  @Test
  void readsNineColumnsOfWhichTwoAreEmpty() throws IOException {
    SwimTrace trace = read("job0\t1\t1\t2267942\t0\t1937944\tinputPath1\t\t\n");

    assertThat(trace.jobs())
        .containsExactly(new SwimJob("job0", 1, 2267942, 0, 1937944, "inputPath1", ""));
  }

  @Test
  void readsNothing() throws IOException {
    assertThat(read("").jobs()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          a;1;1;2;3                | 2 | 5 columns; a row has 6, or 9 with paths, separated by tabs.
          ""                       | 2 | 1 columns
          ;1;1;2;3;4               | 2 | no job id in column 1.
          a;x;1;2;3;4              | 2 | 'x' in column 2; seconds of submission are a whole number that is not negative.
          a;1;1.5;2;3;4            | 2 | '1.5' in column 3
          a;1;1;-2;3;4             | 2 | '-2' in column 4; bytes of map input are
          a;1;1;2;99999999999999999999;4 | 2 | in column 5; bytes of shuffle are
          a;1;1;2;3;               | 2 | '' in column 6; bytes of output are
          first;1;1;2;3;4          | 2 | job first was listed before; ids are unique.
          a;0;1;2;3;4              | 2 | submitted after 0 s, but the row before after 1.0 s; sort rows by the second column.
          """)
  void namesTheLineThatIsWrong(String row, int line, String message) {
    String text = "first\t1\t1\t2\t3\t4\n" + row.replace(';', '\t') + "\n";

    assertThatExceptionOfType(SwimFormatException.class)
        .isThrownBy(() -> read(text))
        .satisfies(e -> assertThat(e.line()).isEqualTo(line))
        .withMessageStartingWith("test.tsv, line 2: ")
        .withMessageContaining(message.contains("before after") ? "sort rows" : message);
  }

  @Property(tries = 200)
  void whatIsWrittenIsRead(@ForAll long seed, @ForAll @IntRange(max = 20) int jobs)
      throws IOException {
    Random random = new Random(seed);
    List<SwimJob> written = new ArrayList<>();
    double time = 0;
    boolean paths = random.nextBoolean();
    for (int i = 0; i < jobs; i++) {
      time += random.nextInt(100);
      written.add(
          new SwimJob(
              "job" + i,
              time,
              random.nextLong() >>> 1,
              random.nextInt(1000),
              random.nextLong() >>> 1,
              paths && random.nextBoolean() ? "/in" + random.nextInt(5) : "",
              paths && random.nextBoolean() ? "/out" + i : ""));
    }
    StringBuilder text = new StringBuilder();
    SwimFiles.write(new SwimTrace("any", written), text);

    assertThat(read(text.toString()).jobs()).isEqualTo(written);
  }

  @Test
  void writesSwimsOwnColumns() {
    StringBuilder text = new StringBuilder();
    SwimFiles.write(
        new SwimTrace(
            "any",
            List.of(
                new SwimJob("a", 3, 10, 20, 30, "", ""), new SwimJob("b", 7.4, 11, 0, 31, "", ""))),
        text);

    assertThat(text).hasToString("a\t3\t3\t10\t20\t30\nb\t7\t4\t11\t0\t31\n");
  }

  @Test
  void writesAndReadsFiles(@TempDir Path directory) throws IOException {
    SwimTrace trace = WorkloadGenerator.generate(WorkloadProfile.PAPER, 1);
    Path file = directory.resolve("trace.tsv");
    SwimFiles.write(trace, file);

    assertThat(SwimFiles.read(file).jobs()).isEqualTo(trace.jobs());
    assertThat(SwimFiles.read(file).source()).isEqualTo("trace.tsv");
    assertThat(Files.readAllLines(file).get(0).split("\t", -1)).hasSize(9);
  }

  private static SwimTrace read(String text) throws IOException {
    return SwimFiles.read("test.tsv", new StringReader(text));
  }
}
