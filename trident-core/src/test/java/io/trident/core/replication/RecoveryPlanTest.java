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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RecoveryPlanTest {
  /** Rows, each with its partition in each member, whose partitions are on nodes. */
  private record Group(int members, int partitions, int nodes, List<List<Integer>> rows) {
    static Group random(Random random, int members) {
      int partitions = 2 + random.nextInt(9);
      List<List<Integer>> rows = new ArrayList<>();
      for (int row = 0; row < 200; row++) {
        rows.add(IntStream.range(0, members).mapToObj(m -> random.nextInt(partitions)).toList());
      }
      return new Group(members, partitions, 2 + random.nextInt(5), rows);
    }

    String node(int partition) {
      return "n" + partition % nodes;
    }

    Set<Integer> lostWith(Set<String> nodes) {
      return IntStream.range(0, partitions)
          .filter(p -> nodes.contains(node(p)))
          .boxed()
          .collect(Collectors.toSet());
    }

    boolean collides(List<Integer> row, int failures) {
      return Collisions.collide(
          row.stream().map(p -> new Copy(List.of(Set.of(node(p))))).toList(), failures);
    }
  }

  /** Returns how often a row is supplied, by all that are read. */
  private static long supplied(RecoveryPlan plan, List<Integer> row, boolean isApart) {
    long count =
        plan.sources().stream()
            .filter(source -> !plan.lost().get(source).contains(row.get(source))) // is read
            .filter(source -> plan.isSupplied(source, row))
            .count();
    return count + (isApart && plan.isSuppliedApart(row) ? 1 : 0);
  }

  @Property(tries = 1000)
  void eachLostRowIsSuppliedExactlyOnceWhicheverNodesAreLost(@ForAll long seed) {
    Random random = new Random(seed);
    Group group = Group.random(random, 2 + random.nextInt(3));
    int failures = 1 + random.nextInt(group.nodes() - 1);
    for (int bits = 0; bits < 1 << group.nodes(); bits++) {
      int of = bits;
      Set<String> nodes =
          IntStream.range(0, group.nodes())
              .filter(node -> (of >>> node & 1) != 0)
              .mapToObj(node -> "n" + node)
              .collect(Collectors.toSet());
      if (nodes.size() > failures) {
        continue;
      }
      List<Set<Integer>> lost =
          IntStream.range(0, group.members()).mapToObj(m -> group.lostWith(nodes)).toList();
      List<Long> bytes =
          IntStream.range(0, group.members()).mapToObj(m -> random.nextLong(9)).toList();
      int target = random.nextInt(group.members());
      RecoveryPlan plan = RecoveryPlan.of(target, lost, bytes);
      for (List<Integer> row : group.rows()) {
        boolean isLost = lost.get(target).contains(row.get(target));
        assertThat(supplied(plan, row, group.collides(row, failures)))
            .as("row %s, nodes %s", row, nodes)
            .isEqualTo(isLost ? 1 : 0);
      }
    }
  }

  @Property(tries = 1000)
  void arbitraryLossesSupplyEachRowThatIsLeftOnce(@ForAll long seed) {
    Random random = new Random(seed);
    Group group = Group.random(random, 2 + random.nextInt(3));
    List<Set<Integer>> lost = new ArrayList<>();
    for (int member = 0; member < group.members(); member++) {
      double share = random.nextInt(4) / 4.0;
      lost.add(
          IntStream.range(0, group.partitions())
              .filter(p -> random.nextDouble() < share)
              .boxed()
              .collect(Collectors.toSet()));
    }
    List<Long> bytes =
        IntStream.range(0, group.members()).mapToObj(m -> random.nextLong(9)).toList();
    RecoveryPlan plan = RecoveryPlan.of(0, lost, bytes);
    for (List<Integer> row : group.rows()) {
      boolean isLost = lost.get(0).contains(row.get(0));
      boolean isLeft =
          IntStream.range(1, group.members()).anyMatch(m -> !lost.get(m).contains(row.get(m)));
      assertThat(supplied(plan, row, false)).isEqualTo(isLost && isLeft ? 1 : 0);
      assertThat(plan.isSuppliedApart(row)).isEqualTo(isLost && !isLeft);
    }
  }

  /** The paper's rule, which this one replaces: it must fail where the paper does. */
  @Test
  void oneArbitrarySourceWouldLoseRowsOfThree() {
    int k = 10;
    Random random = new Random(1);
    Set<Integer> lost = Set.of(0);
    RecoveryPlan all = RecoveryPlan.of(0, List.of(lost, lost, lost), List.of(0L, 1L, 2L));
    RecoveryPlan one = new RecoveryPlan(0, all.lost(), List.of(1));
    int rows = 0;
    int missed = 0;
    for (int i = 0; i < 200_000; i++) {
      List<Integer> row = List.of(0, random.nextInt(k), random.nextInt(k));
      boolean isColliding = row.equals(List.of(0, 0, 0));
      rows++;
      assertThat(supplied(all, row, isColliding)).isEqualTo(1);
      missed += isColliding || supplied(one, row, false) == 1 ? 0 : 1;
    }
    assertThat((double) missed / rows).isBetween(0.085, 0.095); // (k - 1) / k^2 = 0.09
  }

  @Test
  void anIntactMemberSuppliesAllAndTheCheapestOfThemIsRead() {
    List<Set<Integer>> lost = List.of(Set.of(1), Set.of(2), Set.of(), Set.of());

    RecoveryPlan plan = RecoveryPlan.of(0, lost, List.of(1L, 1L, 9L, 5L));

    assertThat(plan.sources()).containsExactly(3);
    assertThat(plan.needsColliding()).isFalse();
    assertThat(RecoveryPlan.of(0, lost.subList(0, 2), List.of(1L, 1L)).needsColliding()).isTrue();
  }
}
