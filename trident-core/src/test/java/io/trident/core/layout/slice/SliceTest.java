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
package io.trident.core.layout.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.value.Value;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final int KEYS = 100_000;
  private static final int PARTITIONS = 8;
  private static final int SLICES = 16;

  @Property
  void aKeyIsOfExactlyOneSlice(
      @ForAll long key, @ForAll @IntRange(min = 1, max = 1000) int slices) {
    Value value = Value.ofLong(key);
    int found = Slice.of(value, slices);
    for (int one = 0; one < slices; one++) {
      assertThat(new Slice(one, slices).has(value)).isEqualTo(one == found);
    }
  }

  /** Seeds whose hashes depend on each other would leave slices of a partition empty. */
  @Test
  void eachSliceOfAPartitionByHashHasItsShare() {
    assertShares(Value::ofInt);
    assertShares(Value::ofLong);
    assertShares(key -> Value.ofString("http://host/" + key));
    assertShares(Value::ofDouble);
  }

  private static void assertShares(IntFunction<Value> keys) {
    int[][] rows = new int[PARTITIONS][SLICES];
    HashPartitioner partitioner = new HashPartitioner(PARTITIONS);
    for (int key = 0; key < KEYS; key++) {
      Value value = keys.apply(key);
      rows[partitioner.partition(value)][Slice.of(value, SLICES)]++;
    }
    for (int[] partition : rows) {
      for (int slice : partition) {
        assertThat(slice)
            .isBetween(KEYS / PARTITIONS / SLICES * 8 / 10, KEYS / PARTITIONS / SLICES * 12 / 10);
      }
    }
  }

  /** Tables that are written once are read with later releases, and joined with later tables. */
  @Test
  void theSliceOfAKeyDoesNotChange() {
    assertThat(Slice.of(Value.ofInt(1), 1000)).isEqualTo(202);
    assertThat(Slice.of(Value.ofLong(1), 1000)).isEqualTo(793);
    assertThat(Slice.of(Value.ofString("a"), 1000)).isEqualTo(754);
    assertThat(Slice.of(Value.NULL, 1000)).isEqualTo(942);
  }

  @Test
  void valuesThatAreEqualAreOfOneSlice() {
    assertThat(Slice.of(Value.ofDouble(-0.0), 1000)).isEqualTo(Slice.of(Value.ofDouble(0), 1000));
  }

  @Test
  void aTextIsRead() {
    assertThat(Slice.parse(" 3/8 ")).isEqualTo(new Slice(3, 8));
    assertThat(Slice.parse(new Slice(7, 100).toString())).isEqualTo(new Slice(7, 100));
    assertThatThrownBy(() -> Slice.parse("3")).hasMessageContaining("such as 0/8");
    assertThatThrownBy(() -> Slice.parse("8/8")).hasMessageContaining("counted from 0");
    assertThatThrownBy(() -> Slice.parse("0/1001")).hasMessageContaining("give 1 to 1000");
    assertThatThrownBy(() -> Slice.parse("0/0")).hasMessageContaining("give 1 to 1000");
  }
}
