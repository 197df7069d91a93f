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
package io.trident.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class SelfCheckTest {
  @Test
  void readsTheOutputOfDd() throws IOException {
    assertThat(
            SelfCheck.parseDd(
                """
                915+1 records in
                915+1 records out
                60000000 bytes (60 MB, 57 MiB) copied, 3.75 s, 16.0 MB/s
                """))
        .isCloseTo(16e6, within(1.0));
    assertThat(SelfCheck.parseDd("5 bytes copied, 1e-05 s, 500 kB/s")).isCloseTo(5e5, within(1.0));
    assertThatThrownBy(() -> SelfCheck.parseDd("dd: failed to open"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("failed to open");
  }

  @Property
  void aTenthOffIsTheMost(@ForAll @DoubleRange(min = 0, max = 2) double factor) {
    RateCheck measured = new RateCheck("ssd", "node1", 40, 40 * factor);
    // The border itself is a matter of rounding.
    if (Math.abs(factor - 1) < 0.0999) {
      assertThat(measured.holds()).isTrue();
    }
    if (Math.abs(factor - 1) > 0.1001) {
      assertThat(measured.holds()).isFalse();
    }
  }

  @Test
  void nothingMeasuredNeverHolds() {
    assertThat(new RateCheck("ssd", "node1", 40, Double.NaN).holds()).isFalse();
  }
}
