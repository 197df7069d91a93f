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

class VirtualClockTest {
  private final VirtualClock clock = new VirtualClock();

  @Test
  void itStandsStillBetweenCalls() throws Exception {
    clock.set(7);
    Thread.sleep(2);
    assertThat(clock.getAsLong()).isEqualTo(7_000_000);
  }

  @Test
  void itGoesOnInACall() throws Exception {
    clock.set(7);
    clock.callBegins();
    Thread.sleep(2);
    assertThat(clock.getAsLong()).isGreaterThan(8_000_000);
    clock.callEnds();
    assertThat(clock.getAsLong()).isEqualTo(7_000_000);
  }
}
