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
package io.trident.core.layout.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.recovery.RebuildCapacity.State;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RebuildCapacityTest {
  @Test
  void aNodeThatPollsTakesRebuildsUntilItHasTheMost() {
    for (boolean isBeginning : new boolean[] {true, false}) {
      RebuildCapacity capacity = new RebuildCapacity(2, isBeginning);
      assertThat(capacity.of(OptionalInt.of(0))).isEqualTo(State.FREE);
      assertThat(capacity.of(OptionalInt.of(1))).isEqualTo(State.FREE);
      assertThat(capacity.of(OptionalInt.of(2))).isEqualTo(State.BUSY);
      assertThat(capacity.of(OptionalInt.of(3))).as("the most was lowered").isEqualTo(State.BUSY);
    }
  }

  @Test
  void aNodeThatDoesNotPollIsWaitedForInTheBeginningOnly() {
    assertThat(new RebuildCapacity(2, true).of(OptionalInt.empty())).isEqualTo(State.BUSY);
    assertThat(new RebuildCapacity(2, false).of(OptionalInt.empty())).isEqualTo(State.SILENT);
  }
}
