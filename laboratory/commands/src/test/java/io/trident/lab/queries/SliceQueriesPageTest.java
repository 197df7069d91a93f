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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SliceQueriesPageTest {
  private static final long MB = 1_000_000;
  private static final long BYTES = 100 * MB;

  private static SliceQueriesOptions options(List<String> variants, int slices) {
    return new SliceQueriesOptions(0.1, 8, 4, slices, 20, variants, 3, Path.of("x"));
  }

  private static Measurement measured(
      String variant, long shuffled, double cpu, Double... seconds) {
    return new Measurement(
        "3C-join",
        variant,
        99 * MB,
        shuffled,
        shuffled > 0 ? 2 : 0,
        List.of(),
        160,
        cpu,
        0.25,
        List.of(seconds));
  }

  private static NodeCounts counts(long bytesRead, long extentsRead, double cpu) {
    return new NodeCounts(bytesRead, extentsRead, 1_000, 80, 12, 3, 7, 5 * MB, (long) (cpu * 1e9));
  }

  private static SliceQueriesResult result() {
    List<SliceVariant> variants =
        SliceVariant.all(20, BYTES, 2).stream()
            .filter(one -> !one.name().endsWith("95") && !one.name().endsWith("10"))
            .toList();
    return new SliceQueriesResult(
        options(List.of(), 20),
        variants,
        BYTES,
        40,
        2,
        MB,
        List.of(
            measured("shuffled", 60 * MB, 7.5, 4.0, 3.0, 5.0),
            measured("partitions", 0, 5.5, 2.0, 2.0, 2.0),
            measured("slices", 0, 3.0, 1.0, 2.0, 3.0),
            measured("slices_memory_5", 0, 3.5, 1.0, 2.0, 3.0)),
        Map.of(
            "shuffled", List.of(counts(BYTES, 0, 0.25)),
            "partitions", List.of(counts(BYTES, 0, 0.25)),
            "slices", List.of(counts(BYTES, 40, 0.75)),
            "slices_memory_5",
                List.of(
                    counts(3 * BYTES, 100, 1.25),
                    counts(2 * BYTES, 50, 1.25),
                    counts(BYTES, 40, 1.25))));
  }

  @Test
  void costIsComparedWithThatOfStock() {
    assertThat(SliceQueriesPage.of(result()))
        .contains(
            "| shuffled | 4.00 (3.00 to 5.00) | 7.50 + 0.25 + 0.25 | 8.00 | 1.00 | 160 | 2 |",
            "| partitions | 2.00 (2.00 to 2.00) | 5.50 + 0.25 + 0.25 | 6.00 | 0.75 | 160 | 0 |",
            "| slices | 2.00 (1.00 to 3.00) | 3.00 + 0.25 + 0.75 | 4.00 | 0.50 | 160 | 0 |");
  }

  @Test
  void bytesAreComparedWithThoseOfTheTables() {
    assertThat(SliceQueriesPage.of(result()))
        .contains(
            "| shuffled | 99.000 | 100.000 | 1.00 | 60.000 | 40.000 |",
            "| slices_memory_5 | 99.000 | 200.000 | 2.00 | 0.000 | 1.000 |");
  }

  @Test
  void ofSlicesThereIsHowOftenExtentsWereReadAndWhatMemoryTheyHad() {
    // 5 % of 100 MB by two nodes are 2 MiB on each
    assertThat(SliceQueriesPage.of(result()))
        .contains(
            "| slices | 1.00 | 1000 | 8.0 % | 12 | 3 | 7 | 5.0 % | none |",
            "| slices_memory_5 | 1.25 | 1000 | 8.0 % | 12 | 3 | 7 | 5.0 % | 4.2 % |")
        .doesNotContain("| partitions | 1.00 | 1000");
  }

  @Test
  void stockIsAlwaysMeasuredAndOtherWaysAsChosen() {
    SliceQueriesOptions chosen = options(List.of("slices_95"), 20);
    assertThat(SliceVariant.all(20, BYTES, 2).stream().filter(chosen::includes))
        .extracting(SliceVariant::name)
        .containsExactly("shuffled", "slices_95");
  }

  @Test
  void optionsOutOfRangeAreNamed() {
    assertThatThrownBy(() -> options(List.of(), 1)).hasMessageContaining("--slices");
    assertThatThrownBy(() -> options(List.of("z_order"), 20))
        .hasMessageContaining("--layouts")
        .hasMessageContaining("slices_memory_5");
  }
}
