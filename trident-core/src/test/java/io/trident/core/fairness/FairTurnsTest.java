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
package io.trident.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FairTurnsTest {
  private final FairTurns<String> turns = new FairTurns<>();

  private void serve(int times, String... nodes) {
    for (int time = 0; time < times; time++) {
      List.of(nodes).forEach(turns::serve);
    }
  }

  @Example
  void whoHasNotServedIsFirst() {
    serve(1, "n1");
    assertThat(turns.of("n1")).isEqualTo(1);
    assertThat(turns.of("n2")).isZero();
    assertThat(turns.nodes()).isEqualTo(1);
  }

  @Example
  void whoJoinsLateTakesTheNextRoundAndNotAllThatItMissed() {
    serve(10, "n1", "n2");
    assertThat(turns.of("n1")).isEqualTo(10);
    assertThat(turns.of("new")).as("one before the latest that has begun").isEqualTo(8);

    serve(2, "new");
    assertThat(turns.of("new")).as("as the others").isEqualTo(10);
  }

  @Example
  void whoIsAwayIsMissedByNobody() {
    serve(1, "away");
    serve(10, "n1", "n2");
    assertThat(turns.of("n1")).isEqualTo(turns.of("n2")).isEqualTo(10);
    assertThat(turns.of("away")).isEqualTo(8);
  }

  @Example
  void whoIsRefusedIsFirstAgain() {
    serve(3, "n1", "n2", "n3");
    serve(1, "n1", "n2");
    turns.giveBack("n2");
    turns.giveBack("nobody");
    assertThat(turns.of("n1")).isEqualTo(4);
    assertThat(turns.of("n2")).isEqualTo(turns.of("n3")).isEqualTo(3);
  }

  /** Whichever of those with the least round serves, nobody is two ahead of another. */
  @Property(tries = 300)
  void turnsAreTheSameAsCountingWhileAllAreThere(
      @ForAll @IntRange(min = 1, max = 12) int nodes,
      @ForAll @IntRange(max = 100) int replicas,
      @ForAll Random random) {
    FairTurns<Integer> turns = new FairTurns<>();
    Map<Integer, Integer> counts = new HashMap<>();
    List<Integer> order = new ArrayList<>(IntStream.range(0, nodes).boxed().toList());
    order.forEach(node -> counts.put(node, 0));
    for (int replica = 0; replica < replicas; replica++) {
      Collections.shuffle(order, random);
      int least = Collections.min(order, (one, other) -> turns.of(one) - turns.of(other));
      turns.serve(least);
      counts.merge(least, 1, Integer::sum);
      order.forEach(node -> assertThat(turns.of(node)).isEqualTo(counts.get(node)));
    }
    assertThat(Collections.max(counts.values()) - Collections.min(counts.values())).isBetween(0, 1);
  }
}
