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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadSpecTest {
  @Test
  void slotsAndTheLargestApplicationFollowFromTheNodes() {
    LoadSpec spec = new LoadSpec(1_000, 0.8, 20_000, 1);
    assertThat(spec.slots()).isEqualTo(8_000);
    assertThat(spec.largestJob()).isEqualTo(250);
  }

  @Test
  void whatCannotBeRunIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoadSpec(39, 0.8, 20_000, 1))
        .withMessageContaining("39");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoadSpec(40, -0.5, 20_000, 1))
        .withMessageContaining("-0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoadSpec(40, 10.5, 20_000, 1))
        .withMessageContaining("10.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoadSpec(40, 1, 1, 1))
        .withMessageContaining("1 ms");
  }

  @Test
  void queuesAreDrawnInProportionToTheirCapacity() {
    Random random = new Random(4);
    int[] drawn = new int[LoadQueue.values().length];
    for (int i = 0; i < 10_000; i++) {
      drawn[LoadQueue.draw(random).ordinal()]++;
    }
    int sum = 0;
    for (LoadQueue queue : LoadQueue.values()) {
      sum += queue.capacity();
      assertThat(drawn[queue.ordinal()])
          .isBetween(queue.capacity() * 100 - 250, queue.capacity() * 100 + 250);
    }
    assertThat(sum).isEqualTo(100);
  }
}
