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
package io.trident.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.trident.benchmarks.figures.PaperNumber.Relation;
import io.trident.benchmarks.workloads.Application;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PaperNumberTest {
  private static final Set<String> GROUPS =
      Set.of("A", "B", "C", "D", "E", "F", "HI", "small", "large", "huge", "5 GB", "40 GB");

  @Test
  void eachIsAboutSomethingThatItsFigureShows() {
    for (PaperNumber number : PaperNumber.all()) {
      Figure figure = Figure.parse(number.figure());
      assertThat(figure.form().metrics()).as(number.toString()).contains(number.metric());
      if (figure != Figure.FIGURE_18) {
        assertThat(figure.setups()).as(number.toString()).contains(number.setup());
        assertThat(number.groups())
            .as(number.toString())
            .allMatch(
                group ->
                    GROUPS.contains(group)
                        || List.of(Application.values()).stream()
                            .anyMatch(one -> one.label().equals(group)));
      }
      assertThat(number.from()).isIn("text", "table");
      assertThat(number.from().equals("table") || number.note().startsWith("7."))
          .as("has a source: %s", number)
          .isTrue();
    }
  }

  @Test
  void everyFigureHasSome() {
    assertThat(PaperNumber.all())
        .extracting(number -> Figure.parse(number.figure()))
        .contains(Figure.values());
  }

  @Test
  void table4IsComplete() {
    List<PaperNumber> table =
        PaperNumber.all().stream().filter(one -> one.figure().equals("table4")).toList();

    assertThat(table).hasSize(6 * 7).allMatch(one -> one.relation() == Relation.EQUAL);
    assertThat(table)
        .filteredOn(one -> one.groups().equals(List.of("D")) && one.metric() == Metric.DELAYED)
        .extracting(PaperNumber::value)
        .containsExactly(26.67);
  }

  @Test
  void relationsDefineWhichOfSeveralGroupsCounts() {
    List<Double> values = List.of(1.0, 2.0, 6.0);

    assertThat(Relation.AT_LEAST.of(values)).isEqualTo(1);
    assertThat(Relation.AT_MOST.of(values)).isEqualTo(6);
    assertThat(Relation.UP_TO.of(values)).isEqualTo(6);
    assertThat(Relation.ABOUT.of(values)).isEqualTo(3);
    assertThat(Relation.EQUAL.of(List.of())).isNaN();
    assertThatIllegalArgumentException().isThrownBy(() -> Relation.parse("beyond"));
  }

  @Test
  void noGroupsAreAllGroups() {
    PaperNumber all =
        new PaperNumber(
            "9", "trident", List.of(), Metric.LOCAL, Relation.ABOUT, 100, "text", "7.1");

    assertThat(all.isAbout("A")).isTrue();
    assertThat(PaperNumber.all().get(0).isAbout("F")).isFalse();
  }
}
