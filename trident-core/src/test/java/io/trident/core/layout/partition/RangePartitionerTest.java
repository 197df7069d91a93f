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
package io.trident.core.layout.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RangePartitionerTest {
  private static List<Value> longs(long... values) {
    return LongStream.of(values).mapToObj(Value::ofLong).toList();
  }

  /** Figure 3 of INSTalytics: E1 has 0 to 99, E2 100 to 199, and so on. */
  @Test
  void aBoundaryIsTheFirstValueOfARange() {
    RangePartitioner figure3 = new RangePartitioner(4, longs(100, 200, 300));
    assertThat(longs(-5, 0, 99, 100, 199, 200, 300, 1000).stream().map(figure3::partition))
        .containsExactly(0, 0, 0, 1, 1, 2, 3, 3);
    assertThat(figure3.partition(Value.NULL)).isZero();
  }

  @Test
  void notANumberIsInTheLastRange() {
    RangePartitioner halves = new RangePartitioner(2, List.of(Value.ofDouble(0)));
    assertThat(halves.partition(Value.ofDouble(-0.0))).isEqualTo(1);
    assertThat(halves.partition(Value.ofDouble(Double.NaN))).isEqualTo(1);
  }

  @Property
  void thePartitionIsTheNumberOfBoundariesNotAbove(@ForAll long seed) {
    Random random = new Random(seed);
    TreeSet<Value> boundaries = new TreeSet<>();
    for (int i = random.nextInt(10); i > 0; i--) {
      boundaries.add(Value.ofLong(random.nextInt(20)));
    }
    RangePartitioner ranges = new RangePartitioner(12, List.copyOf(boundaries));
    for (long one = -1; one <= 20; one++) {
      Value value = Value.ofLong(one);
      assertThat(ranges.partition(value))
          .isEqualTo((int) boundaries.stream().filter(b -> b.compareTo(value) <= 0).count());
    }
  }

  @Test
  void badBoundariesAreRefused() {
    assertThatThrownBy(() -> new RangePartitioner(2, longs(1, 2)))
        .hasMessage(
            "2 boundaries make 3 partitions, but there are 2 extents; give at most 1 boundaries.");
    assertThatThrownBy(() -> new RangePartitioner(3, longs(2, 2)))
        .hasMessage("Boundary 2 does not come after 2; boundaries ascend, and none is null.");
    assertThatThrownBy(() -> new RangePartitioner(3, List.of(Value.NULL)))
        .hasMessageContaining("none is null");
    assertThatThrownBy(() -> new RangePartitioner(3, List.of(Value.ofLong(1), Value.ofString("x"))))
        .hasMessageContaining("cast the column");
    assertThatThrownBy(() -> new RangePartitioner(0, List.of())).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new HashPartitioner(0)).hasMessageContaining("at least 1");
  }

  @Test
  void aValueOfAnotherKindIsRefused() {
    RangePartitioner ranges = new RangePartitioner(2, longs(1));
    assertThatThrownBy(() -> ranges.partition(Value.ofString("1")))
        .hasMessageContaining("cast the column");
  }
}
