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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupMatesTest {
  private static final ParityGroups GROUPS = new ParityGroups(6, 3, 2);
  private static final Map<Extent, List<String>> NODES =
      Map.of(
          new DataExtent(1, 2), List.of("another group"),
          new DataExtent(1, 3), List.of("a"),
          new DataExtent(1, 4), List.of("b", "c"),
          new DataExtent(2, 4), List.of("another dimension"),
          new ParityExtent(1, 1, 0), List.of("c"),
          new ParityExtent(1, 1, 1), List.of("d"));

  private static GroupMates mates(Extent extent) {
    return GroupMates.of(GROUPS, extent, other -> NODES.getOrDefault(other, List.of()));
  }

  @Test
  void allButTheExtentItselfAreMates() {
    assertThat(mates(new DataExtent(1, 3)))
        .isEqualTo(new GroupMates(Set.of("b", "c"), Set.of("c", "d")));
    assertThat(mates(new DataExtent(1, 5)))
        .isEqualTo(new GroupMates(Set.of("a", "b", "c"), Set.of("c", "d")));
    assertThat(mates(new ParityExtent(1, 1, 1)))
        .isEqualTo(new GroupMates(Set.of("a", "b", "c"), Set.of("c")));
  }
}
