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
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ExtentHomesTest {
  private static final int DOMAINS = 3;

  private static List<Rack> racks(int racks, int nodes) {
    return IntStream.range(0, racks)
        .mapToObj(
            r -> new Rack("/r" + r, IntStream.range(0, nodes).mapToObj(n -> r + "." + n).toList()))
        .toList();
  }

  private static String domain(DomainMap map, String node) {
    return String.valueOf(map.domains().domainOf().get("/r" + node.split("\\.")[0]));
  }

  private static Wanted wanted(long superExtent, Extent extent, ParityGroups groups) {
    return new Wanted(superExtent, extent, Optional.of(groups), Optional.empty());
  }

  private static List<String> best(ExtentHomes homes, Wanted wanted, Set<String> down) {
    return Stream.of(Preference.values())
        .flatMap(preference -> homes.candidates(preference, wanted))
        .filter(node -> !down.contains(node))
        .toList();
  }

  @Property(tries = 200)
  void everyNodeIsACandidateOnceOrTheSuperExtentsOwn(
      @ForAll @IntRange(min = 3, max = 9) int racks,
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(min = 4, max = 40) int extents,
      @ForAll @IntRange(min = 0, max = 5) int superExtent) {
    List<Rack> all = racks(racks, nodes);
    ExtentHomes homes = ExtentHomes.of(DomainMap.of(Isolation.RACKS, DOMAINS, all), all);
    ParityGroups groups = new ParityGroups(extents, 10, 1);
    List<Extent> some =
        List.of(new DataExtent(1, extents - 1), new ParityExtent(2, groups.groups() - 1, 0));
    for (Extent extent : some) {
      List<String> found = best(homes, wanted(superExtent, extent, groups), Set.of());
      assertThat(found).doesNotHaveDuplicates();
      assertThat(found).containsAll(homes.nodesOf(homes.domainOf(extent.dimension())));
      if (extent instanceof ParityExtent) {
        assertThat(found).hasSize(racks * nodes);
      }
    }
  }

  /** Whatever node is down, if the others of the domain suffice. */
  @Property(tries = 200)
  void dimensionsAreInTheirDomainsAndGroupsOnDifferentNodes(
      @ForAll @IntRange(min = 3, max = 9) int racks,
      @ForAll @IntRange(min = 2, max = 6) int nodes,
      @ForAll @IntRange(min = 4, max = 40) int extents,
      @ForAll @IntRange(min = 1, max = 10) int limit,
      @ForAll @IntRange(min = 0, max = 5) int superExtent,
      @ForAll @IntRange(min = 0, max = 999) int dead) {
    List<Rack> all = racks(racks, nodes);
    DomainMap map = DomainMap.of(Isolation.RACKS, DOMAINS, all);
    ExtentHomes homes = ExtentHomes.of(map, all);
    ParityGroups groups = new ParityGroups(extents, limit, 1);
    String down = "%d.%d".formatted(dead % racks, dead / racks % nodes);
    for (int d = 0; d < DOMAINS; d++) {
      int live = (int) homes.nodesOf(d).stream().filter(node -> !node.equals(down)).count();
      for (int g = 0; g < groups.groups(); g++) {
        Map<String, Extent> onNode = new HashMap<>();
        Set<String> substituted = new HashSet<>();
        List<Extent> members = new ArrayList<>(groups.members(d, g));
        members.addAll(groups.parities(d, g));
        for (Extent member : members) {
          Wanted wanted = wanted(superExtent, member, groups);
          String home = best(homes, wanted, Set.of()).get(0);
          String node = best(homes, wanted, Set.of(down)).get(0);
          assertThat(domain(map, node)).isEqualTo(String.valueOf(d));
          if (!home.equals(node)) {
            substituted.add(node);
          }
          if (members.size() + groups.copies() <= live) {
            assertThat(onNode.put(node, member)).as("beside %s on %s", member, node).isNull();
          }
        }
        assertThat(substituted).hasSizeLessThanOrEqualTo(members.size());
      }
    }
  }

  @Test
  void samePartitionsOfAllTablesAreInOneRack() {
    List<Rack> all = racks(6, 3);
    ExtentHomes homes = ExtentHomes.of(DomainMap.of(Isolation.RACKS, DOMAINS, all), all);
    for (int partition = 0; partition < 12; partition++) {
      Set<String> rackOf = new HashSet<>();
      for (int superExtent = 0; superExtent < 10; superExtent++) {
        Wanted wanted =
            new Wanted(
                superExtent, new DataExtent(1, partition), Optional.empty(), Optional.empty());
        rackOf.add(best(homes, wanted, Set.of()).get(0).split("\\.")[0]);
      }
      assertThat(rackOf).hasSize(1);
    }
  }

  @Test
  void aSubstituteIsInTheHomeRackIfTheGroupAllowsIt() {
    List<Rack> all = racks(6, 4);
    ExtentHomes homes = ExtentHomes.of(DomainMap.of(Isolation.RACKS, DOMAINS, all), all);
    Wanted wanted = wanted(0, new DataExtent(0, 0), new ParityGroups(8, 2, 1));
    String home = best(homes, wanted, Set.of()).get(0);
    String substitute = best(homes, wanted, Set.of(home)).get(0);
    assertThat(substitute.split("\\.")[0]).isEqualTo(home.split("\\.")[0]);
  }

  @Test
  void membersOfTheGroupAreAvoidedWhereTheyAreKnownToBe() {
    List<Rack> all = racks(3, 4);
    ExtentHomes homes = ExtentHomes.of(DomainMap.of(Isolation.RACKS, DOMAINS, all), all);
    GroupMates mates = new GroupMates(Set.of("0.0", "0.1"), Set.of("0.2"));
    Wanted wanted =
        new Wanted(
            0, new DataExtent(0, 0), Optional.of(new ParityGroups(4, 4, 1)), Optional.of(mates));
    assertThat(homes.candidates(Preference.APART, wanted)).containsExactly("0.3");
    assertThat(homes.candidates(Preference.BESIDE_PARITY, wanted)).containsExactly("0.2");
    assertThat(homes.candidates(Preference.BESIDE_EXTENT, wanted))
        .containsExactlyInAnyOrder("0.0", "0.1");
    assertThat(homes.candidates(Preference.OUTSIDE_DOMAIN, wanted)).isEmpty();
  }

  @Test
  void aDomainThatIsLostAsAWholeLeavesNodesOfOthers() {
    List<Rack> all = racks(3, 9);
    DomainMap map = DomainMap.of(Isolation.RACKS, DOMAINS, all);
    ExtentHomes homes = ExtentHomes.of(map, all.subList(1, 3));
    Wanted wanted = wanted(0, new DataExtent(0, 0), new ParityGroups(4, 4, 1));
    List<String> found = best(homes, wanted, Set.of());
    assertThat(found).as("without an extent of the super-extent").hasSize(2 * (9 - 4));
  }

  @Test
  void domainsOfNodesAreApartToo() {
    List<Rack> all = racks(1, 6);
    DomainMap map = DomainMap.of(Isolation.NODES, DOMAINS, all);
    ExtentHomes homes = ExtentHomes.of(map, all);
    Set<String> seen = new HashSet<>();
    for (int d = 0; d < DOMAINS; d++) {
      assertThat(homes.nodesOf(d)).hasSize(2).allMatch(seen::add);
      for (int e = 0; e < 4; e++) {
        assertThat(
                best(homes, wanted(1, new DataExtent(d, e), new ParityGroups(4, 2, 1)), Set.of())
                    .subList(0, 1))
            .isSubsetOf(homes.nodesOf(d));
      }
    }
  }
}
