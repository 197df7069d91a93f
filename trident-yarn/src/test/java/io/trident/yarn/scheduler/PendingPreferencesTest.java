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
package io.trident.yarn.scheduler;

import static io.trident.yarn.scheduler.MockCluster.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.request.PreferenceMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.junit.jupiter.api.Test;

class PendingPreferencesTest {
  private static final int MOST = 1_000;

  private final PendingPreferences preferences = new PendingPreferences();

  @Test
  void aNodeLocalContainerLeavesNodeRackAndAny() {
    preferences.replace("n1", map(1, 1, 20, 1), 2, MOST);
    preferences.replace("/r", map(1, 2, 20, 1), 3, MOST);
    preferences.replace("*", map(1, 2, 20, 1), 3, MOST);
    assertThat(preferences.take(NodeType.NODE_LOCAL, "n1", "/r")).hasValue(1);
    assertThat(preferences.get("n1")).isEqualTo(map(20, 1));
    assertThat(preferences.get("/r")).isEqualTo(map(1, 1, 20, 1));
    assertThat(preferences.get("*")).isEqualTo(map(1, 1, 20, 1));
  }

  @Test
  void aRackLocalContainerLeavesTheNodesRequestAlone() {
    preferences.replace("n1", map(1, 1), 1, MOST);
    preferences.replace("/r", map(1, 1, 8, 1), 2, MOST);
    preferences.replace("*", map(1, 1, 8, 1), 2, MOST);
    assertThat(preferences.take(NodeType.RACK_LOCAL, "n2", "/r")).hasValue(1);
    assertThat(preferences.get("n1")).isEqualTo(map(1, 1));
    assertThat(preferences.get("/r")).isEqualTo(map(8, 1));
  }

  @Test
  void anOffRackContainerIsForTheTaskThatIsWorstOff() {
    preferences.replace("*", map(1, 1, 20, 1), 2, MOST);
    assertThat(preferences.take(NodeType.OFF_SWITCH, "n9", "/r9")).hasValue(20);
    assertThat(preferences.get("*")).isEqualTo(map(1, 1));
  }

  @Test
  void aRequestWithoutMapTakesTheScoreOfTheNextWiderOne() {
    preferences.replace("*", map(8, 2), 2, MOST);
    assertThat(preferences.take(NodeType.NODE_LOCAL, "n1", "/r")).hasValue(8);
    assertThat(preferences.get("*")).isEqualTo(map(8, 1));
  }

  @Test
  void withoutAnyMapNothingIsTaken() {
    assertThat(preferences.take(NodeType.NODE_LOCAL, "n1", "/r")).isEqualTo(OptionalDouble.empty());
    assertThat(preferences.isEmpty()).isTrue();
  }

  @Test
  void aMapIsCutToTheContainersAskedForAndZeroRemovesIt() {
    preferences.replace("n1", map(1, 1, 8, 5), 3, MOST);
    assertThat(preferences.get("n1")).isEqualTo(map(1, 1, 8, 2));
    preferences.replace("n1", map(1, 1), 0, MOST);
    assertThat(preferences.isEmpty()).isTrue();
    preferences.replace("n1", map(1, 1), -4, MOST);
    assertThat(preferences.isEmpty()).isTrue();
  }

  @Test
  void aContainerAskedForAgainComesBackWithItsScore() {
    preferences.replace("n1", map(1, 1, 20, 1), 2, MOST);
    double score = preferences.take(NodeType.NODE_LOCAL, "n1", "/r").orElseThrow();
    preferences.add("n1", score);
    assertThat(preferences.get("n1")).isEqualTo(map(1, 1, 20, 1));
    preferences.add("n2", 8);
    assertThat(preferences.get("n2")).isEqualTo(map(8, 1));
  }

  @Test
  void mapsThatGoBeyondTheLimitAreNotKept() {
    assertThat(preferences.replace("n1", map(1, 1, 8, 1), 9, 3)).isTrue();
    assertThat(preferences.replace("n2", map(1, 1, 8, 1), 9, 3)).isFalse();
    assertThat(preferences.get("n2").isEmpty()).isTrue();
    assertThat(preferences.replace("n2", map(20, 1), 9, 3)).isTrue();
    assertThat(preferences.replace("n1", map(1, 2), 9, 3)).isTrue();
    assertThat(preferences.replace("n2", map(1, 1, 8, 1), 9, 3)).as("what n1 gave up").isTrue();
  }

  @Test
  void theHighestScoreIsThatOfAllMapsAsTheyChange() {
    assertThat(preferences.highestScore()).isZero();
    preferences.replace("n1", map(1, 1, 20, 1), 9, MOST);
    preferences.replace("*", map(1, 1, 8, 1), 9, MOST);
    assertThat(preferences.highestScore()).isEqualTo(20);
    preferences.replace("n1", map(1, 1), 9, MOST);
    assertThat(preferences.highestScore()).isEqualTo(8);
    preferences.take(NodeType.OFF_SWITCH, "n9", "/r");
    assertThat(preferences.highestScore()).isEqualTo(1);
  }

  @Property(tries = 300)
  void eachContainerTakesExactlyOneFromEveryMapItCountsAgainst(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 2) Integer> localities) {
    PendingPreferences pending = new PendingPreferences();
    pending.replace("n1", map(1, 5, 8, 5), 10, MOST);
    pending.replace("/r", map(1, 10, 8, 10), 20, MOST);
    pending.replace("*", map(1, 10, 8, 10, 20, 10), 30, MOST);
    long node = 10;
    long rack = 20;
    long any = 30;
    for (int locality : localities) {
      NodeType type = NodeType.values()[locality];
      if (type == NodeType.NODE_LOCAL) {
        node = Math.max(0, node - 1);
      }
      if (type != NodeType.OFF_SWITCH) {
        rack--;
      }
      any--;
      pending.take(type, "n1", "/r");
      assertThat(pending.get("n1").total()).isEqualTo(node);
      assertThat(pending.get("/r").total()).isEqualTo(rack);
      assertThat(pending.get("*").total()).isEqualTo(any);
    }
  }

  @Property(tries = 300)
  void entriesAndHighestScoreAreThoseOfTheMapsThere(@ForAll Random random) {
    PendingPreferences pending = new PendingPreferences();
    List<String> names = List.of("n1", "n2", "/r", "*");
    for (int step = 0; step < 60; step++) {
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(3)) {
        case 0 ->
            pending.replace(
                name, map(random.nextInt(3), 2, 3 + random.nextInt(3), 2), random.nextInt(6), 6);
        case 1 -> pending.add(name, random.nextInt(8));
        default -> pending.take(NodeType.values()[random.nextInt(3)], "n1", "/r");
      }
      List<PreferenceMap> maps =
          names.stream().map(pending::get).filter(map -> !map.isEmpty()).toList();
      assertThat(pending.entries()).isEqualTo(maps.stream().mapToInt(PreferenceMap::size).sum());
      assertThat(pending.highestScore())
          .isEqualTo(maps.stream().mapToDouble(PreferenceMap::highest).max().orElse(0));
    }
  }
}
