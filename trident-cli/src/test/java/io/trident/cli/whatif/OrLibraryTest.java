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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.ortools.Loader;
import com.google.ortools.graph.LinearSumAssignment;
import io.trident.core.matching.Matching;
import io.trident.core.matching.TransportationMatcher;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jgrapht.alg.matching.HopcroftKarpMaximumCardinalityBipartiteMatching;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrLibraryTest {
  private static final int GREATEST_COST = 100;

  private static Instance dense(String text) throws IOException {
    return OrLibrary.dense(new StringReader(text));
  }

  private static Instance sparse(String text) throws IOException {
    return OrLibrary.sparse(new StringReader(text));
  }

  private static MatchAnswer solve(Instance instance) {
    return MatchAnswer.of(instance, new TransportationMatcher().match(instance.problem()), null);
  }

  @Test
  void rowsAreTasksAndColumnsNodes() throws IOException {
    Instance instance = dense("2\n1 2\n3 4\n");

    assertThat(instance.problem().cost(0, 1)).isEqualTo(2);
    assertThat(instance.problem().cost(1, 0)).isEqualTo(3);
    assertThat(instance.problem().tasks().get(1).task()).isEqualTo("2");
    assertThat(instance.problem().slots().get(1).node()).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2 1 2 3 4",
        " 2\r\n 1\r\n 2 3\r\n\r\n 4 \r\n",
        "2\n1\t2 3\n4",
        "2\n1.0 2.00\n3 4."
      })
  void linesMayEndAnywhere(String text) throws IOException {
    assertThat(dense(text)).isEqualTo(dense("2\n1 2\n3 4\n"));
  }

  @Test
  void aPairThatIsNotListedIsForbidden() throws IOException {
    Instance instance = sparse("3\n1 1 7\n1 2 0\n3 2 5\n3 2 9\n");

    assertThat(instance.forbidden()).isEqualTo(1 + 3 * 9);
    assertThat(instance.allows(0, 0)).isTrue();
    assertThat(instance.allows(0, 1)).isTrue();
    assertThat(instance.allows(0, 2)).isFalse();
    assertThat(instance.problem().cost(2, 1)).as("the cheaper of two").isEqualTo(5);
    assertThat(solve(instance).cost()).isEqualTo(12);
    assertThat(solve(instance).unassigned()).containsExactly("2");
  }

  @Test
  void cardinalityGoesBeforeCost() throws IOException {
    // Task 1 alone would cost 0; both cost 200.
    MatchAnswer answer = solve(sparse("2\n1 1 0\n1 2 100\n2 1 100\n"));

    assertThat(answer.assigned()).isEqualTo(2);
    assertThat(answer.cost()).isEqualTo(200);
    assertThat(answer.certified()).isTrue();
  }

  @Test
  void withoutPairsNothingIsAssigned() throws IOException {
    MatchAnswer answer = solve(sparse("3\n"));

    assertThat(answer.assigned()).isZero();
    assertThat(answer.cost()).isZero();
    assertThat(answer.unassigned()).containsExactly("1", "2", "3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''            | line 1: expected the number of tasks, found the end of the file.
          x             | line 1: expected the number of tasks, a whole number; found "x".
          0             | line 1: expected the number of tasks, a number from 1 to 1000000; found "0".
          1000001       | line 1: expected the number of tasks, a number from 1 to 1000000
          2\\n1 2\\n3     | line 3: expected the cost of task 2 on node 2, found the end of the file.
          2\\n1 2\\n3 4.5 | line 3: expected the cost of task 2 on node 2, a whole number; found "4.5".
          2\\n1 -2\\n3 4  | line 2: expected the cost of task 1 on node 2, a number from 0 to
          1\\n1\\n\\n7     | line 4: expected the end of the file after 1 x 1 costs, found "7"; remove what follows
          1\\nNaN       | line 2: expected the cost of task 1 on node 1, a whole number; found "NaN".
          1\\n1e99999999 | line 2: expected the cost of task 1 on node 1, a whole number
          1\\n5\\n1 1 5  | line 3: expected the end of the file after 1 x 1 costs, found "1"
          1\\n9007199254740992 | line 2: expected the cost of task 1 on node 1, a number from 0 to
          1\\nabcdefghijklmnopqrstuvwxyz | found "abcdefghijklmnopqrst...".
          """)
  void aMalformedDenseFileIsNamedByItsLine(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> dense(text.replace("\\n", "\n")))
        .withMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2\\n3 1 5       | line 2: expected the task of a pair, a number from 1 to 2; found "3".
          2\\n1 1 5\\n1 0 5 | line 3: expected the node of a pair, a number from 1 to 2; found "0".
          2\\n1 1        | line 2: expected the cost of task 1 on node 1, found the end of the file.
          2\\n1 1 5\\n2   | line 3: expected the node of a pair, found the end of the file.
          """)
  void aMalformedSparseFileIsNamedByItsLine(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sparse(text.replace("\\n", "\n")))
        .withMessageContaining(problem);
  }

  @Test
  void costsThatCannotBeSummedExactlyAreRefused() throws IOException {
    Instance instance = sparse("1000\n1 1 9007199254739\n");

    assertThatThrownBy(() -> solve(instance))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("over so many tasks and slots")
        .hasMessageContaining("divide all costs by a common factor");
  }

  /** Dense files, by OR-tools' assignment solver. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 300})
  void aDenseFileHasTheCostThatOrToolsFinds(int size) throws IOException {
    Loader.loadNativeLibraries();
    Random random = new Random(size);
    LinearSumAssignment peer = new LinearSumAssignment();
    StringBuilder text = new StringBuilder().append(size).append('\n');
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        int cost = 1 + random.nextInt(GREATEST_COST);
        peer.addArcWithCost(i, j, cost);
        text.append(' ').append(cost);
      }
      text.append('\n');
    }
    assertThat(peer.solve()).isEqualTo(LinearSumAssignment.Status.OPTIMAL);

    MatchAnswer answer = solve(dense(text.toString()));

    assertThat(answer.cost()).isEqualTo(peer.getOptimalCost());
    assertThat(answer.assigned()).isEqualTo(size);
    assertThat(answer.certified()).isTrue();
  }

  /**
   * Sparse files with too few pairs: cardinality by Hopcroft and Karp, cost by the written flow.
   */
  @Property(tries = 100)
  void aSparseFileHasTheCardinalityAndCostThatOthersFind(
      @ForAll @IntRange(min = 1, max = 30) int size, @ForAll int seed) throws IOException {
    Random random = new Random(seed);
    SimpleGraph<Integer, DefaultEdge> graph = new SimpleGraph<>(DefaultEdge.class);
    for (int i = 1; i <= size; i++) {
      graph.addVertex(i);
      graph.addVertex(-i);
    }
    StringBuilder text = new StringBuilder().append(size).append('\n');
    for (int pair = 0; pair < 2 * size; pair++) {
      int i = 1 + random.nextInt(size);
      int j = 1 + random.nextInt(size);
      graph.addEdge(i, -j);
      text.append("%d %d %d%n".formatted(i, j, random.nextInt(GREATEST_COST + 1)));
    }
    Instance instance = sparse(text.toString());
    Matching matching = new TransportationMatcher().match(instance.problem());
    MatchAnswer answer = MatchAnswer.of(instance, matching, null);

    assertThat(answer.assigned())
        .isEqualTo(
            new HopcroftKarpMaximumCardinalityBipartiteMatching<>(
                    graph,
                    graph.vertexSet().stream().filter(v -> v > 0).collect(Collectors.toSet()),
                    graph.vertexSet().stream().filter(v -> v < 0).collect(Collectors.toSet()))
                .getMatching()
                .getEdges()
                .size());
    StringWriter flow = new StringWriter();
    Dimacs.write(instance.problem(), matching, new PrintWriter(flow));
    assertThat(DimacsFile.parse(flow.toString()).solveByOrTools())
        .isEqualTo(Math.round(answer.cost() + answer.unassigned().size() * instance.forbidden()));
  }

  /** The size that must not overflow: 5,000 tasks of about 65 pairs. */
  @Test
  void fiveThousandTasksAreSummedExactly() throws IOException {
    int size = 5000;
    Random random = new Random(5);
    StringBuilder text = new StringBuilder().append(size).append('\n');
    for (int i = 1; i <= size; i++) {
      for (int pair = 0; pair < 65; pair++) {
        text.append(i).append(' ').append(1 + random.nextInt(size / 2)).append(' ');
        text.append(1 + random.nextInt(GREATEST_COST)).append('\n');
      }
    }

    MatchAnswer answer = solve(sparse(text.toString()));

    assertThat(answer.assigned()).as("half of the nodes are listed").isEqualTo(size / 2);
    assertThat(answer.unassigned()).hasSize(size / 2);
    double[] costs = answer.assignment().stream().mapToDouble(MatchAnswer.Assigned::cost).toArray();
    assertThat(answer.cost()).isEqualTo(Arrays.stream(costs).sum());
    assertThat(answer.certified()).isTrue();
  }
}
