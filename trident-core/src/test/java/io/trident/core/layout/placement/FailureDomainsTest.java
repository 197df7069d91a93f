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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FailureDomainsTest {
  static Rack rack(String name, int nodes) {
    return new Rack(name, IntStream.range(0, nodes).mapToObj(i -> name + "n" + i).toList());
  }

  private static List<Rack> racks(int... sizes) {
    return IntStream.range(0, sizes.length).mapToObj(i -> rack("/r" + i, sizes[i])).toList();
  }

  @Test
  void eachDomainHasRacksOfItsOwnAndAboutAsManyNodes() {
    List<Rack> racks = racks(10, 10, 10, 10, 20, 20);
    FailureDomains domains = FailureDomains.of(Isolation.RACKS, 3, racks);
    assertThat(domains.sizes(racks)).containsExactly(30, 30, 20);
    assertThat(domains.racksOf(0, racks)).extracting(Rack::name).containsExactly("/r2", "/r4");
  }

  @Test
  void fewerThanThreeRacksAreRefused() {
    assertThatThrownBy(() -> FailureDomains.of(Isolation.RACKS, 2, racks(5, 5)))
        .hasMessage(
            "2 dimensions need 3 racks of their own, and there are 2; use fewer dimensions, or ask"
                + " for groups of nodes, which one failed rack can lose together.");
    assertThatThrownBy(() -> FailureDomains.of(Isolation.RACKS, 4, racks(5, 5, 5)))
        .hasMessageContaining("need 4 racks");
    assertThatThrownBy(() -> FailureDomains.of(Isolation.RACKS, 3, racks(5, 5, 0)))
        .hasMessageContaining("there are 2");
  }

  @Test
  void nodesAreDividedOnRequest() {
    List<Rack> racks = racks(6, 3);
    FailureDomains domains = FailureDomains.of(Isolation.NODES, 3, racks);
    assertThat(domains.sizes(racks)).containsExactly(3, 3, 3);
    assertThat(domains.racksOf(1, racks)).hasSize(2);
    assertThatThrownBy(() -> FailureDomains.of(Isolation.NODES, 3, racks(2)))
        .hasMessageContaining("need as many nodes, and there are 2");
  }

  @Test
  void aRackThatGoesAndComesKeepsItsDomain() {
    List<Rack> all = racks(5, 5, 5, 5);
    FailureDomains domains = FailureDomains.of(Isolation.RACKS, 3, all);
    FailureDomains without = domains.extended(all.subList(1, 4));
    assertThat(without).isEqualTo(domains);
    assertThat(without.sizes(all.subList(1, 4))[0]).isEqualTo(5);
    List<Rack> more = new ArrayList<>(all);
    more.add(rack("/r9", 8));
    assertThat(domains.extended(more).domainOf()).containsAllEntriesOf(domains.domainOf());
  }

  @Property
  void domainsShareNothingAndDifferByOneRackAtMost(@ForAll long seed) {
    Random random = new Random(seed);
    Isolation isolation = Isolation.values()[random.nextInt(2)];
    int count = 1 + random.nextInt(4);
    List<Rack> racks = new ArrayList<>();
    int largest = 0;
    for (int i = random.nextInt(10) + 4; i > 0; i--) {
      int nodes = 1 + random.nextInt(30);
      racks.add(rack("/r" + i, nodes));
      largest = Math.max(largest, nodes);
    }
    FailureDomains domains = FailureDomains.of(isolation, count, racks);
    Set<String> seen = new HashSet<>();
    for (int domain = 0; domain < count; domain++) {
      for (Rack rack : domains.racksOf(domain, racks)) {
        if (isolation == Isolation.RACKS) {
          assertThat(seen.add(rack.name())).isTrue();
        }
        assertThat(rack.nodes()).allMatch(seen::add);
      }
    }
    int[] sizes = domains.sizes(racks);
    assertThat(Arrays.stream(sizes).sum())
        .isEqualTo(racks.stream().mapToInt(rack -> rack.nodes().size()).sum());
    int step = isolation == Isolation.RACKS ? largest : 1;
    assertThat(Arrays.stream(sizes).max().orElseThrow() - Arrays.stream(sizes).min().orElseThrow())
        .isLessThanOrEqualTo(step);
    assertThat(sizes).doesNotContain(0);
    assertThat(domains.extended(racks)).isEqualTo(domains);
  }

  @Test
  void keptDomainsAreChecked() {
    assertThatThrownBy(() -> new FailureDomains(Isolation.RACKS, 2, new TreeMap<>(Map.of("/r", 2))))
        .hasMessage("/r is in domain 2 of 2.");
  }

  @Test
  void joinedDimensionsShareADomainAndOthersGetTheEmptiest() {
    assertThat(
            DomainChoice.choose(
                List.of(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.empty()), 1, 50, 10))
        .containsExactly(2, 0, 1);
    assertThatThrownBy(
            () -> DomainChoice.choose(List.of(OptionalInt.of(1), OptionalInt.of(1)), 0, 0, 0))
        .hasMessageContaining("Dimensions 0 and 1 are joined")
        .hasMessageContaining("join one of them only");
    assertThatThrownBy(
            () -> DomainChoice.choose(List.of(OptionalInt.empty(), OptionalInt.empty()), 0))
        .hasMessageContaining("there are 1");
  }
}
