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
package io.trident.lab.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnswerTest {
  private static Answer of(String... values) {
    return new Answer(List.of(values).stream().map(List::of).map(Answer::row).toList());
  }

  @Test
  void theOrderOfRowsIsNoDifference() {
    assertThat(of("b", "a", "c").difference(of("c", "b", "a"))).isEmpty();
  }

  @Test
  void numbersMayDifferInTheirLastDigits() {
    assertThat(of("16.380778").difference(of("16.3807784"))).isEmpty();
    assertThat(of("348406054.12").difference(of("348406054.14"))).isEmpty();
    assertThat(of("16.3807").difference(of("16.3808")))
        .contains("[\"16.3808\"], not [\"16.3807\"]");
  }

  @Test
  void otherTextsRowsAndColumnsAreDifferences() {
    assertThat(of("a").difference(of("b"))).contains("[\"b\"], not [\"a\"]");
    assertThat(of("a").difference(of("a", "a"))).contains("2 rows, not 1");
    Answer wide = new Answer(List.of(Answer.row(List.of("a", "1"))));
    assertThat(of("a").difference(wide)).isPresent();
    assertThat(of("null").difference(of("0"))).isPresent();
  }

  @Test
  void equalDecimalsHaveOneText() {
    assertThat(Answer.text(new BigDecimal("100.00"))).isEqualTo("100");
    assertThat(Answer.text(new BigDecimal("0.00"))).isEqualTo("0");
    assertThat(Answer.text(new BigDecimal("1.50"))).isEqualTo("1.5");
    assertThat(Answer.text(null)).isEqualTo("null");
  }

  @Test
  void aFileHasTheRows(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("answers").resolve("q.jsonl");
    of("a", "\"quoted\"", "two\nlines").write(file);
    assertThat(Answer.read(file).rows().stream().map(Answer::values))
        .containsExactlyInAnyOrder(List.of("\"quoted\""), List.of("a"), List.of("two\nlines"));
  }
}
