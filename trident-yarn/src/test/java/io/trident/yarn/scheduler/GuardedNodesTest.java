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
package io.trident.yarn.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class GuardedNodesTest {
  private final List<Throwable> failures = new ArrayList<>();

  @Test
  void givesWhatTridentGives() {
    assertThat(guarded(List.of("n2", "n3").iterator())).toIterable().containsExactly("n2", "n3");
    assertThat(failures).isEmpty();
  }

  @Test
  void givesWhatStockGivesIfTridentFailsFirst() {
    assertThat(guarded(failingAfter(0))).toIterable().containsExactly("stock");
    assertThat(failures).hasSize(1);
    GuardedNodes<String> unasked = guarded(failingAfter(0));
    assertThat(unasked.next()).isEqualTo("stock");
    assertThat(unasked.hasNext()).isFalse();
  }

  @Test
  void endsIfTridentFailsLater() {
    assertThat(guarded(failingAfter(2))).toIterable().containsExactly("n0", "n1");
    assertThat(failures).hasSize(1);
  }

  @Test
  void letsPassWhatMustNotBeContained() {
    GuardedNodes<String> nodes =
        new GuardedNodes<>(
            failingAfter(0),
            () -> List.of("stock").iterator(),
            failure -> {
              throw new OutOfMemoryError("as the guard does");
            });
    assertThatThrownBy(nodes::hasNext).isInstanceOf(OutOfMemoryError.class);
  }

  private GuardedNodes<String> guarded(Iterator<String> trident) {
    return new GuardedNodes<>(trident, () -> List.of("stock").iterator(), failures::add);
  }

  private static Iterator<String> failingAfter(int nodes) {
    return new Iterator<>() {
      private int given;

      @Override
      public boolean hasNext() {
        if (given == nodes) {
          throw new NoClassDefFoundError("io/trident/Missing");
        }
        return true;
      }

      @Override
      public String next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return "n" + given++;
      }
    };
  }
}
