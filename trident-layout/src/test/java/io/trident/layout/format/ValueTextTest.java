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
package io.trident.layout.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.trident.core.layout.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {
  private static final ValueText UTC = new ValueText(ZoneOffset.UTC);

  private static Optional<Value> parse(String type, String text) {
    return UTC.parse(ColumnType.parse(type), text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void textIsParsedByTheType() {
    assertThat(parse("int", "-7")).contains(Value.ofInt(-7));
    assertThat(parse("long", "8000000000")).contains(Value.ofLong(8_000_000_000L));
    assertThat(parse("double", "1e3")).contains(Value.ofDouble(1000));
    assertThat(parse("double", "NaN")).contains(Value.ofDouble(Double.NaN));
    assertThat(parse("double", "-Inf")).contains(Value.ofDouble(Double.NEGATIVE_INFINITY));
    assertThat(parse("float", "0.1")).contains(Value.ofFloat(0.1f));
    assertThat(parse("float", "Inf")).contains(Value.ofFloat(Float.POSITIVE_INFINITY));
    assertThat(parse("boolean", "True")).contains(Value.ofBoolean(true));
    assertThat(parse("string", " ü ")).contains(Value.ofString(" ü "));
    assertThat(parse("date", "2024-02-29")).contains(Value.ofDate(LocalDate.of(2024, 2, 29)));
    assertThat(parse("decimal(10,2)", "1.5"))
        .contains(Value.ofDecimal(new BigDecimal("1.50"), 10, 2));
  }

  @Test
  void aDecimalOfVeryManyDigitsIsNoneAndTakesNoTime() {
    assertThat(parse("decimal(10,2)", "0".repeat(999) + "1"))
        .contains(Value.ofDecimal(new BigDecimal("1.00"), 10, 2));
    assertTimeout(
        Duration.ofSeconds(10),
        () -> assertThat(parse("decimal(10,2)", "9".repeat(1 << 20))).isEmpty());
  }

  @Test
  void timestampsHaveAnOffsetOrThatOfTheZone() {
    ColumnType type = ColumnType.parse("timestamp");
    ValueText berlin = new ValueText(ZoneId.of("Europe/Berlin"));
    Value oneOClock = Value.ofTimestamp(3_600_000_000L);

    assertThat(parse("timestamp", "1970-01-01T01:00:00")).contains(oneOClock);
    assertThat(parse("timestamp", "1970-01-01 01:00:00.0000009")).contains(oneOClock);
    assertThat(parse("timestamp", "1970-01-01T02:00:00+01:00")).contains(oneOClock);
    assertThat(parse("timestamp", "1970-01-01")).contains(Value.ofTimestamp(0));
    assertThat(berlin.parse(type, "1970-01-01 02:00:00".getBytes(StandardCharsets.US_ASCII)))
        .contains(oneOClock);
    assertThat(parse("timestamp", "1969-12-31T23:59:59.999999")).contains(Value.ofTimestamp(-1));
  }

  @ParameterizedTest
  @CsvSource({
    "int,8000000000",
    "int,1.0",
    "int,' 1'",
    "int,''",
    "int,٣",
    "long,x",
    "double,' 1'",
    "double,",
    "float,1_0",
    "boolean,1",
    "date,2023-02-29",
    "date,2023-2-9",
    "timestamp,2023-01-01T25:00",
    "timestamp,12:00",
    "'decimal(3,1)',100",
    "'decimal(3,1)',99.95",
    "'decimal(10,2)',1e999999999"
  })
  void whatIsNoneOfTheTypeIsNoValue(String type, String text) {
    assertThat(parse(type, text == null ? "" : text)).isEmpty();
  }

  /** As Spark reads them. */
  @Test
  void decimalsAreRoundedHalfUp() {
    assertThat(parse("decimal(10,2)", "0.005").map(Value::toString)).contains("0.01");
    assertThat(parse("decimal(10,2)", "0.004").map(Value::toString)).contains("0.00");
    assertThat(parse("decimal(10,2)", "1e-999999999").map(Value::toString)).contains("0.00");
    assertThat(parse("decimal(10,2)", "0e999999999").map(Value::toString)).contains("0.00");
    assertThat(parse("decimal(2,2)", "0").map(Value::toString)).contains("0.00");
  }

  @Property
  void theTextOfAValueIsParsedToTheSameValue(
      @ForAll long number,
      @ForAll double fraction,
      @ForAll @LongRange(min = -30_000_000_000_000_000L, max = 30_000_000_000_000_000L)
          long microseconds,
      @ForAll String text) {
    assertParsedAgain("long", Value.ofLong(number));
    assertParsedAgain("int", Value.ofInt((int) number));
    assertParsedAgain("boolean", Value.ofBoolean(number < 0));
    assertParsedAgain("double", Value.ofDouble(fraction));
    assertParsedAgain("float", Value.ofFloat((float) fraction));
    assertParsedAgain("timestamp", Value.ofTimestamp(microseconds));
    assertParsedAgain("date", Value.ofInt((int) (microseconds / 1_000_000_000)));
    assertParsedAgain("decimal(20,3)", Value.ofDecimal(BigDecimal.valueOf(number, 3), 20, 3));
    assertParsedAgain("string", Value.ofString(text));
  }

  private static void assertParsedAgain(String type, Value value) {
    assertThat(parse(type, ValueText.format(ColumnType.parse(type), value))).contains(value);
  }

  /** A date is what the formatter takes for one, whichever digits and dashes there are. */
  @Property
  void datesAreThoseOfTheFormatter(
      @ForAll @StringLength(min = 8, max = 12) @Chars({'0', '1', '2', '3', '9', '-', '+'})
          String any,
      @ForAll @IntRange(max = 99_999) int year,
      @ForAll @IntRange(max = 14) int month,
      @ForAll @IntRange(max = 33) int day) {
    for (String text : List.of(any, "%04d-%02d-%02d".formatted(year, month, day))) {
      assertThat(parse("date", text)).as(text).isEqualTo(formatted(text));
    }
  }

  private static Optional<Value> formatted(String text) {
    try {
      return Optional.of(Value.ofDate(LocalDate.parse(text)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
