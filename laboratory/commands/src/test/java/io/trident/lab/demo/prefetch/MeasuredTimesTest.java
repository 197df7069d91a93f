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
package io.trident.lab.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredTimesTest {
  private static final long BYTES = 4 << 20;

  private static MeasuredTimes.Sample map(double launched, double read, double finished) {
    return new MeasuredTimes.Sample(launched, read, finished, BYTES, 4);
  }

  @Test
  void laterWavesDoNotCountForTheStart() {
    MeasuredTimes times =
        MeasuredTimes.of(List.of(map(20, 22, 28), map(5, 7, 13), map(6, 8, 14), map(5, 9, 15)), 3);
    assertThat(times.timeToLaunch()).isEqualTo(2, within(1e-9));
    assertThat(times.timeToInit()).as("8 - 2").isEqualTo(6, within(1e-9));
    assertThat(times.bytesPerSecond()).as("6 s, 4 of them reading").isEqualTo(BYTES / 2.0);
  }

  @Test
  void theKeysAreThoseOfThePlanner() {
    Map<String, String> keys = new MeasuredTimes(6.1234, 2, 2.6 * (1 << 20)).keys();
    assertThat(PrefetchKeys.times(keys::get)).isEqualTo(new TimeConstants(1, 6.123, 2));
    assertThat(PrefetchKeys.launchSeconds(keys::get)).isEqualTo(2);
    assertThat(PrefetchKeys.CPU_RATE.read(keys::get)).isEqualTo(3);
  }

  /** A map that was done before its disk could have been, by a rounded clock, has no time left. */
  @Test
  void absurdMeasurementsStayInTheRangesOfTheKeys() {
    MeasuredTimes times = MeasuredTimes.of(List.of(map(5, 4, 6)), 0);
    assertThat(times.timeToLaunch()).isZero();
    assertThat(PrefetchKeys.CPU_RATE.read(times.keys()::get)).isPositive();
    assertThat(PrefetchKeys.CPU_RATE.read(new MeasuredTimes(0, 0, 1).keys()::get)).isEqualTo(1);
  }
}
