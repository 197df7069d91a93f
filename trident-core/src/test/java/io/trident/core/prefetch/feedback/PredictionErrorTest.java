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
package io.trident.core.prefetch.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionErrorTest {
  @Test
  void isAShareOfWhatWasMeasured() {
    assertThat(new PredictionError(12, 10).relative()).isEqualTo(0.2);
    assertThat(new PredictionError(8, 10).relative()).isEqualTo(-0.2);
    assertThat(new PredictionError(8, 0).relative()).isNaN();
  }
}
