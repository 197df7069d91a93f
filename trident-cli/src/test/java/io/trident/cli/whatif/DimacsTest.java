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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The file states the problem that was matched, in the eyes of other solvers. */
class DimacsTest {
  private static String write(MatchingProblem problem) {
    Matching matching = new TransportationMatcher().match(problem);
    StringWriter text = new StringWriter();
    Dimacs.write(problem, matching, new PrintWriter(text));
    return text.toString();
  }

  @Test
  void theFileOfASmallProblem() {
    CostProfile task =
        new CostProfile("t", Map.of(), Map.of("a", 1.5, "gone", 1.0), Map.of("/r", 41.5), 100);
    MatchingProblem problem =
        new MatchingProblem(List.of(task), List.of(SlotGroup.ofNode("a", "/r", 2)));

    assertThat(write(problem).lines().filter(line -> !line.startsWith("c ")))
        .containsExactly(
            "p min 7 8",
            "n 1 1",
            "n 2 -1",
            "a 1 3 0 1 0",
            "a 3 4 0 1 1000",
            "a 3 5 0 1 415",
            "a 3 6 0 1 15",
            "a 4 5 0 1 0",
            "a 5 6 0 1 0",
            "a 6 7 0 2 0",
            "a 7 2 0 2 0");
    assertThat(write(problem)).contains("multiplied by 10.").contains("found: 15");
  }

  @Test
  void theSameProblemGivesTheSameFile() {
    assertThat(write(random(3))).isEqualTo(write(random(3)));
  }

  @Test
  void nothingToMatchIsAFlowOfNothing() {
    DimacsFile file = DimacsFile.parse(write(new MatchingProblem(List.of(), List.of())));

    assertThat(file.supplies()).containsExactlyInAnyOrderEntriesOf(Map.of(1, 0, 2, 0));
    assertThat(file.claimedCost()).isZero();
  }

  /** Executors, racks, empty groups, few and many slots, levels dearer than those above. */
  @Property(tries = 300)
  void otherSolversFindTheSameCost(@ForAll int seed) {
    MatchingProblem problem = random(seed);
    DimacsFile file = DimacsFile.parse(write(problem));

    assertThat(file.supplies()).containsEntry(1, problem.cardinality());
    assertThat(file.solveByJGraphT()).isEqualTo(file.claimedCost());
    Matching dense = new HungarianMatcher().match(problem);
    assertThat(file.claimedCost() * dense.scale())
        .as("cost of the dense solver")
        .isEqualTo(dense.scaledCost() * factor(file));
  }

  /** LEMON's network simplex, where its command is installed. */
  @Test
  void lemonFindsTheSameCost(@TempDir Path directory) throws IOException {
    for (int seed = 0; seed < 5; seed++) {
      String text = write(random(seed));
      Path file = Files.writeString(directory.resolve("flow.min"), text);
      Process lemon;
      try {
        lemon =
            new ProcessBuilder("dimacs-solver", "-long", file.toString())
                .redirectErrorStream(true)
                .start();
      } catch (IOException e) {
        throw new TestAbortedException("dimacs-solver is not installed", e);
      }
      String output = new String(lemon.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(output.lines()).contains("Min flow cost: " + DimacsFile.parse(text).claimedCost());
    }
  }

  private static long factor(DimacsFile file) {
    String words = file.comments().get(2);
    return Long.parseLong(words.substring(words.lastIndexOf(' ') + 1, words.length() - 1));
  }

  private static MatchingProblem random(int seed) {
    Random random = new Random(seed);
    int nodes = 1 + random.nextInt(8);
    int rackCount = 1 + random.nextInt(3);
    List<SlotGroup> slots = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      for (int executor = 0; executor <= random.nextInt(3); executor++) {
        slots.add(
            new SlotGroup(
                "e" + node + "." + executor, "n" + node, rack(node, rackCount), random.nextInt(3)));
      }
    }
    List<CostProfile> tasks = new ArrayList<>();
    int taskCount = random.nextInt(14);
    boolean nested = random.nextInt(4) > 0;
    for (int task = 0; task < taskCount; task++) {
      Map<String, Double> nodeCosts = new HashMap<>();
      Map<String, Double> rackCosts = new HashMap<>();
      Map<String, Double> executorCosts = new HashMap<>();
      for (int replica = 0; replica < random.nextInt(4); replica++) {
        int node = random.nextInt(nodes + 1); // one that is not on offer
        nodeCosts.put("n" + node, random.nextInt(nested ? 4000 : 20000) / 100.0);
        rackCosts.put(rack(node, rackCount), 40 + random.nextInt(nested ? 60 : 200) * 1.0);
      }
      if (random.nextInt(4) == 0) {
        executorCosts.put(
            "e" + random.nextInt(nodes) + ".0", nested ? 0 : random.nextInt(90) * 1.0);
      }
      tasks.add(new CostProfile("t" + task, executorCosts, nodeCosts, rackCosts, 100));
    }
    return new MatchingProblem(tasks, slots);
  }

  private static String rack(int node, int racks) {
    return "/r" + node % racks;
  }
}
