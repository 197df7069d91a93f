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
package io.trident.core.layout.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ParityGroupsTest {
  private static List<Integer> sizes(ParityGroups groups) {
    return IntStream.range(0, groups.groups()).mapToObj(groups::size).toList();
  }

  @Test
  void thePapersSuperExtentHasTenGroupsOfTen() {
    assertThat(sizes(ParityGroups.xor(100))).hasSize(10).containsOnly(10);
    assertThat(sizes(ParityGroups.reedSolomon(100))).hasSize(5).containsOnly(20);
  }

  @Test
  void groupsAreOfEqualSizeAndLeaveNoRest() {
    assertThat(sizes(ParityGroups.xor(32))).containsExactly(8, 8, 8, 8);
    assertThat(sizes(ParityGroups.xor(11))).containsExactly(5, 6);
    assertThat(sizes(new ParityGroups(7, Integer.MAX_VALUE, 1))).containsExactly(7);
  }

  @Test
  void withoutParityThereIsNoParityExtent() {
    assertThat(ParityGroups.none(7).parities(0, 0)).isEmpty();
    assertThat(ParityGroups.reedSolomon(7).parities(2, 0))
        .containsExactly(new ParityExtent(2, 0, 0), new ParityExtent(2, 0, 1));
  }

  @Property
  void groupsAreARunEachAndPartitionTheExtents(
      @ForAll @IntRange(min = 1, max = 130) int extents,
      @ForAll @IntRange(min = 1, max = 40) int limit) {
    ParityGroups groups = new ParityGroups(extents, limit, 1);
    List<DataExtent> all = new ArrayList<>();
    for (int group = 0; group < groups.groups(); group++) {
      int number = group;
      List<DataExtent> members = groups.members(1, group);
      assertThat(members).hasSize(groups.size(group)).hasSizeBetween(1, limit);
      assertThat(members).allMatch(one -> groups.groupOf(one.extent()) == number);
      all.addAll(members);
    }
    assertThat(all)
        .containsExactlyElementsOf(
            IntStream.range(0, extents).mapToObj(extent -> new DataExtent(1, extent)).toList());
    List<Integer> sizes = sizes(groups);
    int most = sizes.stream().mapToInt(size -> size).max().orElseThrow();
    assertThat(sizes).allMatch(size -> size >= most - 1);
    assertThat(groups.groups()).isEqualTo((extents + limit - 1) / limit);
  }

  @Property
  void extentsAndParitiesAreNumberedAndEachHasTheOthersOfItsGroup(
      @ForAll @IntRange(min = 1, max = 130) int extents,
      @ForAll @IntRange(min = 1, max = 40) int limit,
      @ForAll @IntRange(min = 0, max = 2) int parities) {
    ParityGroups groups = new ParityGroups(extents, limit, parities);
    List<Extent> all = new ArrayList<>();
    for (int dimension = 0; dimension < 3; dimension++) {
      List<Extent> last = new ArrayList<>();
      for (int group = 0; group < groups.groups(); group++) {
        List<Extent> members = new ArrayList<>(groups.members(dimension, group));
        all.addAll(members);
        last.addAll(groups.parities(dimension, group));
        members.addAll(groups.parities(dimension, group));
        for (Extent member : members) {
          List<Extent> others = new ArrayList<>(members);
          others.remove(member);
          assertThat(groups.others(member)).isEqualTo(others);
        }
      }
      all.addAll(last);
    }
    for (int number = 0; number < all.size(); number++) {
      assertThat(groups.number(all.get(number))).isEqualTo(number);
    }
    assertThat(all).allMatch(groups::has);
    assertThat(groups.has(new DataExtent(1, extents))).isFalse();
    assertThat(groups.has(new ParityExtent(1, groups.groups(), 0))).isFalse();
    assertThat(groups.has(new ParityExtent(1, 0, parities))).isFalse();
  }

  @Test
  void badGroupsAreRefused() {
    assertThatThrownBy(() -> new ParityGroups(0, 1, 1)).hasMessageContaining("0 extents");
    assertThatThrownBy(() -> new ParityGroups(1, 0, 1)).hasMessageContaining("groups of 0 extents");
    assertThatThrownBy(() -> new ParityGroups(1, 1, 3)).hasMessageContaining("give 0 to 2");
  }
}
