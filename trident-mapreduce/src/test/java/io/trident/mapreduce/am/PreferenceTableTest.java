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
package io.trident.mapreduce.am;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.cost.StorageTier;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.ResourceRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    assertThat(table.takeChanged()).containsExactlyInAnyOrder("n1", "*");
    assertThat(table.takeChanged()).isEmpty();
    assertThat(table.mapOf("n1", ALL)).isEqualTo(map(1, 1));
  }

  @Test
  void notesANameThatIsNoLongerPreferred() {
    table.add("t1", Map.of("n1", 20.0, "n2", 8.0));
    table.rescore("t1", Map.of("n2", 8.0));

    assertThat(table.takeChanged()).containsExactly("n1");
    assertThat(table.mapOf("n1", ALL)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void rejectsATaskThatWaitsAlready() {
    table.add("t1", Map.of());
    assertThatThrownBy(() -> table.add("t1", Map.of())).isInstanceOf(IllegalStateException.class);
  }

  @Property(tries = 200)
  void equalsTheRequestsThatTheCoreComputesFromScratch(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int tasks) {
    Random random = new Random(seed);
    PreferenceTable<Integer> incremental = new PreferenceTable<>();
    List<WaitingMap> left = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, StorageTier> replicas = new TreeMap<>();
      for (int r = random.nextInt(4); r > 0; r--) {
        replicas.put(
            "n" + (1 + random.nextInt(4)),
            StorageTier.values()[random.nextInt(StorageTier.values().length)]);
      }
      WaitingMap task = AmFixtures.waiting(i, replicas);
      incremental.add(i, task.scores(task.profile().nodes(), AmFixtures.RACKS));
      left.add(task);
    }
    for (int i = 0; i < tasks / 3; i++) {
      incremental.remove(left.remove(random.nextInt(left.size())).split());
    }

    for (ContainerAsk ask :
        ResourceRequests.of(left.stream().map(WaitingMap::profile).toList(), AmFixtures.RACKS)) {
      assertThat(incremental.mapOf(ask.resourceName(), ask.containers()))
          .as(ask.resourceName())
          .isEqualTo(ask.preferences());
    }
  }
}
