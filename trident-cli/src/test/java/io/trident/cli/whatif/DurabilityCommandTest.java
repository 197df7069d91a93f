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

final class DurabilityCommandTest {
  @TempDir private Path directory = Path.of("");

  private CommandRun durability(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    return CommandRun.of("whatif", "durability", file.toString());
  }

  private JsonNode answer(String line) throws IOException {
    CommandRun run = durability(line);
    assertThat(run.exitCode()).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void theExampleOfTheHelpIsRight() throws IOException {
    String help = CommandRun.of("whatif", "durability", "--help").out();
    String in = help.lines().filter(line -> line.startsWith("In:")).findAny().orElseThrow();
    String out = help.lines().filter(line -> line.startsWith("Out:")).findAny().orElseThrow();
    assertThat(durability(in.substring(5)).out().trim()).isEqualTo(out.substring(5));
  }

  @Test
  void threeCopiesAreLostAsInTextbooks() throws IOException {
    JsonNode answer =
        answer("{\"extents\":1,\"parity\":0,\"failuresPerYear\":0.1,\"repairSeconds\":31557.6}");
    double down = 0.1 * 0.001;
    assertThat(answer.get("physical").doubleValue())
        .isCloseTo(3 * 0.1 * down * down, withinPercentage(0.1));
    assertThat(answer.get("lossesPerYear").doubleValue())
        .as("one extent in each dimension is as three copies")
        .isCloseTo(answer.get("physical").doubleValue(), withinPercentage(1e-9));
  }

  @Test
  void asManySuperExtentsLoseAsOftenTogether() throws IOException {
    String one = "{\"extents\":32,\"failuresPerYear\":1,\"repairSeconds\":86400";
    assertThat(answer(one + ",\"superExtents\":100}").get("lossesPerYear").doubleValue())
        .isCloseTo(
            100 * answer(one + "}").get("lossesPerYear").doubleValue(), withinPercentage(1e-9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"failuresPerYear":1,"repairSeconds":1}                                | The field extents is missing.
          {"extents":100,"repairSeconds":1}                                      | The field failuresPerYear is missing.
          {"extents":100,"failuresPerYear":1}                                    | The field repairSeconds is missing.
          {"extents":100,"failuresPerYear":-1,"repairSeconds":1}                 | give 0 or more
          {"extents":100,"failuresPerYear":1,"repairSeconds":1,"superExtents":-1}| give 0 or more
          """)
  void aBadInstanceIsAnsweredByItsProblem(String instance, String problem) throws IOException {
    CommandRun run = durability(instance);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"error\":\"line 1: ").contains(problem);
  }
}
