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
 * What rows must match: comparisons of columns, all of which must hold. As text {@code day >=
 * 2026-01-01 AND day < 2026-02-01 AND name = 'O''Hara'}.
 *
 * @param dimensions the columns of the table's dimensions, in order
 * @param others columns that are compared and are no dimensions
 * @param all the comparisons; none if all rows match
 */
record Conditions(List<String> dimensions, List<String> others, List<Condition> all) {
  private static final Pattern CONDITION =
      Pattern.compile(
          "\\s*(?:`(?<quoted>[^`]+)`|(?<name>[^\\s<>='`]+))\\s*(?<operator><=|>=|=|<|>)"
              + "\\s*(?:'(?<text>(?:[^']|'')*)'|(?<word>[^\\s'<>=]+))\\s*");

  private static final Pattern AND = Pattern.compile("(?i:AND)(?=[\\s`])");

  Conditions {
    dimensions = List.copyOf(dimensions);
    others = List.copyOf(others);
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
    List<String> dimensions = spec.dimensions().stream().map(DimensionSpec::column).toList();
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
      all.add(condition(next, spec));
      at = next.end();
    }
    List<String> others =
        all.stream()
            .map(Condition::column)
            .filter(column -> !dimensions.contains(column))
            .distinct()
            .toList();
    return new Conditions(dimensions, others, all);
  }

  private static Condition condition(Matcher parts, TableSpec spec) {
    String column =
        parts.group("quoted") == null
            ? requireNonNull(parts.group("name"))
            : requireNonNull(parts.group("quoted"));
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
   * @param values its values of the dimensions, and then of the others
   */
  boolean matches(List<Value> values) {
    return all.stream().allMatch(one -> one.matches(values.get(place(one.column()))));
  }

  private int place(String column) {
    int dimension = dimensions.indexOf(column);
    return dimension >= 0 ? dimension : dimensions.size() + others.indexOf(column);
  }
}
