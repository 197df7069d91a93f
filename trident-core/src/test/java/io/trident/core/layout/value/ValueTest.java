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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ValueTest {
  @Test
  void nullComesFirst() {
    for (Value value :
        List.of(
            Value.ofBoolean(false),
            Value.ofInt(Integer.MIN_VALUE),
            Value.ofLong(Long.MIN_VALUE),
            Value.ofFloat(Float.NEGATIVE_INFINITY),
            Value.ofDouble(Double.NEGATIVE_INFINITY),
            Value.ofString(""),
            Value.ofDecimal(new BigDecimal("-99"), 2, 0),
            Value.ofDate(LocalDate.MIN.withYear(-9999)))) {
      assertThat(Value.NULL).isLessThan(value);
      assertThat(value).isGreaterThan(Value.NULL);
    }
    assertThat(Value.NULL).isEqualByComparingTo(Value.NULL);
  }

  @Test
  void notANumberComesLastAndIsEqualToItself() {
    float odd = Float.intBitsToFloat(0xffc00001);
    assertThat(Value.ofFloat(odd))
        .isGreaterThan(Value.ofFloat(Float.POSITIVE_INFINITY))
        .isEqualByComparingTo(Value.ofFloat(Float.NaN))
        .isEqualTo(Value.ofFloat(Float.NaN));
    assertThat(Value.ofDouble(Double.NaN))
        .isGreaterThan(Value.ofDouble(Double.POSITIVE_INFINITY))
        .isEqualTo(Value.ofDouble(Double.longBitsToDouble(0x7ff8000000000001L)));
  }

  @Test
  void thereIsOneZero() {
    assertThat(Value.ofFloat(-0f)).isEqualTo(Value.ofFloat(0f));
    assertThat(Value.ofDouble(-0.0)).isEqualTo(Value.ofDouble(0.0)).hasToString("0.0");
  }

  @Test
  void stringsAreOrderedByCodePointAndNotByCharOfJava() {
    String emoji = "😀"; // begins with a surrogate, which is less than U+FF21 as a char
    assertThat(Value.ofString(emoji)).isGreaterThan(Value.ofString("Ａ"));
    assertThat(Value.ofString("a")).isLessThan(Value.ofString("ab"));
    assertThat(Value.ofBytes(new byte[] {-1})).isGreaterThan(Value.ofBytes(new byte[] {1, 1}));
  }

  @Test
  void bytesAreCopied() {
    byte[] given = {1, 2};
    Value.Bytes value = Value.ofBytes(given);
    given[0] = 9;
    value.toArray()[1] = 9;
    assertThat(value).isEqualTo(Value.ofBytes(new byte[] {1, 2}));
  }

  @Test
  void valuesOfTwoKindsAreNotCompared() {
    assertThatThrownBy(() -> Value.ofInt(1).compareTo(Value.ofLong(1)))
        .hasMessage(
            "The value 1 is of kind int32 and cannot be compared with 1 of kind int64; cast the"
                + " column.");
    assertThatThrownBy(
            () ->
                Value.ofDecimal(BigDecimal.ONE, 5, 2)
                    .compareTo(Value.ofDecimal(BigDecimal.ONE, 5, 3)))
        .hasMessageContaining("decimal(5,2)")
        .hasMessageContaining("decimal(5,3)");
  }

  @Test
  void decimalsFitTheirColumn() {
    assertThat(Value.ofDecimal(new BigDecimal("1.5"), 4, 2)).hasToString("1.50");
    assertThatThrownBy(() -> Value.ofDecimal(new BigDecimal("100"), 4, 2))
        .hasMessageContaining("more digits than decimal(4,2)");
    assertThatThrownBy(() -> Value.ofDecimal(new BigDecimal("1.555"), 4, 2))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Value.ofDecimal(BigDecimal.ONE, 39, 0))
        .hasMessageContaining("is no type");
  }

  /** A column's values, near each other so that many are equal. */
  static Supplier<Value> column(Random random) {
    int kind = random.nextInt(8);
    return () -> {
      if (random.nextInt(8) == 0) {
        return Value.NULL;
      }
      int small = random.nextInt(7) - 3;
      boolean isOdd = random.nextInt(6) == 0;
      return switch (kind) {
        case 0 -> Value.ofBoolean(small > 0);
        case 1 -> Value.ofInt(isOdd ? random.nextInt() : small);
        case 2 -> Value.ofLong(isOdd ? random.nextLong() : small);
        case 3 -> Value.ofFloat(isOdd ? Float.intBitsToFloat(random.nextInt()) : small / 2f);
        case 4 -> Value.ofDouble(isOdd ? Double.longBitsToDouble(random.nextLong()) : small / 2.0);
        case 5 -> Value.ofDecimal(BigDecimal.valueOf(small), 38, 3);
        case 6 -> Value.ofDate(LocalDate.ofEpochDay(small));
        default -> {
          byte[] bytes = new byte[random.nextInt(3)];
          random.nextBytes(bytes);
          yield isOdd ? Value.ofBytes(bytes) : Value.ofString("x".repeat(small + 3));
        }
      };
    };
  }

  @Property
  void theOrderIsTotalAndAgreesWithEquality(@ForAll long seed) {
    Supplier<Value> values = column(new Random(seed));
    for (int i = 0; i < 50; i++) {
      Value a = values.get();
      Value b = values.get();
      Value c = values.get();
      assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
      assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
      if (a.equals(b)) {
        assertThat(a).hasSameHashCodeAs(b);
        assertThat(SparkHash.hash(a)).isEqualTo(SparkHash.hash(b));
      }
      if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
        assertThat(a).isLessThanOrEqualTo(c);
      }
    }
  }
}
