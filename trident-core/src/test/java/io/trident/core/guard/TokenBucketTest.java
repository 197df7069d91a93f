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
package io.trident.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000;

  /** Of each second a tenth, however long each takes. */
  @Example
  void whatIsSpentInTheLongRunIsWhatComesIn() {
    TokenBucket bucket = new TokenBucket(SECOND / 5.0, -SECOND);
    long spent = 0;
    long now = -SECOND;
    while (now < 99 * SECOND) {
      if (bucket.hasToken(now, 0.1)) {
        bucket.take(SECOND / 20.0);
        spent += SECOND / 20;
        now += SECOND / 20;
      } else {
        now += SECOND / 1_000;
      }
    }
    assertThat(spent).isBetween(10 * SECOND, 11 * SECOND);
  }

  @Example
  void aQuietTimeDoesNotAddUp() {
    TokenBucket bucket = new TokenBucket(100, 0);
    assertThat(bucket.tryTake(100, 1_000 * SECOND, 1e-8)).isTrue();
    assertThat(bucket.hasToken(1_000 * SECOND, 1e-8)).isFalse();
    assertThat(bucket.hasToken(1_001 * SECOND, 1e-8)).isTrue();
  }

  @Property
  void noMoreIsSpentThanTheBoundWhoeverWantsWhatAndWhen(
      @ForAll @IntRange(min = 1, max = 1_000) int perSecond,
      @ForAll @Size(max = 100) List<@IntRange(min = 1, max = 500) Integer> amounts,
      @ForAll @IntRange(max = 2_000) int pauseMillis) {
    TokenBucket bucket = new TokenBucket(perSecond, 0);
    long now = 0;
    long spent = 0;
    int last = 0;
    for (int amount : amounts) {
      now += pauseMillis * 1_000_000L;
      if (bucket.tryTake(amount, now, perSecond / 1e9)) {
        spent += amount;
        last = amount;
      } else {
        assertThat(spent).as("refused though nothing was spent").isPositive();
      }
    }
    assertThat(spent - last).isLessThanOrEqualTo((long) (perSecond * (1 + now / 1e9)));
  }

  @Example
  void aClockThatGoesBackAddsNothing() {
    TokenBucket bucket = new TokenBucket(1, 10 * SECOND);
    assertThat(bucket.tryTake(2, 10 * SECOND, 1e-9)).isTrue();
    assertThat(bucket.hasToken(0, 1e-9)).isFalse();
  }
}
