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
package io.trident.core.layout.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values computed by Spark 4.2.0's {@code Murmur3_x86_32} with seed 42. The module of Spark
 * compares random values of all types with Spark's own expressions.
 */
class SparkHashTest {
  static Stream<Arguments> hashes() {
    return Stream.of(
        Arguments.of(Value.NULL, 42),
        Arguments.of(Value.ofBoolean(false), 933211791),
        Arguments.of(Value.ofBoolean(true), -559580957),
        Arguments.of(Value.ofInt(0), 933211791),
        Arguments.of(Value.ofInt(1), -559580957),
        Arguments.of(Value.ofInt(-1), -1604776387),
        Arguments.of(Value.ofInt(Integer.MIN_VALUE), 723455942),
        Arguments.of(Value.ofDate(LocalDate.of(2026, 11, 26)), 1902653670),
        Arguments.of(Value.ofLong(0), -1670924195),
        Arguments.of(Value.ofLong(1), -1712319331),
        Arguments.of(Value.ofLong(-1), -939490007),
        Arguments.of(Value.ofLong(Long.MIN_VALUE), -853646085),
        Arguments.of(Value.ofLong(1L << 32), -1307033787),
        Arguments.of(Value.ofTimestamp(123456789012345L), 1130168193),
        Arguments.of(Value.ofFloat(-0f), 933211791),
        Arguments.of(Value.ofFloat(1.5f), -221251528),
        Arguments.of(Value.ofFloat(Float.NaN), -349261430),
        Arguments.of(Value.ofDouble(-0.0), -1670924195),
        Arguments.of(Value.ofDouble(1.5), 1290763749),
        Arguments.of(Value.ofDouble(Double.NaN), -1281358385),
        Arguments.of(Value.ofString(""), 142593372),
        Arguments.of(Value.ofString("a"), 1485273170),
        Arguments.of(Value.ofString("ab"), -97053317),
        Arguments.of(Value.ofString("abc"), 1322437556),
        Arguments.of(Value.ofString("abcd"), -396302900),
        Arguments.of(Value.ofString("Spark"), 228093765),
        Arguments.of(Value.ofString("é中"), -937423496),
        Arguments.of(Value.ofBytes(new byte[] {-1, -2, -3, -4, -5}), 1324213860),
        Arguments.of(Value.ofDecimal(new BigDecimal("123.45"), 18, 2), 1416086240),
        Arguments.of(Value.ofDecimal(new BigDecimal("123.45"), 19, 2), 589679666),
        Arguments.of(
            Value.ofDecimal(new BigDecimal("-123456789012345678901234567890"), 38, 0), 694017569));
  }

  @ParameterizedTest
  @MethodSource("hashes")
  void theHashIsSparks(Value value, int hash) {
    assertThat(SparkHash.hash(value)).isEqualTo(hash);
  }

  @Test
  void aPartitionIsThePositiveRemainder() {
    assertThat(SparkHash.partition(Value.ofInt(1), 10)).isEqualTo(3); // -559580957 = -10 * n + 3
    assertThat(SparkHash.partition(Value.NULL, 10)).isEqualTo(2);
  }

  /** In Spark, {@code hash(a, null, b)} is {@code hash(a, b)}. */
  @Test
  void aNullLeavesTheSeed() {
    int afterNull = SparkHash.hash(Value.NULL, SparkHash.hash(Value.ofInt(1)));
    assertThat(SparkHash.hash(Value.ofString("x"), afterNull))
        .isEqualTo(SparkHash.hash(Value.ofString("x"), SparkHash.hash(Value.ofInt(1))));
  }
}
