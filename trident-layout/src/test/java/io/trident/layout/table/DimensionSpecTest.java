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
package io.trident.layout.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DimensionSpecTest {
  private static final List<Value> BOUNDARIES =
      List.of(10, 20, 30, 40, 50, 60, 70).stream().map(Value::ofInt).toList();

  @Property
  void aKeyIsInTheFewerPartitionOfItsExtent(@ForAll int number) {
    Value key = Value.ofInt(number % 100);
    for (DimensionSpec spec :
        List.of(DimensionSpec.byHash("a"), DimensionSpec.byRange("a", BOUNDARIES))) {
      int extent = spec.of(8, 8).partitioner().partition(key);
      for (int fewer : new int[] {1, 2, 4, 8}) {
        assertThat(spec.partitionOf(extent, 8, fewer))
            .isEqualTo(spec.of(8, fewer).partitioner().partition(key));
      }
    }
  }

  @Test
  void partitionsThatDoNotDivideTheExtentsAreRefused() {
    assertThatThrownBy(() -> DimensionSpec.byHash("a").partitionOf(0, 8, 3))
        .hasMessageContaining("take a divisor");
  }
}
