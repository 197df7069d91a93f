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
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AvailabilityCommandTest {
  @TempDir private Path directory = Path.of("");

  private CommandRun availability(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    return CommandRun.of("whatif", "availability", file.toString());
  }

  private JsonNode answer(String line) throws IOException {
    CommandRun run = availability(line);
    assertThat(run.exitCode()).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  /** Footnote 2 of INSTalytics. */
  @Test
  void thePapersFormula() throws IOException {
    JsonNode answer =
        answer("{\"extents\":100,\"group\":10,\"parity\":1,\"dimensions\":3,\"p\":0.005}");
    assertThat(answer.get("unavailable").doubleValue())
        .isCloseTo(4.3005521526e-8, withinPercentage(1e-6));
    assertThat(answer.get("physical").doubleValue()).isCloseTo(1.25e-7, withinPercentage(1e-9));
  }

  @Test
  void theExampleOfTheHelpIsRight() throws IOException {
    String help = CommandRun.of("whatif", "availability", "--help").out();
    String in = help.lines().filter(line -> line.startsWith("In:")).findAny().orElseThrow();
    String out = help.lines().filter(line -> line.startsWith("Out:")).findAny().orElseThrow();
    assertThat(availability(in.substring(5)).out().trim()).isEqualTo(out.substring(5));
  }

  @Test
  void whatIsAbsentIsThePapersLayout() throws IOException {
    assertThat(answer("{\"extents\":100,\"p\":0.01}"))
        .isEqualTo(
            answer("{\"extents\":100,\"group\":10,\"parity\":1,\"dimensions\":3,\"p\":0.01}"));
    assertThat(answer("{\"extents\":100,\"parity\":2,\"p\":0.01}"))
        .isEqualTo(
            answer("{\"extents\":100,\"group\":20,\"parity\":2,\"dimensions\":3,\"p\":0.01}"));
  }

  /** The crossings: below them it is better than copies, above worse. */
  @ParameterizedTest
  @CsvSource({"100,10,1,0.00725", "100,20,2,0.0248", "10,10,1,0.0399"})
  void theCrossings(int extents, int group, int parity, double p) throws IOException {
    String line = "{\"extents\":%d,\"group\":%d,\"parity\":%d,\"dimensions\":3,\"p\":%s}";
    JsonNode below = answer(line.formatted(extents, group, parity, p));
    JsonNode above = answer(line.formatted(extents, group, parity, p * 1.01));
    assertThat(below.get("unavailable").doubleValue())
        .isLessThan(below.get("physical").doubleValue());
    assertThat(above.get("unavailable").doubleValue())
        .isGreaterThan(above.get("physical").doubleValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"p":0.1}                                  | The field extents is missing.
          {"extents":100}                            | The field p is missing.
          {"extents":0,"p":0.1}                      | give at least 1
          {"extents":5000,"p":0.1}                   | give 1 to 1000
          {"extents":100,"p":1.5}                    | give a number from 0 to 1
          {"extents":100,"p":"often"}                | The field p:
          {"extents":100,"parity":3,"p":0.1}         | give 0 to 2
          {"extents":100,"group":0,"p":0.1}          | give at least 1
          {"extents":100,"dimensions":5,"p":0.1}     | give 1 to 4
          """)
  void aBadInstanceIsAnsweredByItsProblem(String instance, String problem) throws IOException {
    CommandRun run = availability(instance);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"error\":\"line 1: ").contains(problem);
    assertThat(run.err()).startsWith("trident: line 1: ");
  }
}
