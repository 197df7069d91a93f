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
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MatchCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Figure 3 of the paper with M, S, H = 1, 8, 20. */
  private static final String FIGURE_3 =
      """
      {"rackLocal":40,"offRack":100,
       "nodes":[{"name":"N1","rack":"/r1","slots":1},{"name":"N2","rack":"/r1","slots":1},
                {"name":"N3","rack":"/r1","slots":0},{"name":"N4","rack":"/r1","slots":1}],
       "tasks":[
         {"name":"T1","preferred":[{"node":"N1","score":1},{"node":"N2","score":8},
                                   {"node":"N4","score":20}]},
         {"name":"T2","preferred":[{"node":"N1","score":20},{"node":"N3","score":20},
                                   {"node":"N4","score":8}]},
         {"name":"T3","preferred":[{"node":"N2","score":1},{"node":"N3","score":20},
                                   {"node":"N4","score":8}]}]}
      """
          .replace("\n", "");

  @TempDir private Path directory = Path.of("");

  private CommandRun match(String lines, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    List<String> args = new ArrayList<>(List.of("whatif", "match", file.toString()));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void filesOfOtherSystemsAreRead() throws IOException {
    Path file = Files.writeString(directory.resolve("bom.txt"), "\uFEFF1\r\n5e0\r\n");
    CommandRun run = CommandRun.of("whatif", "match", "--format", "or-library", file.toString());
    assertThat(run.out()).contains("\"cost\":5.0");
    Path lines =
        Files.writeString(directory.resolve("bom.json"), "\uFEFF{\"nodes\":[],\"tasks\":[]}\r\n");
    assertThat(CommandRun.of("whatif", "match", lines.toString()).exitCode()).isZero();
    Path binary = Files.write(directory.resolve("binary"), new byte[] {-1, -2, 0, 7});
    assertThat(CommandRun.of("whatif", "match", binary.toString()).err()).contains("line 1: ");
  }

  @Test
  void figure3HasItsOptimum() throws IOException {
    CommandRun run = match(FIGURE_3);

    assertThat(run.exitCode()).isZero();
    JsonNode answer = JSON.readTree(run.out());
    assertThat(answer.get("cost").doubleValue()).isEqualTo(10.0);
    assertThat(answer.get("assigned").intValue()).isEqualTo(3);
    assertThat(answer.get("certified").booleanValue()).isTrue();
    assertThat(answer.has("medianMillis")).isFalse();
    assertThat(answer.get("assignment"))
        .extracting(JsonNode::toString)
        .containsExactlyInAnyOrder(
            "{\"task\":\"T1\",\"node\":\"N1\",\"cost\":1.0}",
            "{\"task\":\"T2\",\"node\":\"N4\",\"cost\":8.0}",
            "{\"task\":\"T3\",\"node\":\"N2\",\"cost\":1.0}");
  }

  @Test
  void oneLineAnInstanceInOrder() throws IOException {
    CommandRun run =
        match(
            FIGURE_3
                + "\n\n"
                + "{\"nodes\":[{\"name\":\"a\"}],\"tasks\":[{\"name\":\"t\"},{\"name\":\"u\","
                + "\"preferred\":[{\"node\":\"a\",\"score\":20}]}]}\n");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    JsonNode second = JSON.readTree(run.out().lines().toList().get(1));
    // The local task goes before the one without preference.
    assertThat(second.get("cost").doubleValue()).isEqualTo(20.0);
    assertThat(second.at("/assignment/0/task").textValue()).isEqualTo("u");
  }

  @Test
  void aTaskWithoutPreferenceCostsJustBelowRackLocal() throws IOException {
    CommandRun run = match("{\"nodes\":[{\"name\":\"a\"}],\"tasks\":[{\"name\":\"t\"}]}");

    double cost = JSON.readTree(run.out()).get("cost").doubleValue();
    assertThat(cost).isLessThan(40).isCloseTo(40, within(1.0));
  }

  @Test
  void rackLocalAddsTheBestScoreOfTheRack() throws IOException {
    CommandRun run =
        match(
            "{\"nodes\":[{\"name\":\"a\",\"rack\":\"/r1\",\"slots\":0},{\"name\":\"b\",\"rack\":\"/r1\"}],"
                + "\"tasks\":[{\"name\":\"t\",\"preferred\":[{\"node\":\"a\",\"score\":8}]}]}");

    assertThat(JSON.readTree(run.out()).get("cost").doubleValue()).isEqualTo(48.0);
  }

  @Test
  void aNodeThatIsNotListedHasARackOfItsOwn() throws IOException {
    CommandRun run =
        match(
            "{\"nodes\":[{\"name\":\"b\"}],"
                + "\"tasks\":[{\"name\":\"t\",\"preferred\":[{\"node\":\"x\",\"score\":8}]}]}");

    assertThat(JSON.readTree(run.out()).get("cost").doubleValue()).isEqualTo(100.0);
  }

  @Test
  void repeatAddsTheMedian() throws IOException {
    CommandRun run = match(FIGURE_3, "--repeat", "5");

    assertThat(JSON.readTree(run.out()).get("medianMillis").doubleValue()).isPositive();
  }

  @Test
  void negativeRepeatIsWrongUsage() throws IOException {
    assertThat(match(FIGURE_3, "--repeat", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void tasksWithoutSlotAreListed() throws IOException {
    CommandRun run =
        match("{\"nodes\":[{\"name\":\"a\"}],\"tasks\":[{\"name\":\"t\"},{\"name\":\"u\"}]}");

    JsonNode answer = JSON.readTree(run.out());
    assertThat(answer.get("assigned").intValue()).isEqualTo(1);
    assertThat(answer.get("unassigned")).hasSize(1);
  }

  @Test
  void aTextForPeople() throws IOException {
    CommandRun run = match(FIGURE_3 + "\nnot json\n", "--output", "text");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .startsWith("cost 10, 3 of 3 tasks assigned, proven optimal", "T1 -> N1 at 1")
        .hasSize(5);
    assertThat(run.out()).contains("error: line 2: Unrecognized token");
  }

  @Test
  void anAssignmentProblemOfOrLibrary() throws IOException {
    CommandRun run = match("2\n10 1\n1 10\n", "--format", "or-library");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            "{\"cost\":2.0,\"assigned\":2,\"certified\":true,\"assignment\":["
                + "{\"task\":\"1\",\"node\":\"2\",\"cost\":1.0},"
                + "{\"task\":\"2\",\"node\":\"1\",\"cost\":1.0}],\"unassigned\":[]}");
  }

  @Test
  void aSparseProblemWithoutPerfectMatching() throws IOException {
    CommandRun run =
        match("2\n1 1 3\n2 1 2\n", "--format", "or-library-sparse", "--output", "text");

    assertThat(run.out().lines())
        .containsExactly(
            "cost 2, 1 of 2 tasks assigned, proven optimal", "2 -> 1 at 2", "1 -> none");
  }

  @Test
  void aMalformedFileIsAnsweredByItsLine() throws IOException {
    CommandRun run = match("2\n1 2\nthree 4\n", "--format", "or-library");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(JSON.readTree(run.out()).get("error").textValue())
        .startsWith("line 3: expected the cost of task 2 on node 1");
    assertThat(run.err()).startsWith("trident: line 3: ");
  }

  @Test
  void anUnknownFormatIsWrongUsage() throws IOException {
    CommandRun run = match("1 1", "--format", "csv");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--format").contains("or-library-sparse");
  }

  @Test
  void theInstanceAsDimacsFlow() throws IOException {
    Path flow = directory.resolve("flow.min");
    CommandRun run = match(FIGURE_3, "--dimacs", flow.toString());

    assertThat(run.exitCode()).isZero();
    DimacsFile file = DimacsFile.parse(Files.readString(flow));
    assertThat(file.claimedCost()).isEqualTo(10);
    assertThat(file.solveByJGraphT()).isEqualTo(10);
    assertThat(file.solveByOrTools()).isEqualTo(10);
  }

  @Test
  void onlyOneInstanceIsWrittenAsDimacsFlow() throws IOException {
    Path flow = directory.resolve("flow.min");
    CommandRun run = match(FIGURE_3 + "\n" + FIGURE_3, "--dimacs", flow.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("line 2: --dimacs writes one instance");
    assertThat(DimacsFile.parse(Files.readString(flow)).claimedCost()).isEqualTo(10);
  }

  @Test
  void aDimacsFileThatCannotBeWrittenIsAFailure() throws IOException {
    CommandRun run = match(FIGURE_3, "--dimacs", directory.resolve("no/flow.min").toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Writing").contains("flow.min");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          not json                                                             | Unrecognized token
          {"tasks":[]}                                                         | nodes is missing
          {"nodes":[null],"tasks":[]}                                          | nodes[] is missing
          {"nodes":[],"tasks":[null]}                                          | tasks[] is missing
          {"nodes":[],"tasks":[{"name":"t","preferred":[null]}]}               | preferred[] is missing
          {"nodes":[]}                                                         | tasks is missing
          {"nodes":[{"rack":"r"}],"tasks":[]}                                  | nodes[].name
          {"nodes":[{"name":"a"},{"name":"a"}],"tasks":[]}                     | listed twice
          {"nodes":[{"name":"a","slots":-1}],"tasks":[]}                       | negative number
          {"nodes":[],"tasks":[{"name":"t"},{"name":"t"}]}                     | listed twice
          {"nodes":[],"tasks":[{"name":"t","preferred":[{"node":"a"}]}]}       | score is missing
          {"nodes":[],"tasks":[{"name":"t","preferred":[{"node":"a","score":-1}]}]}  | not negative
          {"nodes":[],"tasks":[{"name":"t","preferred":[{"node":"a","score":40}]}]}  | below rackLocal
          {"nodes":[],"tasks":[{"name":"t","preferred":[{"node":"a","score":NaN}]}]} | NaN
          {"rackLocal":90,"nodes":[],"tasks":[{"name":"t","preferred":[{"node":"a","score":20}]}]} | raise offRack
          {"rackLocal":101,"nodes":[],"tasks":[]}                              | must not exceed
          """)
  void aBadInstanceIsAnsweredByItsProblemAndTheRestStillRuns(String instance, String problem)
      throws IOException {
    CommandRun run = match(instance + "\n" + FIGURE_3);

    assertThat(run.exitCode()).isEqualTo(1);
    List<String> answers = run.out().lines().toList();
    assertThat(answers).hasSize(2);
    assertThat(JSON.readTree(answers.get(0)).get("error").textValue())
        .startsWith("line 1: ")
        .contains(problem);
    assertThat(run.err()).contains("line 1: ").contains(problem);
    assertThat(JSON.readTree(answers.get(1)).get("cost").doubleValue()).isEqualTo(10.0);
  }
}
