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
package io.trident.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class RadixHeapTest {
  @Property(tries = 500)
  void removesInOrderWhileKeysGrow(
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 1L << 60) Long> steps) {
    RadixHeap heap = new RadixHeap();
    PriorityQueue<Long> expected = new PriorityQueue<>(Comparator.naturalOrder());
    List<Long> keys = new ArrayList<>();
    for (long step : steps) {
      long key = heap.lastKey() + step; // monotone, as Dijkstra's algorithm uses it
      keys.add(key);
      heap.add(key, keys.size() - 1);
      expected.add(key);
      if (step % 3 == 0) {
        removeBoth(heap, expected, keys);
      }
    }
    while (!expected.isEmpty()) {
      removeBoth(heap, expected, keys);
    }
    assertThat(heap.isEmpty()).isTrue();
  }

  private static void removeBoth(RadixHeap heap, PriorityQueue<Long> expected, List<Long> keys) {
    int vertex = heap.removeLeast();
    assertThat(heap.lastKey()).isEqualTo(expected.remove()).isEqualTo(keys.get(vertex));
  }

  @Example
  void startsAgainAfterClear() {
    RadixHeap heap = new RadixHeap();
    heap.add(Long.MAX_VALUE, 1);
    heap.removeLeast();
    heap.add(Long.MAX_VALUE, 2);
    heap.clear();

    assertThat(heap.isEmpty()).isTrue();
    assertThat(heap.lastKey()).isZero();
    heap.add(0, 3);
    assertThat(heap.removeLeast()).isEqualTo(3);
  }
}
