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
package io.trident.core.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The planner's own structures do what plain collections do. */
class StructuresTest {
  @Property(tries = 200)
  void slotsAreServedInOrderOfTheirEnds(
      @ForAll @IntRange(min = 1, max = 40) int count, @ForAll long seed) {
    Random random = new Random(seed);
    SlotQueue queue = new SlotQueue(count);
    double[] ends = new double[count];
    Arrays.fill(ends, -1);
    for (int i = 0; i < 200; i++) {
      int first = 0;
      for (int s = 1; s < count; s++) {
        first = ends[s] < ends[first] ? s : first;
      }
      assertThat(queue.isNextFresh()).isEqualTo(ends[first] < 0);
      assertThat(queue.next()).isEqualTo(first);
      if (ends[first] >= 0) {
        assertThat(queue.nextEnd()).isEqualTo(ends[first]);
      }
      double start = Math.max(0, ends[first]);
      double end = start + (seed % 2 == 0 ? random.nextInt(5) : random.nextDouble()); // some equal
      queue.occupy(end);
      ends[first] = end;
    }
  }

  @Property(tries = 200)
  void nodesAreServedInOrderOfTheirFirstSlots(
      @ForAll @IntRange(min = 1, max = 20) int count, @ForAll long seed) {
    Random random = new Random(seed);
    int[] slots = random.ints(count, 1, 5).toArray();
    List<List<Double>> ends = new ArrayList<>();
    for (int n : slots) {
      ends.add(new ArrayList<>(Collections.nCopies(n, NodeSlots.FRESH)));
    }
    NodeSlots nodes = new NodeSlots(slots);
    for (int i = 0; i < 200; i++) {
      int first = 0;
      for (int n = 0; n < count; n++) {
        assertThat(nodes.free(n)).isEqualTo(Collections.min(ends.get(n)));
        first = Collections.min(ends.get(n)) < Collections.min(ends.get(first)) ? n : first;
      }
      assertThat(nodes.first()).isEqualTo(first);
      int node = random.nextInt(count);
      double end = Math.max(0, nodes.free(node)) + random.nextInt(5);
      nodes.occupy(node, end);
      ends.get(node).remove(Collections.min(ends.get(node)));
      ends.get(node).add(end);
    }
  }

  @Property(tries = 200)
  void namesAreNumberedInOrder(@ForAll List<String> names, @ForAll String other) {
    NameIndex index = new NameIndex(0);
    Map<String, Integer> expected = new HashMap<>();
    for (String name : names) {
      expected.putIfAbsent(name, expected.size());
      assertThat(index.add(name)).isEqualTo(expected.get(name));
    }
    assertThat(index.size()).isEqualTo(expected.size());
    expected.forEach((name, number) -> assertThat(index.find(name)).isEqualTo(number));
    assertThat(index.find(other)).isEqualTo(expected.getOrDefault(other, NameIndex.NONE));
  }
}
