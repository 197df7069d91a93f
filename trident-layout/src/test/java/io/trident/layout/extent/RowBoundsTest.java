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
package io.trident.layout.extent;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowBoundsTest {
  private static final RowFormats FORMATS =
      RowFormats.installed(RowBoundsTest.class.getClassLoader());

  private static TableSpec spec(String format, String... columns) {
    List<Column> all = new ArrayList<>();
    for (String column : columns) {
      String[] words = column.split(" ", 2);
      all.add(new Column(words[0], ColumnType.parse(words[1])));
    }
    return new TableSpec(
        new Schema(all),
        List.of(DimensionSpec.byHash("k")),
        new FormatSpec(format, 1, Map.of()),
        4,
        1 << 20,
        2,
        1);
  }

  private static List<ColumnBounds> of(TableSpec spec, List<String> lines) {
    RowBounds bounds = spec.bounds(FORMATS);
    lines.forEach(line -> bounds.add(Value.ofString(line)));
    return bounds.bounds();
  }

  private static ColumnBounds bounds(String column, long nulls, Value least, Value most) {
    return new ColumnBounds(column, nulls, Optional.of(new KeyRange(least, most)));
  }

  @Test
  void columnsThatAreNoDimensionsHaveBoundsAndValuesThatCannotBeReadAreNull() {
    TableSpec spec = spec("csv", "k long", "i int", "d double", "s string");
    assertThat(of(spec, List.of("1,5,NaN,b", "2,x,-0.5,", "3,-7,,zebra", "4,,2,aa")))
        .containsExactly(
            bounds("i", 2, Value.ofInt(-7), Value.ofInt(5)),
            bounds("d", 1, Value.ofDouble(-0.5), Value.ofDouble(Double.NaN)),
            bounds("s", 1, Value.ofString("aa"), Value.ofString("zebra")));
  }

  @Test
  void withoutRowsOrOtherColumnsThereIsNothing() {
    assertThat(of(spec("csv", "k long", "i int"), List.of()))
        .containsExactly(new ColumnBounds("i", 0, Optional.empty()));
    assertThat(of(spec("csv", "k long"), List.of("1"))).isEmpty();
  }

  @Test
  void longStringsAreCutToBoundsThatHaveThem() {
    String least = "a".repeat(100);
    String most = "b".repeat(100);
    ColumnBounds found =
        of(spec("csv", "k long", "s string"), List.of("1," + least, "2," + most)).get(0);
    KeyRange range = found.values().orElseThrow();
    assertThat(range.least())
        .isEqualTo(Value.ofString("a".repeat(64)))
        .isLessThan(Value.ofString(least));
    assertThat(range.most())
        .isEqualTo(Value.ofString("b".repeat(63) + "c"))
        .isGreaterThan(Value.ofString(most));
  }

  /** As rows of several groups are gathered by as many tasks. */
  @Property(tries = 300)
  void partsTogetherHaveTheBoundsOfAllRows(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    TableSpec spec = spec("json", "k long", "i int", "n.s string");
    List<String> lines = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      String first = random.nextInt(4) == 0 ? "null" : Integer.toString(random.nextInt());
      String second =
          random.nextInt(4) == 0 ? "" : ",\"n\":{\"s\":\"s%d\"}".formatted(random.nextInt(30));
      lines.add("{\"k\":1,\"i\":%s%s}".formatted(first, second));
    }
    int cut = lines.isEmpty() ? 0 : random.nextInt(lines.size());
    List<ColumnBounds> parts =
        ColumnBounds.common(
            of(spec, lines.subList(0, cut)), of(spec, lines.subList(cut, lines.size())));
    assertThat(parts).isEqualTo(of(spec, lines));
    FormatAdapter adapter =
        FORMATS.find("json", 1).open(spec.schema(), List.of("i", "n.s"), Map.of());
    for (String line : lines) {
      List<Value> values = adapter.keys(Value.ofString(line));
      for (int c = 0; c < 2; c++) {
        Value value = values.get(c);
        if (value.equals(Value.NULL)) {
          assertThat(parts.get(c).nulls()).isPositive();
        } else {
          KeyRange range = parts.get(c).values().orElseThrow();
          assertThat(value).isBetween(range.least(), range.most());
        }
      }
    }
  }

  @Test
  void whatOnlyAPartKnowsIsNotKnown() {
    ColumnBounds one = bounds("a", 0, Value.ofInt(1), Value.ofInt(2));
    ColumnBounds two = bounds("b", 0, Value.ofInt(1), Value.ofInt(2));
    assertThat(ColumnBounds.common(List.of(one, two), List.of(two))).containsExactly(two);
    assertThat(ColumnBounds.common(List.of(one), List.of())).isEmpty();
  }
}
