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
package io.trident.core.replica;

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

class RoundsTest {
  private final Rounds<String> rounds = new Rounds<>();

  private void serve(int times, String... nodes) {
    for (int time = 0; time < times; time++) {
      List.of(nodes).forEach(rounds::serve);
    }
  }

  @Example
  void whoHasNotServedIsFirst() {
    serve(1, "n1");
    assertThat(rounds.of("n1")).isEqualTo(1);
    assertThat(rounds.of("n2")).isZero();
    assertThat(rounds.nodes()).isEqualTo(1);
  }

  @Example
  void whoJoinsLateTakesTheNextRoundAndNotAllThatItMissed() {
    serve(10, "n1", "n2");
    assertThat(rounds.of("n1")).isEqualTo(10);
    assertThat(rounds.of("new")).as("one before the latest that has begun").isEqualTo(8);

    serve(2, "new");
    assertThat(rounds.of("new")).as("as the others").isEqualTo(10);
  }

  @Example
  void whoIsAwayIsMissedByNobody() {
    serve(1, "away");
    serve(10, "n1", "n2");
    assertThat(rounds.of("n1")).isEqualTo(rounds.of("n2")).isEqualTo(10);
    assertThat(rounds.of("away")).isEqualTo(8);
  }

  @Example
  void whoIsRefusedIsFirstAgain() {
    serve(3, "n1", "n2", "n3");
    serve(1, "n1", "n2");
    rounds.giveBack("n2");
    rounds.giveBack("nobody");
    assertThat(rounds.of("n1")).isEqualTo(4);
    assertThat(rounds.of("n2")).isEqualTo(rounds.of("n3")).isEqualTo(3);
  }

  /** Whichever of those with the least round serves, nobody is two ahead of another. */
  @Property(tries = 300)
  void turnsAreTheSameAsCountingWhileAllAreThere(
      @ForAll @IntRange(min = 1, max = 12) int nodes,
      @ForAll @IntRange(max = 100) int replicas,
      @ForAll Random random) {
    Rounds<Integer> turns = new Rounds<>();
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
