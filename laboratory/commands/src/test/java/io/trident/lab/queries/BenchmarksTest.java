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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BenchmarksTest {
  private static final double TINY = 0.001;

  private static List<String> lines(QueryBenchmark benchmark, SourceTable table)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (int part = 0; part < benchmark.parts(); part++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      benchmark.write(table, part, out);
      out.toString(StandardCharsets.US_ASCII).lines().forEach(lines::add);
    }
    return lines;
  }

  @ParameterizedTest
  @EnumSource(LayoutQueriesOptions.BenchmarkName.class)
  void linesHaveAFieldForEachColumnAndAreTheSameOnesEachTime(
      LayoutQueriesOptions.BenchmarkName name) throws Exception {
    QueryBenchmark benchmark = name.of(TINY, 4);
    for (SourceTable table : benchmark.tables()) {
      List<String> lines = lines(benchmark, table);
      long separators =
          table.schema().chars().filter(character -> character == ',').count()
              - table.schema().split("decimal\\(", -1).length
              + 1;
      assertThat(lines)
          .as(table.name())
          .isNotEmpty()
          .allSatisfy(
              line ->
                  assertThat(line.chars().filter(one -> one == table.separator().charAt(0)).count())
                      .isEqualTo(separators));
      assertThat(lines(name.of(TINY, 4), table)).isEqualTo(lines);
    }
  }

  @ParameterizedTest
  @EnumSource(LayoutQueriesOptions.BenchmarkName.class)
  void queriesAndLayoutsNameTablesAndColumnsThatThereAre(LayoutQueriesOptions.BenchmarkName name) {
    QueryBenchmark benchmark = name.of(TINY, 4);
    List<String> tables = benchmark.tables().stream().map(SourceTable::name).toList();
    for (SourceTable table : benchmark.tables()) {
      assertThat(table.columns())
          .allSatisfy(column -> assertThat(table.schema()).contains(column + " "));
      for (SingleLayout single : benchmark.singles()) {
        assertThat(table.schema()).contains(QueryPlan.of(single, table).column() + " ");
      }
    }
    for (QueryText query : benchmark.queries()) {
      assertThat(tables).containsAll(query.dimensions().keySet());
      String text = query.on("x");
      for (QueryText parameter : benchmark.parameters()) {
        text = text.replace(parameter.name() + "_x", "1");
      }
      assertThat(text).doesNotContain("{", "}");
    }
  }
}
