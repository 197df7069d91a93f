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
package io.trident.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.trident.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LayoutCommandTest {
  /** As Figure 3 of INSTalytics: ranges of a hundred, here in two extents and two columns. */
  private static final String ROWS =
      "\"extents\":2,\"dimensions\":[{\"column\":\"a\",\"boundaries\":[100]},"
          + "{\"column\":\"b\",\"boundaries\":[100]}],\"rows\":[{\"a\":150,\"b\":20},"
          + "{\"a\":5,\"b\":100},{\"a\":99,\"b\":7},{\"a\":100,\"b\":199},{\"a\":4,\"b\":180}]";

  private static final String PLACED =
      "\"dimensions\":[{\"extents\":[{\"buckets\":[[2],[4,1]]},{\"buckets\":[[0],[3]]}]},"
          + "{\"extents\":[{\"buckets\":[[2],[0]]},{\"buckets\":[[1,4],[3]]}]}]";

  @TempDir private Path directory = Path.of("");

  private CommandRun layout(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    return CommandRun.of("whatif", "layout", file.toString());
  }

  private String answer(String line) throws IOException {
    CommandRun run = layout(line);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out().trim();
  }

  @Test
  void rowsAreInExtentsBucketsAndOrder() throws IOException {
    assertThat(answer("{" + ROWS + "}")).isEqualTo("{" + PLACED + ",\"recovery\":[]}");
  }

  @ParameterizedTest
  @CsvSource({"1", "'\"b\"'"})
  void aLostExtentIsABucketOfEachOfTheOtherDimension(String dimension) throws IOException {
    String lost = ",\"lost\":[{\"dimension\":" + dimension + ",\"extent\":0}]";
    assertThat(answer("{" + ROWS + lost + "}"))
        .isEqualTo(
            "{"
                + PLACED
                + ",\"recovery\":[{\"dimension\":1,\"extent\":0,\"reads\":["
                + "{\"dimension\":0,\"extent\":0,\"bucket\":0},"
                + "{\"dimension\":0,\"extent\":1,\"bucket\":0}]}]}");
  }

  @Test
  void whatCannotBeRebuiltIsNamed() throws IOException {
    String lost = ",\"lost\":[{\"dimension\":0,\"extent\":0},{\"dimension\":1,\"extent\":0}]";
    assertThat(answer("{" + ROWS + lost + "}"))
        .endsWith(
            ",\"recovery\":[],\"unrecoverable\":[{\"dimension\":0,\"extent\":0},"
                + "{\"dimension\":1,\"extent\":0}]}");
    assertThat(answer("{" + ROWS + lost + ",\"parity\":1}"))
        .contains(
            "{\"dimension\":0,\"extent\":0,\"reads\":[{\"dimension\":0,\"extent\":1},"
                + "{\"dimension\":0,\"group\":0,\"parity\":0}]}")
        .doesNotContain("unrecoverable");
  }

  @Test
  void theExampleOfTheHelpIsRight() throws IOException {
    String help = CommandRun.of("whatif", "layout", "--help").out().replaceAll("\\s", "");
    int in = help.indexOf("In:");
    int out = help.indexOf("Out:");
    String answer = answer(help.substring(in + 3, out));
    assertThat(help.substring(out + 4)).startsWith(answer);
  }

  /** A super-extent of the paper's size, and more rows than anybody writes by hand. */
  @Test
  void aHundredExtentsOfManyRowsArePlannedInTime() throws IOException {
    String rows =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "{\"a\":%d,\"b\":%d}".formatted(i * 7919 % 10_007, i * 31 % 9973))
            .collect(Collectors.joining(","));
    String instance =
        "{\"extents\":100,\"dimensions\":[{\"column\":\"a\"},{\"column\":\"b\"}],\"rows\":["
            + rows
            + "],\"lost\":[{\"dimension\":0,\"extent\":99}]}";
    CommandRun run = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> layout(instance));
    assertThat(run.out()).contains("{\"dimension\":1,\"extent\":99,\"bucket\":99}");
  }

  @Test
  void boundariesAreDrawnFromTheRowsIfNoneAreGiven() throws IOException {
    assertThat(
            answer(
                "{\"extents\":2,\"dimensions\":[{\"column\":\"s\"}],"
                    + "\"rows\":[{\"s\":\"d\"},{\"s\":\"a\"},{\"s\":null},{\"s\":\"c\"}]}"))
        .isEqualTo(
            "{\"dimensions\":[{\"extents\":[{\"buckets\":[[2,1],[]]},{\"buckets\":[[],[3,0]]}]}],"
                + "\"recovery\":[]}");
  }

  @Test
  void theOriginalOrderIsADimension() throws IOException {
    assertThat(
            answer(
                "{\"extents\":2,\"dimensions\":[{\"column\":\"a\",\"boundaries\":[10]},"
                    + "{\"original\":true}],"
                    + "\"rows\":[{\"a\":30},{\"a\":1},{\"a\":2},{\"a\":20}],"
                    + "\"lost\":[{\"dimension\":\"ORIGINAL\",\"extent\":1}]}"))
        .startsWith(
            "{\"dimensions\":[{\"extents\":[{\"buckets\":[[1],[2]]},{\"buckets\":[[0],[3]]}]},"
                + "{\"extents\":[{\"buckets\":[[1],[0]]},{\"buckets\":[[2],[3]]}]}]")
        .contains("{\"dimension\":0,\"extent\":1,\"bucket\":1}");
    assertThat(
            answer(
                "{\"extents\":2,\"dimensions\":[{\"original\":true,\"boundaries\":[3]}],"
                    + "\"rows\":[{},{},{},{}]}"))
        .contains("[[0,1,2],[]]");
  }

  /** Spark: {@code pmod(hash(1L), 4)} and so on. */
  @Test
  void hashedColumnsAreWhereSparkPutsThem() throws IOException {
    String answer =
        answer(
            "{\"extents\":4,\"dimensions\":[{\"column\":\"k\",\"hash\":true}],"
                + "\"rows\":[{\"k\":0},{\"k\":1},{\"k\":2},{\"k\":3}]}");
    assertThat(answer)
        .isEqualTo(
            "{\"dimensions\":[{\"extents\":[{\"buckets\":[[2],[],[],[]]},"
                + "{\"buckets\":[[],[0,1],[],[]]},{\"buckets\":[[],[],[],[]]},"
                + "{\"buckets\":[[],[],[],[3]]}]}],\"recovery\":[]}");
  }

  @Test
  void numbersWithAndWithoutFractionsAreOneColumn() throws IOException {
    assertThat(
            answer(
                "{\"extents\":2,\"dimensions\":[{\"column\":\"x\",\"boundaries\":[2]}],"
                    + "\"rows\":[{\"x\":1.5},{\"x\":2},{\"x\":-1e300}]}"))
        .contains("[[2,0],[]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"dimensions":[],"rows":[]}                                             | 0 dimensions
          {"extents":2,"rows":[]}                                                 | The field dimensions is missing.
          {"extents":2,"dimensions":[{"column":"a","boundaries":[1]}]}            | The field rows is missing.
          {"dimensions":[{"column":"a","boundaries":[1]}],"rows":[]}              | The field extents is missing.
          {"extents":2,"dimensions":[{}],"rows":[]}                               | dimensions[].column is missing
          {"extents":2,"dimensions":[null],"rows":[]}                             | dimensions[] is missing
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[3]}                  | The row 3 is no object
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[null]}               | row
          {"extents":2,"dimensions":[{"column":"c"}],"rows":[{"a":1},{"b":2}]}    | No row has the column c; there are [a, b].
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[{"a":1},{"a":"x"}]}  | values of several types
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[{"a":[1]}]}          | The column a has the value [1]; give
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[{"a":99999999999999999999}]} | give numbers of 64 bits
          {"extents":2,"dimensions":[{"column":"a","boundaries":["x"]}],"rows":[{"a":1}]} | several types
          {"extents":2,"dimensions":[{"column":"a","boundaries":[1,2]}],"rows":[]} | give at most 1 boundaries
          {"extents":3,"dimensions":[{"column":"a","boundaries":[2,1]}],"rows":[]} | boundaries ascend
          {"extents":3,"dimensions":[{"column":"a","hash":true,"boundaries":[1]}],"rows":[]} | leave one out
          {"extents":2,"dimensions":[{"original":true,"boundaries":["x"]}],"rows":[]} | give numbers of rows
          {"extents":2,"dimensions":[{"column":"a"},{"column":"a"}],"rows":[]}    | a is given twice
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[],"lost":[{"dimension":1,"extent":0}]} | There is no extent 0 of dimension 1
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[],"lost":[{"dimension":0,"extent":-1}]} | count from 0
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[],"lost":[{"dimension":"z","extent":0}]} | give its number, or one of [a]
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[],"lost":[{"extent":0}]} | lost[].dimension is missing
          {"extents":2,"dimensions":[{"column":"a"}],"rows":[],"parity":7}        | give 0 to 2
          """)
  void aBadInstanceIsAnsweredByItsProblem(String instance, String problem) throws IOException {
    CommandRun run = layout(instance);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"error\":\"line 1: ").contains(problem);
  }
}
