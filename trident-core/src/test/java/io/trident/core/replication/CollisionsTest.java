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
package io.trident.core.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CollisionsTest {
  private static Set<String> nodes(int bits) {
    Set<String> nodes = new HashSet<>();
    for (int node = 0; node < Integer.SIZE; node++) {
      if ((bits >>> node & 1) != 0) {
        nodes.add("n" + node);
      }
    }
    return nodes;
  }

  @Property(tries = 2000)
  void aRowCollidesIfSomeSetOfNodesTakesAllCopies(@ForAll long seed) {
    Random random = new Random(seed);
    int count = 2 + random.nextInt(5);
    List<Copy> copies = new ArrayList<>();
    for (int copy = 0; copy < 1 + random.nextInt(4); copy++) {
      List<Set<String>> fatal = new ArrayList<>();
      for (int way = 0; way < random.nextInt(4); way++) {
        fatal.add(nodes(1 + random.nextInt((1 << count) - 1)));
      }
      copies.add(new Copy(fatal));
    }
    int failures = random.nextInt(count);
    boolean expected = false;
    for (int bits = 0; bits < 1 << count; bits++) {
      Set<String> lost = nodes(bits);
      expected |=
          lost.size() <= failures && copies.stream().allMatch(copy -> copy.isLostWith(lost));
    }
    assertThat(Collisions.collide(copies, failures)).isEqualTo(expected);
  }

  @Property(tries = 200)
  void theExpectedShareIsThatOfAllPlacements(@ForAll long seed) {
    Random random = new Random(seed);
    int nodes = 1 + random.nextInt(5);
    int copies = 1 + random.nextInt(4);
    int failures = random.nextInt(5);
    int placements = (int) Math.pow(nodes, copies);
    int colliding = 0;
    for (int placement = 0; placement < placements; placement++) {
      List<Copy> all = new ArrayList<>();
      for (int copy = 0, rest = placement; copy < copies; copy++, rest /= nodes) {
        all.add(new Copy(List.of(Set.of("n" + rest % nodes))));
      }
      colliding += Collisions.collide(all, failures) ? 1 : 0;
    }
    assertThat(Collisions.expectedShare(nodes, copies, failures))
        .isEqualTo((double) colliding / placements, within(1e-12));
  }

  @Test
  void ofThreeCopiesOneInKSquaredCollides() {
    assertThat(Collisions.expectedShare(10, 3, 1)).isEqualTo(0.01, within(1e-12));
    assertThat(Collisions.expectedShare(10, 2, 1)).isEqualTo(0.1, within(1e-12));
    assertThat(Collisions.expectedShare(20, 3, 2))
        .isEqualTo(1 - 20 * 19 * 18 / 8000.0, within(1e-12));
  }

  @Test
  void whatIsNotPossibleIsRefused() {
    assertThatThrownBy(() -> Collisions.expectedShare(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ofReplicasThatAreTooManyAnyMayBeTheOnesThatStay() {
    assertThat(Copy.fatalToBlock(Set.of("a", "b"), 3)).containsExactly(Set.of("a", "b"));
    assertThat(Copy.fatalToBlock(Set.of("a", "b", "c"), 1))
        .containsExactlyInAnyOrder(Set.of("a"), Set.of("b"), Set.of("c"));
    assertThat(Copy.fatalToBlock(Set.of("a", "b", "c"), 2))
        .containsExactlyInAnyOrder(Set.of("a", "b"), Set.of("a", "c"), Set.of("b", "c"));
    assertThat(Copy.fatalToBlock(Set.of(), 1)).containsExactly(Set.of());
  }

  @Test
  void aCopyOfManyReplicasNeverCollidesWithFewFailures() {
    Copy replicated = new Copy(List.of(Set.of("a", "b", "c")));
    Copy single = new Copy(List.of(Set.of("a")));

    assertThat(Collisions.collide(List.of(replicated, single), 2)).isFalse();
    assertThat(Collisions.collide(List.of(replicated, single), 3)).isTrue();
    assertThat(Collisions.collide(List.of(single, new Copy(List.of())), 3)).isFalse();
  }
}
