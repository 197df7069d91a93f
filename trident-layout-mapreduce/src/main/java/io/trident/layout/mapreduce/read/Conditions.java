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
package io.trident.layout.mapreduce.read;

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.selection.RowFilter;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.ValueText;
import io.trident.layout.mapreduce.read.Condition.Operator;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What rows must match: comparisons of columns that are dimensions of the table, all of which must
 * hold. As text {@code day >= 2026-01-01 AND day < 2026-02-01 AND name = 'O''Hara'}.
 *
 * @param columns those of the table's dimensions, in order
 * @param all the comparisons; none if all rows match
 */
record Conditions(List<String> columns, List<Condition> all) {
  private static final Pattern CONDITION =
      Pattern.compile(
          "\\s*(?:`(?<quoted>[^`]+)`|(?<name>[^\\s<>='`]+))\\s*(?<operator><=|>=|=|<|>)"
              + "\\s*(?:'(?<text>(?:[^']|'')*)'|(?<word>[^\\s'<>=]+))\\s*");

  private static final Pattern AND = Pattern.compile("(?i:AND)(?=[\\s`])");

  Conditions {
    columns = List.copyOf(columns);
    all = List.copyOf(all);
  }

  /**
   * Reads conditions.
   *
   * @param text blank for none
   * @throws IllegalArgumentException if they are not valid for this table; the message has the
   *     remedy
   */
  static Conditions parse(String text, TableSpec spec) {
    List<String> columns = spec.dimensions().stream().map(DimensionSpec::column).toList();
    List<Condition> all = new ArrayList<>();
    Matcher next = CONDITION.matcher(text);
    int at = 0;
    while (at < text.length() && !text.substring(at).isBlank()) {
      if (!all.isEmpty()) {
        Matcher and = AND.matcher(text).region(at, text.length()).useTransparentBounds(true);
        if (!and.lookingAt()) {
          throw malformed(text, at);
        }
        at = and.end();
      }
      if (!next.region(at, text.length()).lookingAt()) {
        throw malformed(text, at);
      }
      all.add(condition(next, columns, spec));
      at = next.end();
    }
    return new Conditions(columns, all);
  }

  private static Condition condition(Matcher parts, List<String> columns, TableSpec spec) {
    String column =
        parts.group("quoted") == null
            ? requireNonNull(parts.group("name"))
            : requireNonNull(parts.group("quoted"));
    if (!columns.contains(column)) {
      throw new IllegalArgumentException(
          "%s is no dimension of the table; compare one of %s, and filter others in your program."
              .formatted(column, String.join(", ", columns)));
    }
    ColumnType type = spec.schema().column(column).type();
    String text =
        parts.group("text") == null
            ? requireNonNull(parts.group("word"))
            : requireNonNull(parts.group("text")).replace("''", "'");
    Value value =
        new ValueText(new FormatOptions(spec.format().name(), spec.format().options()).zone())
            .parse(type, text.getBytes(StandardCharsets.UTF_8))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s is no %s, as column %s is.".formatted(text, type, column)));
    return new Condition(column, Operator.parse(requireNonNull(parts.group("operator"))), value);
  }

  private static IllegalArgumentException malformed(String text, int at) {
    return new IllegalArgumentException(
        "The condition cannot be read from \"%s\" on; write COLUMN =, <, <=, > or >= VALUE, joined by AND, with values that have blanks in single quotes."
            .formatted(text.substring(at).strip()));
  }

  /** Returns what can be looked for in manifests. */
  RowFilter filter() {
    return all.stream()
        .map(one -> RowFilter.of(one.column(), one.intervals()))
        .reduce(RowFilter.ALL, RowFilter::and);
  }

  /**
   * Returns whether a row matches.
   *
   * @param keys its values of the columns
   */
  boolean matches(List<Value> keys) {
    return all.stream().allMatch(one -> one.matches(keys.get(columns.indexOf(one.column()))));
  }
}
