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
package io.trident.benchmarks.swim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobShapeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1, 0",
    "1, 1, 1, 1",
    "100, 0, 1, 0",
    "101, 50, 2, 1",
    "1000, 51, 10, 2",
    "1000, 1000000000, 10, 9999"
  })
  void aMapForEachBlockAndAReduceForEachSoMuchShuffle(
      long input, long shuffle, int maps, int reduces) {
    SwimJob job = new SwimJob("a", 0, input, shuffle, 7, "", "");

    assertThat(JobShape.of(job, 100, 50)).isEqualTo(new JobShape(maps, reduces));
  }

  @Property
  void partsSumToTheTotal(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long total,
      @ForAll @IntRange(min = 1, max = 300) int count) {
    long[] parts =
        IntStream.range(0, count).mapToLong(i -> JobShape.part(total, i, count)).toArray();

    assertThat(LongStream.of(parts).sum()).isEqualTo(total);
    assertThat(LongStream.of(parts).max().orElseThrow() - LongStream.of(parts).min().orElseThrow())
        .isLessThanOrEqualTo(1);
  }

  /** However an input is split, its parts' shares sum to the total, and each is right to a byte. */
  @Property
  void sharesOfSplitsSumToTheTotal(
      @ForAll @LongRange(min = 0, max = 1L << 50) long total,
      @ForAll @LongRange(min = 1, max = 1L << 45) long input,
      @ForAll @LongRange(min = 1, max = 1L << 40) long block) {
    long each = Math.max(block, input / 200);
    long sum = 0;
    for (long from = 0; from < input; from += each) {
      long length = Math.min(each, input - from);
      long share =
          JobShape.upTo(total, from + length, input)
              - (from == 0 ? 0 : JobShape.upTo(total, from, input));
      assertThat(share - total * ((double) length / input))
          .isBetween(-1 - total * 1e-12, 1 + total * 1e-12);
      sum += share;
    }
    assertThat(sum).isEqualTo(total);
  }

  @ParameterizedTest
  @CsvSource({"9, 0, 0, 9", "9, 5, 5, 9", "9, 0, 5, 0", "9, 1, 5, 1", "9, 4, 5, 7"})
  void upToRoundsDown(long total, long bytes, long input, long expected) {
    assertThat(JobShape.upTo(total, bytes, input)).isEqualTo(expected);
  }
}
