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
package io.trident.core.config;

import io.trident.core.text.EnumNames;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key: name, type, default, valid range and description, defined once.
 *
 * <p>Names are {@code trident.<area>.<name-with-dashes>}; units are part of the name where a number
 * has one ({@code -ms}, {@code -bytes}).
 *
 * @param <T> type of the value
 */
public final class ConfigKey<T> {
  private final String name;
  private final T defaultValue;
  private final String type;
  private final String description;
  private final Function<String, T> parser;

  private ConfigKey(
      String name, T defaultValue, String type, String description, Function<String, T> parser) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.type = type;
    this.description = description;
    this.parser = parser;
  }

  /** A whole number within [min, max]. */
  public static ConfigKey<Integer> intKey(
      String name, int defaultValue, int min, int max, String description) {
    String range = "a whole number from %d to %d".formatted(min, max);
    return new ConfigKey<>(
        name,
        defaultValue,
        range,
        description,
        text ->
            check(
                name,
                text,
                parse(name, text, range, Integer::valueOf),
                v -> v >= min && v <= max,
                range));
  }

  /** A whole number within [min, max]. */
  public static ConfigKey<Long> longKey(
      String name, long defaultValue, long min, long max, String description) {
    String range = "a whole number from %d to %d".formatted(min, max);
    return new ConfigKey<>(
        name,
        defaultValue,
        range,
        description,
        text ->
            check(
                name,
                text,
                parse(name, text, range, Long::valueOf),
                v -> v >= min && v <= max,
                range));
  }

  /** A finite number that is not negative. */
  public static ConfigKey<Double> costKey(String name, double defaultValue, String description) {
    String range = "a finite number that is not negative";
    return new ConfigKey<>(
        name,
        defaultValue,
        range,
        description,
        text ->
            check(
                name,
                text,
                parse(name, text, range, Double::valueOf),
                v -> Double.isFinite(v) && v >= 0,
                range));
  }

  /** {@code true} or {@code false}. */
  public static ConfigKey<Boolean> switchKey(
      String name, Boolean defaultValue, String description) {
    String range = "true or false";
    return new ConfigKey<>(
        name,
        defaultValue,
        range,
        description,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new ConfigException(name, text, "must be " + range + ".");
            });
  }

  /** One of an enum's constants, written in lower case with dashes. */
  public static <E extends Enum<E>> ConfigKey<E> enumKey(
      String name, E defaultValue, String description) {
    Class<E> constants = defaultValue.getDeclaringClass();
    String range = "one of " + EnumNames.list(constants);
    return new ConfigKey<>(
        name,
        defaultValue,
        range,
        description,
        text ->
            EnumNames.find(constants, text.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new ConfigException(name, text, "must be " + range + ".")));
  }

  /** Free text. */
  public static ConfigKey<String> textKey(String name, String defaultValue, String description) {
    return new ConfigKey<>(name, defaultValue, "text", description, text -> text);
  }

  /** Returns the key's name. */
  public String name() {
    return name;
  }

  /** Returns the value used where the key is not set. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns type and valid range in words. */
  public String type() {
    return type;
  }

  /** Returns what the key is for, in a sentence or two. */
  public String description() {
    return description;
  }

  /** Returns the default as it would be written in a configuration file. */
  public String defaultText() {
    return defaultValue instanceof Enum<?> constant
        ? EnumNames.dashed(constant)
        : defaultValue.toString();
  }

  /**
   * Reads the key.
   *
   * @throws ConfigException if the configured text is not a valid value
   */
  public T read(ConfigSource source) {
    @Nullable String text = source.get(name);
    return text == null || text.isBlank() ? defaultValue : parser.apply(text.trim());
  }

  @Override
  public String toString() {
    return name;
  }

  private static <T> T parse(
      String name, String text, String range, Function<String, T> conversion) {
    try {
      return conversion.apply(text);
    } catch (NumberFormatException e) {
      throw new ConfigException(name, text, "must be " + range + ".");
    }
  }

  private static <T> T check(String name, String text, T value, Predicate<T> valid, String range) {
    if (!valid.test(value)) {
      throw new ConfigException(name, text, "must be " + range + ".");
    }
    return value;
  }
}
