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

import io.trident.core.replication.ReplicaChooser.Choice;
import io.trident.core.replication.ReplicaChooser.Key;
import io.trident.core.replication.ReplicaChooser.Operator;
import io.trident.core.replication.ReplicaChooser.Replica;
import io.trident.core.replication.ReplicaChooser.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ReplicaChooserTest {
  private static Replica source(double seconds) {
    return new Replica(Optional.empty(), seconds);
  }

  private static Replica by(String column, int partitions, double seconds) {
    return new Replica(Optional.of(new PartitionScheme(column, partitions)), seconds);
  }

  /** Query 17 of TPC-H, of which the paper reports most. */
  @Test
  void aJoinOfTwoTablesReadsReplicasThatArePartitionedAlike() {
    Table lineitem =
        new Table(List.of(source(10), by("l_orderkey", 64, 10), by("l_partkey", 64, 10)), 20);
    Table part = new Table(List.of(source(1), by("p_partkey", 64, 1)), 2);
    Operator join = new Operator(List.of(new Key(0, "l_partkey"), new Key(1, "p_partkey")));

    assertThat(ReplicaChooser.choose(List.of(lineitem, part), List.of(join)))
        .contains(new Choice(List.of(2, 1), 11));
  }

  @Test
  void withoutUseOfAReplicaTheSourceIsRead() {
    Table table = new Table(List.of(source(10), by("a", 8, 10), by("b", 8, 10)), 20);

    assertThat(ReplicaChooser.choose(List.of(table), List.of()))
        .contains(new Choice(List.of(0), 10));
    assertThat(
            ReplicaChooser.choose(List.of(table), List.of(new Operator(List.of(new Key(0, "c"))))))
        .contains(new Choice(List.of(0), 30));
    assertThat(
            ReplicaChooser.choose(List.of(table), List.of(new Operator(List.of(new Key(0, "b"))))))
        .contains(new Choice(List.of(2), 10));
  }

  @Test
  void costsThatDifferByTheirRoundingAreEqual() {
    Table table = new Table(List.of(source(0.1 + 0.2), by("a", 8, 0.3)), 1);

    assertThat(0.3).isLessThan(0.1 + 0.2);
    assertThat(ReplicaChooser.choose(List.of(table), List.of()).orElseThrow().replicas())
        .containsExactly(0);
  }

  @Test
  void aReplicaOnASlowTierIsReadOnlyIfTheExchangeCostsMore() {
    Operator sum = new Operator(List.of(new Key(0, "a")));
    for (double exchange : List.of(2.0, 50.0)) {
      Table table = new Table(List.of(source(1), by("a", 8, 11)), exchange);
      assertThat(ReplicaChooser.choose(List.of(table), List.of(sum)).orElseThrow().replicas())
          .containsExactly(exchange > 10 ? 1 : 0);
    }
  }

  @Test
  void countsThatDivideEachOtherAreJoinedAndOthersAreNot() {
    Table one = new Table(List.of(source(1), by("a", 64, 1)), 5);
    Operator join = new Operator(List.of(new Key(0, "a"), new Key(1, "b")));
    for (int partitions : List.of(32, 48)) {
      Table other = new Table(List.of(source(1), by("b", partitions, 1)), 5);
      assertThat(ReplicaChooser.choose(List.of(one, other), List.of(join)).orElseThrow().seconds())
          .isEqualTo(partitions == 32 ? 2 : 12);
    }
  }

  @Test
  void moreCombinationsThanTheBoundAreNotTried() {
    Table table = new Table(Collections.nCopies(7, source(1)), 1);

    assertThat(ReplicaChooser.choose(List.of(table, table), List.of())).isPresent();
    assertThat(ReplicaChooser.choose(List.of(table, table, table), List.of())).isEmpty();
    assertThatThrownBy(() -> new Table(List.of(), 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 500)
  void noCombinationIsCheaperAndOfEqualsTheFirstIsTaken(@ForAll long seed) {
    Random random = new Random(seed);
    String[] columns = {"a", "b", "c"};
    List<Table> tables = new ArrayList<>();
    for (int t = 0; t < 1 + random.nextInt(4); t++) {
      List<Replica> replicas = new ArrayList<>(List.of(source(random.nextInt(4))));
      for (int r = random.nextInt(3); r > 0; r--) {
        replicas.add(by(columns[random.nextInt(3)], 4 << random.nextInt(2), random.nextInt(4)));
      }
      tables.add(new Table(replicas, random.nextInt(4)));
    }
    List<Operator> operators = new ArrayList<>();
    for (int o = random.nextInt(4); o > 0; o--) {
      List<Key> keys = new ArrayList<>();
      for (int side = 0; side < 1 + random.nextInt(2); side++) {
        keys.add(new Key(random.nextInt(tables.size()), columns[random.nextInt(3)]));
      }
      operators.add(new Operator(keys));
    }
    Choice best = ReplicaChooser.choose(tables, operators).orElseThrow();
    List<Choice> all = new ArrayList<>();
    enumerate(tables, operators, new ArrayList<>(), all);
    double least = all.stream().mapToDouble(Choice::seconds).min().orElseThrow();
    assertThat(best.seconds()).isEqualTo(least);
    assertThat(best)
        .isEqualTo(all.stream().filter(one -> one.seconds() == least).findFirst().orElseThrow());
  }

  private static void enumerate(
      List<Table> tables, List<Operator> operators, List<Integer> chosen, List<Choice> all) {
    if (chosen.size() == tables.size()) {
      all.add(new Choice(chosen, seconds(tables, operators, chosen)));
      return;
    }
    for (int r = 0; r < tables.get(chosen.size()).replicas().size(); r++) {
      List<Integer> more = new ArrayList<>(chosen);
      more.add(r);
      enumerate(tables, operators, more, all);
    }
  }

  private static double seconds(
      List<Table> tables, List<Operator> operators, List<Integer> chosen) {
    double seconds = 0;
    for (int t = 0; t < tables.size(); t++) {
      seconds += tables.get(t).replicas().get(chosen.get(t)).scanSeconds();
    }
    for (Operator operator : operators) {
      boolean isTogether = true;
      for (Key key : operator.keys()) {
        Optional<PartitionScheme> scheme =
            tables.get(key.table()).replicas().get(chosen.get(key.table())).scheme();
        isTogether &= scheme.isPresent() && scheme.get().column().equals(key.column());
      }
      for (Key key : operator.keys()) {
        seconds += isTogether ? 0 : tables.get(key.table()).exchangeSeconds();
      }
    }
    return seconds;
  }
}
