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
package io.trident.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultTableTest {
  @Test
  void aRowAMeasurementWithThreeDigits() {
    OperationMeasurement here =
        new OperationMeasurement(
            "match",
            Map.of("solver", "HUNGARIAN", "size", "64x1024x1", "kind", "UNIFORM"),
            1.23456,
            0.012345,
            123456,
            1,
            1234567.4);
    OperationMeasurement elsewhere =
        new OperationMeasurement("match", Map.of(), 1, 1, 1, Double.NaN, Double.NaN);

    assertThat(ResultTable.of(List.of(here, elsewhere)).lines().skip(2))
        .containsExactly(
            "| match | UNIFORM |  | 64x1024x1 | HUNGARIAN | 1.23 | 0.0123 | 123000 | 1 | 1,234,567 |",
            "| match |  |  |  |  | 1 | 1 | 1 |  |  |");
  }

  @Test
  void aSizeIsReadAsItIsWritten() {
    assertThat(Size.parse("1024x512x8"))
        .isEqualTo(new Size(1024, 512, 8))
        .hasToString("1024x512x8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1024", "1024x1024", "1x2x3x4", "axbxc"})
  void otherTextsAreNoSizes(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Size.parse(text));
  }
}
