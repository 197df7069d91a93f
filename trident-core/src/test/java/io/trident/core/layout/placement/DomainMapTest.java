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

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DomainMapTest {
  private static final List<Rack> RACKS =
      List.of(
          new Rack("/a", List.of("a1", "a2")),
          new Rack("/b", List.of("b1", "b2")),
          new Rack("/c", List.of("c1", "c2")));
  private static final DomainMap MAP = DomainMap.of(Isolation.RACKS, 3, RACKS);

  private static List<Rack> with(Rack... more) {
    return Stream.concat(RACKS.stream(), Stream.of(more)).toList();
  }

  @Test
  void aNewRackChangesItsDomainOnly() {
    DomainMap extended = MAP.extended(with(new Rack("/d", List.of("d1"))));
    int domain = requireNonNull(extended.domains().domainOf().get("/d"));
    assertThat(extended.domains().domainOf()).containsAllEntriesOf(MAP.domains().domainOf());
    for (int i = 0; i < 3; i++) {
      assertThat(extended.homes().get(i).equals(MAP.homes().get(i))).isEqualTo(i != domain);
    }
    assertThat(extended.homes().get(domain).sequence()).contains("/d");
  }

  @Test
  void racksThatGoAndNodesThatComeChangeNothing() {
    assertThat(MAP.extended(RACKS.subList(0, 1))).isSameAs(MAP);
    assertThat(MAP.extended(List.of())).isSameAs(MAP);
    assertThat(MAP.extended(List.of(new Rack("/a", List.of("a1", "a2", "a3"))))).isSameAs(MAP);
  }

  @Test
  void aDomainWithTwiceAsManyNodesIsLaidOutAnew() {
    DomainMap grown = MAP.extended(List.of(new Rack("/a", List.of("a1", "a2", "a3", "a4"))));
    assertThat(grown.homes().get(0).sequence()).hasSize(4);
    assertThat(grown.homes().subList(1, 3)).isEqualTo(MAP.homes().subList(1, 3));
  }

  @Test
  void homesFollowNodesWhileThereIsNoTable() {
    DomainMap anew = MAP.laidOutAnew(List.of(new Rack("/a", List.of("a1", "a2", "a3"))));
    assertThat(anew.domains()).isEqualTo(MAP.domains());
    assertThat(anew.homes().get(0).sequence()).hasSize(3);
    assertThat(anew.homes().subList(1, 3)).isEqualTo(MAP.homes().subList(1, 3));
    assertThat(MAP.laidOutAnew(RACKS)).isSameAs(MAP);
  }

  @Test
  void itSurvivesBeingKept() {
    assertThat(DomainMapJson.read(DomainMapJson.write(MAP))).isEqualTo(MAP);
    DomainMap nodes = DomainMap.of(Isolation.NODES, 4, RACKS);
    assertThat(DomainMapJson.read(DomainMapJson.write(nodes))).isEqualTo(nodes);
  }

  @Test
  void whatIsNoMapIsRefused() {
    String text = DomainMapJson.write(MAP);
    for (String wrong :
        List.of(
            "",
            "{}",
            "[]",
            text.replace("\"version\" : 1", "\"version\" : 2"),
            text.replace("\"count\" : 3", "\"count\" : 4"),
            text.replace("RACKS", "ROOMS"),
            text.replace("\"homes\"", "\"other\""))) {
      assertThatThrownBy(() -> DomainMapJson.read(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
