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

import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void theMiddleEightTenthsAreReported() {
    double[] ratios = {3, 1, 2, 5, 4, 9, 7, 8, 6, 10, 11};
    assertThat(Ratio.of(ratios)).isEqualTo(new Ratio(6, 2, 10));
    assertThat(Ratio.of(ratios)).hasToString("6.00 (2.00-10.00)");
  }

  @Test
  void onePairIsAllThereIs() {
    assertThat(Ratio.of(new double[] {1.5})).isEqualTo(new Ratio(1.5, 1.5, 1.5));
  }

  @Test
  void withoutPairsNothingIsReported() {
    assertThat(Ratio.of(new double[0])).hasToString("");
  }
}
