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
package io.trident.cli.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of data and rates as written in JSON: a number of MB, or a text with a unit such as
 * {@code "64 KB"} or {@code "3.2 GB/s"}. Units are powers of 1024, as Hadoop's are.
 */
final class Quantity {
  private static final double MEGABYTE = 1 << 20;
  private static final Pattern TEXT =
      Pattern.compile(
          "\\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)\\s*(b|[kmgtp](?:i?b)?)?\\s*(?:/\\s*s)?\\s*");

  private Quantity() {}

  /**
   * Returns a whole number of bytes.
   *
   * @throws IllegalArgumentException naming the field, if it is missing, negative or no amount
   */
  static long bytes(@Nullable JsonNode value, String field) {
    double bytes =
        parse(Fields.require(value, field), field, "an amount of data, 128 or \"128 MB\"");
    if (!(bytes >= 0 && bytes < Long.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "The field %s is %s; give an amount that is not negative.".formatted(field, value));
    }
    return Math.round(bytes);
  }

  /**
   * Returns a positive number of bytes per second.
   *
   * @throws IllegalArgumentException naming the field, if it is not positive or no rate
   */
  static double bytesPerSecond(JsonNode value, String field) {
    double rate = parse(value, field, "a rate, 160 or \"160 MB/s\"");
    if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The field %s is %s; give a positive rate.".formatted(field, value));
    }
    return rate;
  }

  private static double parse(JsonNode value, String field, String expected) {
    if (value.isNumber()) {
      return value.doubleValue() * MEGABYTE;
    }
    String text = value.isTextual() ? value.textValue().toLowerCase(Locale.ROOT) : "";
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      try {
        return Double.parseDouble(matcher.group(1)) * unit(matcher.group(2));
      } catch (NumberFormatException e) {
        // "1.2.3" or "." is no number either; see below
      }
    }
    throw new IllegalArgumentException(
        "The field %s is %s; give %s.".formatted(field, value, expected));
  }

  private static double unit(@Nullable String unit) {
    if (unit == null) {
      return MEGABYTE;
    }
    return Math.pow(1024, "bkmgtp".indexOf(unit.charAt(0)));
  }
}
