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
package io.trident.core.layout.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowFilterTest {
  private static final int VALUES = 12;

  /** A row of two columns passes a filter. */
  private static boolean passes(RowFilter filter, Map<String, Value> row) {
    return filter.columns(Integer.MAX_VALUE).stream()
        .allMatch(one -> one.anyOf().stream().anyMatch(in -> isIn(in, value(row, one.column()))));
  }

  private static boolean isIn(Interval interval, Value value) {
    return interval.least().map(least -> least.compareTo(value) <= 0).orElse(true)
        && interval.most().map(most -> most.compareTo(value) >= 0).orElse(true);
  }

  private static Value value(Map<String, Value> row, String column) {
    return Optional.ofNullable(row.get(column)).orElseThrow();
  }

  private static List<Map<String, Value>> rows() {
    List<Map<String, Value>> rows = new ArrayList<>();
    for (int a = -1; a < VALUES; a++) {
      for (int b = -1; b < VALUES; b++) {
        rows.add(Map.of("a", valueOf(a), "b", valueOf(b)));
      }
    }
    return rows;
  }

  private static Value valueOf(int number) {
    return number < 0 ? Value.NULL : Value.ofInt(number);
  }

  private static RowFilter random(Random random) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      int least = random.nextInt(VALUES) - 1;
      int most = least + random.nextInt(3);
      intervals.add(
          switch (random.nextInt(4)) {
            case 0 -> Interval.upTo(valueOf(most));
            case 1 -> Interval.from(valueOf(least));
            default ->
                new Interval(Optional.of(valueOf(least)), Optional.of(valueOf(Math.max(0, most))));
          });
    }
    return RowFilter.of(random.nextBoolean() ? "a" : "b", intervals);
  }

  @Property
  void aRowThatPassesBothPassesTheirConjunctionAndNoOtherOneOfTheSameColumns(@ForAll long seed) {
    Random random = new Random(seed);
    RowFilter one = random(random).and(random(random));
    RowFilter other = random(random);
    for (Map<String, Value> row : rows()) {
      assertThat(passes(one.and(other), row)).isEqualTo(passes(one, row) && passes(other, row));
    }
  }

  @Property
  void aRowThatPassesOnePassesTheirDisjunction(@ForAll long seed) {
    Random random = new Random(seed);
    RowFilter one = random(random).and(random(random));
    RowFilter other = random(random);
    for (Map<String, Value> row : rows()) {
      if (passes(one, row) || passes(other, row)) {
        assertThat(passes(one.or(other), row)).isTrue();
      }
    }
  }

  @Property
  void fewerIntervalsHaveAllValuesOfTheOthers(@ForAll long seed) {
    Random random = new Random(seed);
    RowFilter filter = random(random);
    int limit = 1 + random.nextInt(3);
    ColumnFilter few = filter.columns(limit).get(0);
    assertThat(few.anyOf()).hasSizeLessThanOrEqualTo(limit);
    RowFilter wider = RowFilter.of(few.column(), few.anyOf());
    for (Map<String, Value> row : rows()) {
      if (passes(filter, row)) {
        assertThat(passes(wider, row)).isTrue();
      }
    }
  }

  @Test
  void eitherOfTwoColumnsRestrictsNone() {
    RowFilter a = RowFilter.of("a", List.of(Interval.of(Value.ofInt(1))));
    RowFilter b = RowFilter.of("b", List.of(Interval.of(Value.ofInt(1))));

    assertThat(a.or(b)).isEqualTo(RowFilter.ALL);
    assertThat(a.or(RowFilter.ALL)).isEqualTo(RowFilter.ALL);
    assertThat(a.and(RowFilter.ALL)).isEqualTo(a);
  }

  @Test
  void aColumnWithTwoValuesAtOnceHasNoRows() {
    RowFilter one = RowFilter.of("a", List.of(Interval.of(Value.ofInt(1))));
    RowFilter two = RowFilter.of("a", List.of(Interval.of(Value.ofInt(2))));

    assertThat(one.and(two).columns(1)).containsExactly(new ColumnFilter("a", List.of()));
  }

  @Test
  void ofVeryLongListsTheShorterIsKept() {
    List<Interval> many =
        IntStream.range(0, 1000).mapToObj(i -> Interval.of(Value.ofInt(i))).toList();
    RowFilter long1 = RowFilter.of("a", many);
    RowFilter long2 = RowFilter.of("a", many.subList(500, 600));

    assertThat(long1.and(long2).columns(1000).get(0).anyOf()).hasSize(100);
  }
}
