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
package io.trident.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FairRateTest {
  private static final long MS = 1_000_000;
  private static final int SECONDS = 10;

  private final Map<String, Long> spent = new HashMap<>();

  private boolean take(FairRate rate, String user, int amount, long ms) {
    boolean taken = rate.tryTake(user, amount, ms * MS);
    spent.merge(user, taken ? (long) amount : 0L, Long::sum);
    return taken;
  }

  /** The largest single amount beside which a user of one token a tenth of a second is served. */
  private static int small(int perSecond, int greedy) {
    return Math.max(1, (int) (perSecond / 2.0 / (greedy + 2) - 10) / (greedy + 1));
  }

  @Property(tries = 100)
  void whoAsksForLittleIsServedWhateverOthersDo(
      @ForAll @IntRange(min = 1_000, max = 20_000) int perSecond,
      @ForAll @IntRange(min = 1, max = 4) int greedy,
      @ForAll @IntRange(max = 3_000) int comesAfterMs,
      @ForAll long seed) {
    FairRate rate = new FairRate(perSecond, 0);
    Random random = new Random(seed);
    for (int ms = 0; ms < SECONDS * 1_000; ms++) {
      for (int user = 0; user < greedy; user++) {
        take(rate, "greedy" + user, 1 + random.nextInt(small(perSecond, greedy)), ms);
      }
      if (ms >= comesAfterMs && (ms - comesAfterMs) % 100 == 0) {
        assertThat(take(rate, "modest", 1, ms)).as("after %d ms", ms).isTrue();
      }
    }
  }

  @Property(tries = 50)
  void greedyUsersSpendAllOfItAndEachItsShare(
      @ForAll @IntRange(min = 1_000, max = 20_000) int perSecond,
      @ForAll @IntRange(min = 1, max = 8) int greedy,
      @ForAll long seed) {
    spent.clear();
    FairRate rate = new FairRate(perSecond, 0);
    Random random = new Random(seed);
    for (int ms = 0; ms < SECONDS * 1_000; ms++) {
      int first = random.nextInt(4) == 0 ? random.nextInt(greedy) : 0; // most often the same one
      for (int i = 0; i < greedy; i++) {
        take(rate, "greedy" + (first + i) % greedy, 1 + random.nextInt(perSecond / 200), ms);
      }
    }
    double all = (double) perSecond * SECONDS;
    assertThat((double) spent.values().stream().mapToLong(n -> n).sum())
        .isBetween(all, all + perSecond + perSecond / 200.0);
    assertThat(spent.values())
        .allSatisfy(one -> assertThat((double) one).isGreaterThan(all / 2 / (greedy + 1) * 0.95));
  }

  @Test
  void aLargeAmountIsOwed() {
    FairRate rate = new FairRate(100, 0);
    assertThat(take(rate, "a", 250, 0)).isTrue();
    assertThat(take(rate, "b", 1, 1_500)).isFalse();
    assertThat(take(rate, "b", 1, 1_510)).isTrue();
  }

  /** Of 120 a second, 60 are kept: five for each of eleven users and one more, or 20 of two. */
  @Test
  void sharesAreOfThoseWhoAskedInThisSecondOrTheOneBefore() {
    for (int later : new int[] {1_000, 2_000}) {
      FairRate rate = new FairRate(120, 0);
      for (int user = 0; user < 9; user++) {
        take(rate, "other" + user, 1, 0);
      }
      take(rate, "first", 61, later);
      assertThat(take(rate, "second", 10, later)).isTrue();
      assertThat(take(rate, "second", 10, later)).as("after %d ms", later).isEqualTo(later > 1_000);
    }
  }
}
