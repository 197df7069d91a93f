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

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Options of a format, as they are read; an option that nothing reads is an error. */
public final class FormatOptions {
  private final String format;
  private final Map<String, String> given;
  private final Set<String> known = new HashSet<>();

  /** Reads options of a format, which messages name. */
  public FormatOptions(String format, Map<String, String> given) {
    this.format = format;
    this.given = Map.copyOf(given);
  }

  /** Returns an option, if it is given. */
  public Optional<String> text(String name) {
    known.add(name);
    return Optional.ofNullable(given.get(name));
  }

  /**
   * Returns an option that is one of some values; by default the first.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public String oneOf(String name, String... values) {
    String value = text(name).orElse(values[0]);
    if (!List.of(values).contains(value)) {
      throw invalid(name, value, "one of " + String.join(", ", values));
    }
    return value;
  }

  /**
   * Returns an option that is one printable ASCII character or a tab.
   *
   * @throws IllegalArgumentException if it is not
   */
  public byte character(String name, char otherwise) {
    String value = text(name).orElse(String.valueOf(otherwise));
    char one = value.length() == 1 ? value.charAt(0) : 0;
    if (one != '\t' && (one < ' ' || one > '~')) {
      throw invalid(name, value, "one character of ASCII");
    }
    return (byte) one;
  }

  /**
   * Returns the option {@code zone}, of timestamps that name none; by default UTC.
   *
   * @throws IllegalArgumentException if it is no zone
   */
  public ZoneId zone() {
    String value = text("zone").orElse("Z");
    try {
      return ZoneId.of(value);
    } catch (DateTimeException e) {
      throw invalid("zone", value, "a time zone, such as Europe/Berlin");
    }
  }

  /** Returns the error of an option. */
  public IllegalArgumentException invalid(String name, String value, String expected) {
    return new IllegalArgumentException(
        "Option %s of format %s has the value '%s'; give %s."
            .formatted(name, format, value, expected));
  }

  /**
   * Checks that each given option was read.
   *
   * @throws IllegalArgumentException if not
   */
  public void checkAllKnown() {
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Format %s has no option %s; it has %s."
              .formatted(format, String.join(", ", unknown), new TreeSet<>(known)));
    }
  }
}
