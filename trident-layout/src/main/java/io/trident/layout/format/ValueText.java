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

import io.trident.core.layout.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/**
 * Values as text, as stock readers take them: a key must be the value that a query sees, or pruning
 * drops rows.
 *
 * @param zone of timestamps that name none
 */
public record ValueText(ZoneId zone) {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .optionalStart()
          .appendOffsetId()
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  private static final int MAX_DIGITS = 38;

  /** Longer ones take time by the square of their length; Spark's parser of JSON has this limit. */
  private static final int MAX_DECIMAL_CHARACTERS = 1_000;

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1000;

  /** Returns the value, or nothing if the text is none of the type. */
  public Optional<Value> parse(ColumnType type, byte[] text) {
    if (type.kind() == ColumnType.Kind.STRING) {
      return Optional.of(Value.ofBytes(text));
    }
    for (byte one : text) {
      if (one < ' ' || one == 0x7f) { // negative: not ASCII, and Java knows other digits
        return Optional.empty();
      }
    }
    try {
      return parse(type, new String(text, StandardCharsets.US_ASCII));
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private Optional<Value> parse(ColumnType type, String text) {
    return switch (type.kind()) {
      case BOOLEAN -> ofBoolean(text);
      case INT -> Optional.of(Value.ofInt(Integer.parseInt(text)));
      case LONG -> Optional.of(Value.ofLong(Long.parseLong(text)));
      case FLOAT -> Optional.of(Value.ofFloat(Float.parseFloat(javaText(text))));
      case DOUBLE -> Optional.of(Value.ofDouble(Double.parseDouble(javaText(text))));
      case DECIMAL ->
          text.length() > MAX_DECIMAL_CHARACTERS
              ? Optional.empty()
              : ofDecimal(type, new BigDecimal(text));
      case DATE -> Optional.of(Value.ofDate(date(text)));
      case TIMESTAMP -> Optional.of(Value.ofTimestamp(microseconds(text)));
      case STRING -> throw new AssertionError("any bytes are a string");
    };
  }

  private static Optional<Value> ofBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(Value.ofBoolean(true));
      case "false" -> Optional.of(Value.ofBoolean(false));
      default -> Optional.empty();
    };
  }

  /** The text of a number with a point as Java's parsers take it. */
  private static String javaText(String text) {
    return switch (text) {
      case "Inf", "+Inf" -> "Infinity";
      case "-Inf" -> "-Infinity";
      default -> {
        if (!text.equals(text.strip())) {
          throw new NumberFormatException("blanks");
        }
        yield text;
      }
    };
  }

  /** Rounds half up to the scale, as Spark does; the exponent is checked before digits are made. */
  private static Optional<Value> ofDecimal(ColumnType type, BigDecimal number) {
    long digitsBeforePoint = (long) number.precision() - number.scale();
    if (number.signum() != 0 && digitsBeforePoint > MAX_DIGITS) {
      return Optional.empty();
    }
    if (number.signum() == 0 || digitsBeforePoint < -type.scale()) {
      return Optional.of(Value.ofDecimal(BigDecimal.ZERO, type.precision(), type.scale()));
    }
    BigDecimal rounded = number.setScale(type.scale(), RoundingMode.HALF_UP);
    return rounded.precision() > type.precision() && rounded.signum() != 0
        ? Optional.empty()
        : Optional.of(Value.ofDecimal(rounded, type.precision(), type.scale()));
  }

  /** Dates of four digits a year, which nearly all are, need no formatter. */
  private static LocalDate date(String text) {
    boolean isShort = text.length() == 10 && text.charAt(4) == '-' && text.charAt(7) == '-';
    for (int i = 0; i < text.length() && isShort; i++) {
      isShort = i == 4 || i == 7 || text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return isShort
        ? LocalDate.of(
            Integer.parseInt(text, 0, 4, 10),
            Integer.parseInt(text, 5, 7, 10),
            Integer.parseInt(text, 8, 10, 10))
        : LocalDate.parse(text);
  }

  /** A date, {@code T} or a space, a time, perhaps an offset; or a date alone. */
  private long microseconds(String text) {
    String iso = text.replaceFirst(" ", "T");
    TemporalAccessor parsed =
        iso.contains("T")
            ? TIMESTAMP.parseBest(iso, OffsetDateTime::from, LocalDateTime::from)
            : LocalDate.parse(iso).atStartOfDay();
    Instant instant =
        parsed instanceof OffsetDateTime withOffset
            ? withOffset.toInstant()
            : LocalDateTime.from(parsed).atZone(zone).toInstant();
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
        instant.getNano() / NANOS_PER_MICRO);
  }

  /**
   * Returns the text of a value, from which {@link #parse} makes the same value. Of strings it is
   * exact if they are valid UTF-8.
   *
   * @throws IllegalArgumentException if the value is not of the type
   */
  public static String format(ColumnType type, Value value) {
    if (value instanceof Value.Int32 number) {
      return switch (type.kind()) {
        case BOOLEAN -> Boolean.toString(number.value() != 0);
        case DATE -> LocalDate.ofEpochDay(number.value()).toString();
        default -> number.toString();
      };
    } else if (value instanceof Value.Int64 number && type.kind() == ColumnType.Kind.TIMESTAMP) {
      return LocalDateTime.ofInstant(
              Instant.EPOCH.plus(number.value(), ChronoUnit.MICROS), ZoneOffset.UTC)
          .atOffset(ZoneOffset.UTC)
          .toString();
    } else if (value instanceof Value.Null) {
      throw new IllegalArgumentException("Null has no text.");
    }
    return value.toString();
  }
}
