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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
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

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      textBlock =
          """
          j;1;1;20791551476;12;9;/in;/out
          j;1;1;20791551476;12;9;/in;/out;;;
          j ; 1;1 ; 20791551476;12;9 ;/in; /out ;\\r
          \uFEFFj;1;1;20791551476;12;9;/in;/out
          \\n# made by hand\\n\\n  \\nj;1;1;20791551476;12;9;/in;/out\\n\\n
          id;submit;gap;input;shuffle;output;in;out\\nj;1;1;20791551476;12;9;/in;/out
          j;1.0;1.5;2.0791551476E+10;1.2e1;8.7;/in;/out
          j;1;1e-999999999;20791551476;12;9;/in;/out
          """)
  void readsWhatToolsMakeOfSuchFiles(String text) throws IOException {
    SwimJob job = new SwimJob("j", 1, 20_791_551_476L, 12, 9, "/in", "/out");
    String rows = text.translateEscapes();
    for (String separator : List.of("\t", ";")) {
      assertThat(read(rows.replace(";", separator)).jobs()).containsExactly(job);
    }
    assertThat(read("j 1 1   20791551476 12 9 /in /out").jobs()).containsExactly(job);
    assertThat(read("j,1,1,20791551476,12,9,/in,/out").jobs()).containsExactly(job);
    assertThat(read("j\t1\t1\t20791551476\t12\t9\t/in").jobs().get(0).outputPath()).isEmpty();
  }

  @Test
  void compressedFilesAreReadAndCutOnesAreReported(@TempDir Path directory) throws IOException {
    SwimTrace trace = WorkloadGenerator.generate(WorkloadProfile.PAPER, 1);
    Path file = directory.resolve("trace.tsv.gz");
    StringBuilder text = new StringBuilder();
    SwimFiles.write(trace, text);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.toString().getBytes(UTF_8));
    }
    assertThat(SwimFiles.read(file).jobs()).isEqualTo(trace.jobs());
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {2, 9, whole.length / 2, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatExceptionOfType(SwimFormatException.class)
          .isThrownBy(() -> SwimFiles.read(file))
          .withMessageContaining("trace.tsv.gz, line ")
          .withMessageContaining("copy the file anew");
    }
  }

  @Property(tries = 2_000)
  void whateverIsReadGivesATraceOrNamesTheLine(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    String alphabet = "\t\t\t\n\r ,;#0123456789.eE+-NaInfxj\uFEFF\u0000\u00e4";
    StringBuilder text =
        new StringBuilder("job\t1\t1\t2\t3\t4\tin\tout\t\njob2\t1e3\t0\t5\t6\t7\n");
    for (int i = random.nextInt(30); i > 0; i--) {
      int at = random.nextInt(text.length());
      char other = alphabet.charAt(random.nextInt(alphabet.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, other);
        case 1 -> text.setCharAt(at, other);
        default -> text.setLength(Math.max(1, text.length() - random.nextInt(3)));
      }
    }
    try {
      assertThat(read(text.toString()).jobs()).hasSizeLessThanOrEqualTo(30);
    } catch (SwimFormatException e) {
      assertThat(e.line()).isPositive();
      assertThat(e).hasMessageStartingWith("test.tsv, line " + e.line() + ": ");
    }
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
          a;1;1;2;3                | 2 | 5 columns; a row has 6 to 9, separated by tabs: job id,
          a;1;1;2;3;4;in;out;;more | 2 | 10 columns
          ;1;1;2;3;4               | 2 | no job id in column 1
          a;x;1;2;3;4              | 2 | 'x' in column 2; seconds of submission are a number that is not negative
          a;1;one;2;3;4            | 2 | 'one' in column 3
          a;NaN;1;2;3;4            | 2 | 'NaN' in column 2
          a;Infinity;1;2;3;4       | 2 | 'Infinity' in column 2
          a;1e999999999;1;2;3;4    | 2 | in column 2
          a;1;1;1e19;3;4           | 2 | '1e19' in column 4
          id;at;gap;in;shuffle;out | 2 | in column 3
          a;1;1;-2;3;4             | 2 | '-2' in column 4; bytes of map input are
          a;1;1;2;99999999999999999999;4 | 2 | in column 5; bytes of shuffle are
          a;1;1;2;3;               | 2 | '' in column 6; bytes of output are
          first;1;1;2;3;4          | 2 | job first was listed before; ids are unique
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
