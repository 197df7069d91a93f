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

import io.trident.lab.queries.LayoutQueriesOptions.BenchmarkName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LayoutQueriesPageTest {
  private static LayoutQueriesOptions options(double scale, int extents) {
    return new LayoutQueriesOptions(
        BenchmarkName.AMP,
        scale,
        QueryPlan.PARQUET,
        extents,
        List.of(),
        List.of(),
        3,
        Path.of("x"));
  }

  private static Measurement measured(String layout, long read, Double... seconds) {
    return new Measurement(
        "1A", layout, read, 1_000, 2, List.of("url"), 3, 0.25, 0.0625, List.of(seconds));
  }

  @Test
  void ratiosAreToTheBestOtherLayoutAndToTheScan() {
    LayoutQueriesResult result =
        new LayoutQueriesResult(
            options(0.1, 16),
            List.of(QueryPlan.AS_WRITTEN, "by_url", QueryPlan.TRIDENT),
            Map.of("by_url", 5_000_000L),
            7,
            List.of(
                new RowGroups("visits", QueryPlan.AS_WRITTEN, 2, 4, 10_000),
                new RowGroups("visits", QueryPlan.TRIDENT, 8, 32, 16_000)),
            List.of(
                measured(QueryPlan.AS_WRITTEN, 4_000_000, 4.0, 2.0, 8.0),
                measured("by_url", 3_000_000, 2.0, 2.5, 1.0),
                measured(QueryPlan.TRIDENT, 1_000_000, 3.0, 1.0, 0.5)));
    assertThat(LayoutQueriesPage.of(result))
        .contains(
            "| 1A | 4.00 (2.00 to 8.00) | **2.00** (1.00 to 2.50) | 1.00 (0.50 to 3.00) |",
            "| 1A | 4.000 | 3.000 | 1.000 |",
            "| 1A | 0.001 (2) | 0.001 (2) | 0.001 (2) |",
            "| 1A | 3; 250 + 63 | 3; 250 + 63 | 3; 250 + 63 |",
            "| 1A | url | 0.50 | 0.25 | 0.250 |",
            "| visits | 4 (2.5) |  | 32 (0.5) |",
            "| 0.000 | 5.000 | 0.000 |");
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheMiddleOnes() {
    assertThat(measured("x", 1, 4.0, 1.0, 2.0, 9.0).median()).isEqualTo(3.0);
  }

  @Test
  void optionsOutOfRangeAreNamed() {
    assertThatThrownBy(() -> options(0, 16)).hasMessageContaining("--scale");
    assertThatThrownBy(() -> options(Double.NaN, 16)).hasMessageContaining("--scale");
    assertThatThrownBy(() -> options(1, 3)).hasMessageContaining("--extents");
    assertThatThrownBy(() -> chosen(List.of("3D"), List.of())).hasMessageContaining("3A, 3B, 3C");
    assertThatThrownBy(() -> chosen(List.of(), List.of("lines")))
        .hasMessageContaining("--layouts")
        .hasMessageContaining("by_url, by_date, by_ip, z_order");
  }

  private static LayoutQueriesOptions chosen(List<String> queries, List<String> layouts) {
    return new LayoutQueriesOptions(
        BenchmarkName.AMP, 0.1, QueryPlan.PARQUET, 16, queries, layouts, 3, Path.of("x"));
  }

  @Test
  void whatIsChosenIsRunInTheBenchmarksOrderBesideTheFilesAsWritten() {
    LayoutQueriesOptions chosen = chosen(List.of("3C", "1A"), List.of("z_order", "by_url"));
    QueryBenchmark benchmark = BenchmarkName.AMP.of(0.1, 16);
    assertThat(chosen.queriesOf(benchmark)).extracting(QueryText::name).containsExactly("1A", "3C");
    assertThat(chosen.layoutsOf(benchmark))
        .containsExactly(QueryPlan.AS_WRITTEN, "by_url", QueryPlan.Z_ORDER, QueryPlan.TRIDENT);
    assertThat(options(0.1, 16).layoutsOf(benchmark)).hasSize(6);
    assertThat(options(0.1, 16).queriesOf(benchmark)).hasSize(9);
  }

  @Test
  void tablesThatNoQueryReadsAreNotMade() {
    QueryBenchmark tpch = BenchmarkName.TPCH.of(0.1, 16);
    LayoutQueriesOptions chosen =
        new LayoutQueriesOptions(
            BenchmarkName.TPCH, 0.1, "parquet", 16, List.of("Q13"), List.of(), 3, Path.of("x"));
    assertThat(chosen.tablesOf(tpch))
        .extracting(SourceTable::name)
        .containsExactly("orders", "customer");
    assertThat(chosen.layoutsOf(tpch)).endsWith(QueryPlan.REPLICAS, QueryPlan.TRIDENT);
    assertThat(options(0.1, 16).tablesOf(BenchmarkName.AMP.of(0.1, 16))).hasSize(2);
  }
}
