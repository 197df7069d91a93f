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
package io.trident.benchmarks.swim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EmissionTest {
  private static final int LEAST = 12;
  private static final int MOST = 1_000;

  /** Half as much output as input: a record of 1,000 bytes for each 2,000. */
  @Test
  void keepsPace() {
    Emission emission = new Emission(5_000, 10_000, LEAST, MOST);
    assertThat(emission.next(1_999)).isZero();
    assertThat(emission.next(2_000)).isEqualTo(1_000);
    assertThat(emission.next(2_000)).isZero();
    assertThat(emission.next(6_500)).isEqualTo(1_000);
    assertThat(emission.next(6_500)).isEqualTo(1_000);
    assertThat(emission.next(6_500)).isZero();
    assertThat(rest(emission)).containsExactly(1_000, 1_000);
    assertThat(emission.emitted()).isEqualTo(5_000);
  }

  @Test
  void leavesNoRestThatIsTooShort() {
    assertThat(rest(new Emission(1_005, 0, LEAST, MOST))).containsExactly(993, 12);
    assertThat(rest(new Emission(1_012, 0, LEAST, MOST))).containsExactly(1_000, 12);
    assertThat(rest(new Emission(12, 0, LEAST, MOST))).containsExactly(12);
  }

  @Test
  void anOutputShorterThanARecordIsOne() {
    assertThat(rest(new Emission(3, 100, LEAST, MOST))).containsExactly(LEAST);
    assertThat(rest(new Emission(0, 100, LEAST, MOST))).isEmpty();
  }

  /** By any ratio, never ahead, behind by less than a record, and right at the end. */
  @Property(tries = 200)
  void outputFollowsInputByAnyRatio(
      @ForAll @LongRange(min = 0, max = 50_000) long total,
      @ForAll @LongRange(min = 0, max = 1L << 40) long input,
      @ForAll @IntRange(min = 1, max = 12) int least,
      @ForAll @IntRange(min = 24, max = 5_000) int most,
      @ForAll @IntRange(min = 1, max = 40) int steps) {
    Emission emission = new Emission(total, input, least, most);
    for (int step = 0; step < steps; step++) {
      long consumed = input / steps * step;
      boolean before = consumed < input;
      emit(emission, consumed, least, most);
      if (before) {
        double due = total * ((double) consumed / input);
        assertThat((double) emission.emitted()).isBetween(due - most, Math.max(due, 0) + 1e-6);
      }
    }
    emit(emission, Long.MAX_VALUE, least, most);

    assertThat(emission.emitted()).isEqualTo(total == 0 ? 0 : Math.max(total, least));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new Emission(-1, 0, 1, 2)).hasMessageContaining("-1 bytes");
    assertThatThrownBy(() -> new Emission(0, -1, 1, 2)).hasMessageContaining("-1 bytes");
    assertThatThrownBy(() -> new Emission(0, 0, 0, 2)).hasMessageContaining("Records of 0 to 2");
    assertThatThrownBy(() -> new Emission(0, 0, 2, 3)).hasMessageContaining("twice the shortest");
  }

  private static List<Integer> rest(Emission emission) {
    List<Integer> records = new ArrayList<>();
    for (int next = emission.next(Long.MAX_VALUE); next > 0; next = emission.next(Long.MAX_VALUE)) {
      records.add(next);
    }
    return records;
  }

  private static void emit(Emission emission, long consumed, int least, int most) {
    for (int next = emission.next(consumed); next > 0; next = emission.next(consumed)) {
      assertThat(next).isBetween(least, most);
    }
  }
}
