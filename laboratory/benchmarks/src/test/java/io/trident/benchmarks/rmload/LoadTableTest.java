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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTableTest {
  private static final LoadResult RESULT =
      new LoadResult(
          new LoadSpec(1_000, 0.8, 20_000, 1),
          Contender.TRIDENT,
          Drive.ASYNCHRONOUS,
          8,
          54_321,
          320.4,
          98.7,
          45_600,
          0.25,
          new LoadResult.Quantiles(10, 200, 3_000),
          new LoadResult.Quantiles(20, 400, 1_500),
          new LoadResult.Quantiles(500, 1_500, 2_500),
          0.79,
          0.8,
          0.95,
          3);

  @Test
  void costs() {
    HeartbeatComparison.Row row =
        new HeartbeatComparison.Row(
            RESULT, new Ratio(1.1, 1, 1.2), new Ratio(1.2, 1.1, 1.3), 123.4);
    assertThat(lastLine(LoadTable.costs(List.of(row))))
        .isEqualTo(
            "| 1,000 | Trident | 54,321 | 320 | 99 | 1.10 (1.00-1.20) | 1.20 (1.10-1.30) | 46 |"
                + " 123 | 10, 200, 3,000 | 20, 400, 1,500 |");
  }

  @Test
  void asynchronous() {
    assertThat(lastLine(LoadTable.asynchronous(List.of(RESULT))))
        .isEqualTo(
            "| 1,000 | Trident | 320 | 0.25 | 99 | 46 | 10, 200, 3,000 | 20, 400, 1,500 | 3 |");
  }

  @Test
  void service() {
    assertThat(lastLine(LoadTable.service(List.of(RESULT))))
        .isEqualTo("| 1,000 | asynchronous | Trident | 79 % | 80.0 % | 95.0 % | 0.5, 1.5, 2.5 |");
  }

  @Test
  void everyRowHasAsManyCellsAsTheHead() {
    for (String table :
        List.of(
            LoadTable.costs(
                List.of(
                    new HeartbeatComparison.Row(
                        RESULT, new Ratio(1, 1, 1), new Ratio(1, 1, 1), 1))),
            LoadTable.asynchronous(List.of(RESULT)),
            LoadTable.service(List.of(RESULT)))) {
      assertThat(table.lines().map(line -> line.split("\\|", -1).length).distinct()).hasSize(1);
    }
  }

  private static String lastLine(String table) {
    return table.lines().reduce((first, second) -> second).orElseThrow();
  }
}
