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

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void quantilesAreValuesByRank() {
    Samples samples = new Samples();
    for (int value = 100; value >= 1; value--) {
      samples.add(value);
    }
    assertThat(samples.quantile(0.5)).isEqualTo(50);
    assertThat(samples.quantile(0.99)).isEqualTo(99);
    assertThat(samples.quantile(1)).isEqualTo(100);
    samples.add(1_000);
    assertThat(samples.quantile(1)).isEqualTo(1_000);
  }

  @Test
  void withoutValuesThereIsNoQuantile() {
    Samples samples = new Samples();
    samples.add(1);
    samples.clear();
    assertThat(samples.quantile(0.5)).isNaN();
    assertThat(samples.count()).isZero();
  }

  @Property(tries = 200)
  void enoughValuesAreUpToAQuantile(@ForAll @Size(min = 1, max = 3_000) long[] values) {
    Samples samples = new Samples();
    Arrays.stream(values).forEach(samples::add);
    double quantile = samples.quantile(0.9);
    assertThat(Arrays.stream(values).filter(value -> value <= quantile).count())
        .isGreaterThanOrEqualTo((long) Math.ceil(0.9 * values.length));
    assertThat(Arrays.stream(values).filter(value -> value < quantile).count())
        .isLessThan((long) Math.ceil(0.9 * values.length));
  }
}
