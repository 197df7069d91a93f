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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {
  @Test
  void rebuildsWaitFromASecondToAMinute() {
    assertThat(RetryDelays.OF_REBUILDS.after(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(RetryDelays.OF_REBUILDS.after(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(RetryDelays.OF_REBUILDS.after(6)).isEqualTo(Duration.ofSeconds(32));
    assertThat(RetryDelays.OF_REBUILDS.after(7)).isEqualTo(Duration.ofMinutes(1));
    assertThat(RetryDelays.OF_REBUILDS.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void whatDoesNotPassByItselfIsTriedEachHourInTheEnd() {
    assertThat(RetryDelays.OF_LASTING_CAUSES.after(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(RetryDelays.OF_LASTING_CAUSES.after(12)).isEqualTo(Duration.ofSeconds(2048));
    assertThat(RetryDelays.OF_LASTING_CAUSES.after(13)).isEqualTo(Duration.ofHours(1));
  }

  @Property
  void aDelayIsTheFirstOneTimesAPowerOfTwoUpToTheMost(
      @ForAll @LongRange(min = 1, max = 1L << 40) long first,
      @ForAll @LongRange(min = 0, max = 1L << 40) long more,
      @ForAll @IntRange(min = 1, max = 200) int failures) {
    RetryDelays delays =
        new RetryDelays(Duration.ofNanos(first), Duration.ofNanos(first).plusNanos(more));
    BigInteger doubled = BigInteger.valueOf(first).shiftLeft(failures - 1);
    BigInteger expected = doubled.min(BigInteger.valueOf(first + more));
    assertThat(delays.after(failures).toNanos()).isEqualTo(expected.longValueExact());
  }

  @Test
  void delaysThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new RetryDelays(Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetryDelays(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RetryDelays.OF_REBUILDS.after(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
