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
package io.trident.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class PreferenceTableTest {
  private static final int ALL = Integer.MAX_VALUE;

  private final PreferenceTable<String> table = new PreferenceTable<>();

  private static PreferenceMap map(double... scoresAndCounts) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    for (int i = 0; i < scoresAndCounts.length; i += 2) {
      counts.put(scoresAndCounts[i], (int) scoresAndCounts[i + 1]);
    }
    return new PreferenceMap(counts);
  }

  @Test
  void countsWaitingTasksByScore() {
    table.add("t1", Map.of("n1", 1.0, "*", 1.0));
    table.add("t2", Map.of("n1", 8.0, "*", 1.0));
    table.add("t3", Map.of("n1", 8.0, "*", 8.0));

    assertThat(table.mapOf("n1", ALL)).isEqualTo(map(1, 1, 8, 2));
    assertThat(table.mapOf("*", ALL)).isEqualTo(map(1, 2, 8, 1));
    assertThat(table.mapOf("n2", ALL)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void forgetsRemovedTasksAndIgnoresUnknownOnes() {
    table.add("t1", Map.of("n1", 1.0));
    table.add("t2", Map.of("n1", 1.0));
    table.remove("t1");
    table.remove("t1");
    table.remove("never there");
    assertThat(table.mapOf("n1", ALL)).isEqualTo(map(1, 1));

    table.remove("t2");
    assertThat(table.mapOf("n1", ALL)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void keepsTheCheapestEntriesWhereFewerContainersAreAskedFor() {
    table.add("t1", Map.of("*", 1.0));
    table.add("t2", Map.of("*", 8.0));
    table.add("t3", Map.of("*", 8.0));
    table.add("t4", Map.of("*", 20.0));

    assertThat(table.mapOf("*", 2)).isEqualTo(map(1, 1, 8, 1));
    assertThat(table.mapOf("*", 0)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void notesTheNamesWhoseScoresChange() {
    table.add("t1", Map.of("n1", 20.0, "n2", 8.0, "*", 8.0));
    table.rescore("t1", Map.of("n1", 1.0, "n2", 8.0, "*", 1.0));
    table.rescore("t1", Map.of("n1", 1.0, "n2", 8.0, "*", 1.0));
    table.rescore("never there", Map.of("n9", 1.0));

    assertThat(table.changed()).containsExactlyInAnyOrder("n1", "*");
    assertThat(table.changed()).as("not sent yet").containsExactlyInAnyOrder("n1", "*");
    table.sent();
    assertThat(table.changed()).isEmpty();
    assertThat(table.mapOf("n1", ALL)).isEqualTo(map(1, 1));
  }

  @Test
  void notesANameThatIsNoLongerPreferred() {
    table.add("t1", Map.of("n1", 20.0, "n2", 8.0));
    table.rescore("t1", Map.of("n2", 8.0));

    assertThat(table.changed()).containsExactly("n1");
    assertThat(table.mapOf("n1", ALL)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void rejectsATaskThatWaitsAlready() {
    table.add("t1", Map.of());
    assertThatThrownBy(() -> table.add("t1", Map.of())).isInstanceOf(IllegalStateException.class);
  }

  /** Counted name by name, as the paper's Figure 7 defines it. */
  private static PreferenceMap counted(
      String name, List<CostProfile> tasks, RackResolver topology) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    for (CostProfile task : tasks) {
      task.nodes().entrySet().stream()
          .filter(
              node ->
                  name.equals(ContainerAsk.ANY)
                      || name.equals(node.getKey())
                      || name.equals(topology.rackOf(node.getKey())))
          .mapToDouble(node -> Objects.requireNonNull(node.getValue()))
          .min()
          .ifPresent(score -> counts.merge(score, 1, Integer::sum));
    }
    return new PreferenceMap(counts);
  }

  @Property(tries = 200)
  void equalsTheRequestsFromScratchAndThoseCountedNameByName(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int tasks) {
    Random random = new Random(seed);
    RackResolver topology = node -> node.compareTo("n3") < 0 ? "/r1" : "/r2";
    PreferenceTable<String> incremental = new PreferenceTable<>();
    List<CostProfile> waiting = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      CostProfile task = task("t" + i, random, topology);
      incremental.add(task.task(), PreferenceTable.scores(task.nodes(), topology));
      waiting.add(task);
    }
    for (int i = 0; i < tasks / 3; i++) {
      incremental.remove(waiting.remove(random.nextInt(waiting.size())).task());
    }
    for (int i = 0; i < waiting.size(); i++) {
      if (random.nextBoolean()) {
        CostProfile moved = task(waiting.get(i).task(), random, topology);
        incremental.rescore(moved.task(), PreferenceTable.scores(moved.nodes(), topology));
        waiting.set(i, moved);
      }
    }

    for (ContainerAsk ask : ResourceRequests.of(waiting, topology)) {
      assertThat(incremental.mapOf(ask.resourceName(), ask.containers()))
          .as(ask.resourceName())
          .isEqualTo(ask.preferences())
          .isEqualTo(counted(ask.resourceName(), waiting, topology));
    }
  }

  private static CostProfile task(String name, Random random, RackResolver topology) {
    Map<String, Double> scores = new TreeMap<>();
    for (int r = random.nextInt(4); r > 0; r--) {
      scores.put("n" + (1 + random.nextInt(4)), (double) random.nextInt(5));
    }
    return CostProfile.ofScores(name, scores, topology, CostModel.DEFAULT);
  }
}
