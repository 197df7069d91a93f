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
package io.trident.core.layout.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.ExtentChoice.Chosen;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ExtentChoiceTest {
  private static final List<String> TYPES = List.of("ssd", "disk");

  /** The second domain of three is the rack /r1. */
  private static final Wanted WANTED =
      new Wanted(0, new DataExtent(1, 0), Optional.of(new ParityGroups(4, 2, 1)), Optional.empty());

  /**
   * A cluster.
   *
   * @param racks of the nodes that may be chosen
   * @param busy nodes
   * @param full volumes, each a node and a type
   */
  private record Cluster(
      ExtentHomes homes, Map<String, String> racks, Set<String> busy, Set<String> full) {
    static Cluster of(int racks, int nodes) {
      List<Rack> all =
          IntStream.range(0, racks)
              .mapToObj(
                  r ->
                      new Rack(
                          "/r" + r, IntStream.range(0, nodes).mapToObj(n -> r + "." + n).toList()))
              .toList();
      Map<String, String> rackOf = new HashMap<>();
      all.forEach(rack -> rack.nodes().forEach(node -> rackOf.put(node, rack.name())));
      return new Cluster(
          ExtentHomes.of(DomainMap.of(Isolation.RACKS, 3, all), all),
          rackOf,
          new HashSet<>(),
          new HashSet<>());
    }

    boolean isRoom(String node, String type) {
      return !full.contains(node + type);
    }

    ExtentChoice<String> choice() {
      return choice(this::isRoom);
    }

    ExtentChoice<String> choice(ExtentChoice.Room<String> room) {
      return new ExtentChoice<>(
          homes, node -> Optional.ofNullable(racks.get(node)), busy::contains, TYPES, room);
    }

    /** The best of all that is possible, by the five criteria one after the other. */
    Optional<Chosen> best(Wanted wanted, Set<String> held) {
      record Ranked(Chosen chosen, List<Integer> rank) {}
      List<Ranked> all = new ArrayList<>();
      for (Preference preference : Preference.values()) {
        List<String> candidates = homes.candidates(preference, wanted).toList();
        for (int c = 0; c < candidates.size(); c++) {
          String node = candidates.get(c);
          for (int t = 0; t < TYPES.size(); t++) {
            if (racks.containsKey(node) && isRoom(node, TYPES.get(t))) {
              boolean isBusy = busy.contains(node);
              all.add(
                  new Ranked(
                      new Chosen(node, preference, isBusy),
                      List.of(
                          held.contains(racks.get(node)) ? 1 : 0,
                          preference.ordinal(),
                          isBusy ? 1 : 0,
                          t,
                          c)));
            }
          }
        }
      }
      Comparator<Ranked> order = Comparator.comparing(one -> one.rank().get(0));
      for (int i = 1; i < 5; i++) {
        int criterion = i;
        order = order.thenComparing(one -> one.rank().get(criterion));
      }
      return all.stream().min(order).map(Ranked::chosen);
    }
  }

  @Property(tries = 500)
  void theBestOfAllThatIsPossibleIsChosen(
      @ForAll @IntRange(min = 3, max = 7) int racks,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 0, max = 10) int tenths,
      @ForAll long seed) {
    Random random = new Random(seed);
    Cluster cluster = Cluster.of(racks, nodes);
    for (String node : List.copyOf(cluster.racks().keySet())) {
      for (String type : TYPES) {
        if (random.nextInt(10) < tenths) {
          cluster.full().add(node + type);
        }
      }
      if (random.nextInt(3) == 0) {
        cluster.busy().add(node);
      }
      if (random.nextInt(5) == 0) {
        cluster.racks().remove(node);
      }
    }
    Set<String> held = new HashSet<>();
    IntStream.range(0, random.nextInt(3)).forEach(i -> held.add("/r" + random.nextInt(racks)));
    Wanted wanted =
        new Wanted(
            random.nextInt(5),
            new DataExtent(random.nextInt(3), random.nextInt(4)),
            Optional.of(new ParityGroups(4, 2, 1)),
            Optional.empty());
    assertThat(cluster.choice().choose(wanted, held)).isEqualTo(cluster.best(wanted, held));
  }

  @Test
  void aBusyNodeOfTheGroupsDomainIsBetterThanAnotherDomain() {
    Cluster cluster = Cluster.of(3, 6);
    IntStream.range(0, 6).forEach(n -> cluster.busy().add("1." + n));
    Chosen chosen = cluster.choice().choose(WANTED, Set.of()).orElseThrow();
    assertThat(chosen.isBusy()).isTrue();
    assertThat(chosen.preference()).isEqualTo(Preference.APART);
  }

  /** As when HDFS has copied a parity that the lost node had, before what it held is rebuilt. */
  @Test
  void aBusyNodeBesideAParityIsBetterThanOneBesideAnExtent() {
    Cluster cluster = Cluster.of(3, 2);
    cluster.busy().add("1.0");
    Wanted wanted =
        new Wanted(
            0,
            new DataExtent(1, 0),
            Optional.of(new ParityGroups(4, 2, 1)),
            Optional.of(new GroupMates(Set.of("1.1"), Set.of("1.0", "1.1"))));
    assertThat(cluster.choice().choose(wanted, Set.of()))
        .contains(new Chosen("1.0", Preference.BESIDE_PARITY, true));
  }

  @Test
  void aNodeThatIsNotBusyIsBetterThanTheHome() {
    Cluster cluster = Cluster.of(3, 6);
    String home = cluster.choice().choose(WANTED, Set.of()).orElseThrow().node();
    cluster.busy().add(home);
    Chosen chosen = cluster.choice().choose(WANTED, Set.of()).orElseThrow();
    assertThat(chosen.node()).startsWith("1.").isNotEqualTo(home);
    assertThat(chosen.isBusy()).isFalse();
  }

  @Test
  void aSecondReplicaIsInARackWithOneIfNoOtherHasRoom() {
    Cluster cluster = Cluster.of(3, 9);
    assertThat(cluster.choice().choose(WANTED, Set.of("/r1")).orElseThrow().node())
        .doesNotStartWith("1.");
    cluster.racks().keySet().removeIf(node -> !node.startsWith("1."));
    assertThat(cluster.choice().choose(WANTED, Set.of("/r1")).orElseThrow().node())
        .startsWith("1.");
  }

  /** HDFS's own check of room notes what it found. */
  @Test
  void nothingIsAskedOnceThereIsRoom() {
    List<String> asked = new ArrayList<>();
    Cluster cluster = Cluster.of(3, 6);
    cluster
        .choice(
            (node, type) -> {
              asked.add(node + type);
              return asked.size() == 3;
            })
        .choose(WANTED, Set.of());
    assertThat(asked).hasSize(3).doesNotHaveDuplicates();
  }
}
