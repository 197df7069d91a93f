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

import io.trident.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllocateCommandTest {
  /** Figure 7 of the paper with M, S, H = 1, 8, 20. */
  private static final String FIGURE_7 =
      """
      {"rackLocal":40,"offRack":100,"max":%s,
       "nodes":[{"name":"N1","rack":"/r1","free":2},{"name":"N2","rack":"/r1","free":1},
                {"name":"N3","rack":"/r1","free":0},{"name":"N4","rack":"/r1","free":4},
                {"name":"N5","rack":"/r1","free":2},{"name":"N6","rack":"/r1","free":2}],
       "requests":[{"resource":"N1","containers":2,"preferences":{"1":1,"20":1}},
                   {"resource":"N2","containers":2,"preferences":{"1":1,"8":1}},
                   {"resource":"N3","containers":2,"preferences":{"20":2}},
                   {"resource":"N4","containers":3,"preferences":{"8":2,"20":1}},
                   {"resource":"/r1","containers":3,"preferences":{"1":2,"8":1}},
                   {"resource":"*","containers":3,"preferences":{"1":2,"8":1}}]}
      """
          .replace("\n", "");

  @TempDir private Path directory = Path.of("");

  private CommandRun allocate(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    return CommandRun.of("whatif", "allocate", file.toString());
  }

  @ParameterizedTest
  @CsvSource({"3", "null", "100"})
  void figure7(String max) throws IOException {
    CommandRun run = allocate(FIGURE_7.formatted(max));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().trim())
        .isEqualTo(
            "{\"containers\":[{\"node\":\"N1\",\"cost\":1.0},{\"node\":\"N2\",\"cost\":1.0},"
                + "{\"node\":\"N4\",\"cost\":8.0}]}");
  }

  @Test
  void theLimitHolds() throws IOException {
    assertThat(allocate(FIGURE_7.formatted("1")).out().trim())
        .isEqualTo("{\"containers\":[{\"node\":\"N1\",\"cost\":1.0}]}");
  }

  @Test
  void rackAndOffRackFollowWhenNodesAreFull() throws IOException {
    CommandRun run =
        allocate(
            "{\"nodes\":[{\"name\":\"a\",\"rack\":\"/r1\",\"free\":1},"
                + "{\"name\":\"b\",\"rack\":\"/r1\",\"free\":1},"
                + "{\"name\":\"c\",\"rack\":\"/r2\",\"free\":1}],"
                + "\"requests\":[{\"resource\":\"a\",\"containers\":3,\"preferences\":{\"1\":3}},"
                + "{\"resource\":\"/r1\",\"containers\":3,\"preferences\":{\"1\":3}},"
                + "{\"resource\":\"*\",\"containers\":3,\"preferences\":{\"1\":3}}]}");

    assertThat(run.out().trim())
        .isEqualTo(
            "{\"containers\":[{\"node\":\"a\",\"cost\":1.0},{\"node\":\"b\",\"cost\":41.0},"
                + "{\"node\":\"c\",\"cost\":100.0}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"requests":[]}                                                          | nodes is missing
          {"nodes":[null],"requests":[]}                                           | nodes[] is missing
          {"nodes":[],"requests":[null]}                                           | requests[] is missing
          {"nodes":[],"requests":[{"resource":"a","containers":1,"preferences":{"8":null}}]} | preferences[] is missing
          {"nodes":[]}                                                             | requests is missing
          {"max":-1,"nodes":[],"requests":[]}                                      | maxContainers
          {"nodes":[{"name":"a"}],"requests":[]}                                   | free is missing
          {"nodes":[{"name":"a","free":-2}],"requests":[]}                         | negative room
          {"nodes":[],"requests":[{"resource":"a","containers":-1}]}               | negative number
          {"nodes":[],"requests":[{"resource":"a"}]}                               | containers is missing
          {"nodes":[],"requests":[{"resource":"a","containers":1,"preferences":{"-1":1}}]} | not negative
          {"nodes":[],"requests":[{"resource":"a","containers":1,"preferences":{"1":-1}}]} | must be positive
          {"nodes":[],"requests":[{"resource":"a","containers":1,"preferences":{"x":1}}]}  | x
          """)
  void aBadInstanceIsAnsweredByItsProblem(String instance, String problem) throws IOException {
    CommandRun run = allocate(instance);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"error\":\"line 1: ").contains(problem);
  }
}
