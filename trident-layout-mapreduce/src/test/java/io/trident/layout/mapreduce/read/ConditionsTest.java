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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.selection.ColumnFilter;
import io.trident.core.layout.selection.Interval;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {
  private static final TableSpec SPEC =
      new TableSpec(
          new Schema(
              List.of(
                  new Column("id", ColumnType.parse("long")),
                  new Column("the name", ColumnType.parse("string")),
                  new Column("day", ColumnType.parse("date")),
                  new Column("other", ColumnType.parse("int")))),
          List.of(
              DimensionSpec.byHash("id"),
              DimensionSpec.byHash("the name"),
              DimensionSpec.byHash("day")),
          new FormatSpec("csv", 1, Map.of()),
          4,
          1000,
          2,
          1);

  private static boolean matches(String text, Object id, Object name, Object day) {
    return Conditions.parse(text, SPEC).matches(List.of(value(id), value(name), value(day)));
  }

  private static Value value(Object one) {
    return one instanceof Integer number
        ? Value.ofLong(number)
        : one.equals("")
            ? Value.NULL
            : one.toString().startsWith("2026-")
                ? Value.ofDate(LocalDate.parse(one.toString()))
                : Value.ofString(one.toString());
  }

  @Test
  void comparisonsAreRead() {
    String text = "day >= 2026-01-01 AND day<2026-02-01 and `the name`='O''Hara AND b' AND id>-3";
    assertThat(Conditions.parse(text, SPEC).all()).hasSize(4);
    assertThat(matches(text, 1, "O'Hara AND b", "2026-01-31")).isTrue();
    assertThat(matches(text, 1, "O'Hara AND b", "2026-02-01")).isFalse();
    assertThat(matches(text, -3, "O'Hara AND b", "2026-01-31")).isFalse();
    assertThat(matches(text, 1, "O'Hara", "2026-01-31")).isFalse();
    assertThat(matches("  ", "", "", "")).isTrue();
    assertThat(matches("`the name` = ''", "", "x", "")).isFalse();
    assertThat(matches("id <= 4", 4, "", "")).isTrue();
    assertThat(matches("id < 4", 4, "", "")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"=", "<", "<=", ">", ">="})
  void nullMatchesNothing(String operator) {
    assertThat(matches("id " + operator + " 0", "", "", "")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "id =",
        "= 3",
        "id = 3 OR id = 4",
        "id = 3 AND",
        "id = 3 id = 4",
        "id == 3",
        "`the name` = 'a",
        "id = 3 ANDid = 4",
        "AND id = 3"
      })
  void whatCannotBeReadIsNamed(String text) {
    assertThatThrownBy(() -> Conditions.parse(text, SPEC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The condition cannot be read");
  }

  @Test
  void columnsAndValuesAreChecked() {
    assertThatThrownBy(() -> Conditions.parse("colour = 3", SPEC))
        .hasMessageContaining("There is no column colour; there are [id, the name, day, other]");
    assertThatThrownBy(() -> Conditions.parse("other = x", SPEC))
        .hasMessageContaining("x is no int, as column other is.");
    assertThatThrownBy(() -> Conditions.parse("id = x", SPEC))
        .hasMessageContaining("x is no long, as column id is.");
  }

  @Test
  void columnsThatAreNoDimensionsAreComparedByTheirOwnValues() {
    Conditions conditions = Conditions.parse("other >= 3 AND id = 1 AND other < 5", SPEC);
    assertThat(conditions.others()).containsExactly("other");
    assertThat(conditions.filter().columns(10))
        .extracting(ColumnFilter::column)
        .containsExactly("id", "other");
    for (int other = 0; other < 8; other++) {
      List<Value> values = List.of(Value.ofLong(1), Value.NULL, Value.NULL, Value.ofInt(other));
      assertThat(conditions.matches(values)).isEqualTo(other >= 3 && other < 5);
    }
    assertThat(conditions.matches(List.of(Value.ofLong(1), Value.NULL, Value.NULL, Value.NULL)))
        .isFalse();
  }

  /** What matches is always within the intervals by which extents are chosen. */
  @Test
  void theFilterHasAllRowsThatMatch() {
    Random random = new Random(5);
    String[] operators = {"=", "<", "<=", ">", ">="};
    for (int i = 0; i < 2_000; i++) {
      List<String> some = new ArrayList<>();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        some.add("id " + operators[random.nextInt(5)] + " " + random.nextInt(6));
      }
      Conditions conditions = Conditions.parse(String.join(" AND ", some), SPEC);
      for (int id = -1; id < 7; id++) {
        Value key = id < 0 ? Value.NULL : Value.ofLong(id);
        if (conditions.matches(List.of(key, Value.NULL, Value.NULL))) {
          assertThat(conditions.filter().columns(10))
              .as("%s of %s", key, some)
              .allMatch(column -> isIn(column, key));
        }
      }
    }
  }

  private static boolean isIn(ColumnFilter column, Value key) {
    return column.anyOf().stream().anyMatch(interval -> isIn(interval, key));
  }

  private static boolean isIn(Interval interval, Value key) {
    return interval.least().map(least -> least.compareTo(key) <= 0).orElse(true)
        && interval.most().map(most -> most.compareTo(key) >= 0).orElse(true);
  }
}
