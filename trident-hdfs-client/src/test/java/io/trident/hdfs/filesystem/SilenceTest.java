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
package io.trident.hdfs.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final long NOW = 1_000_000_000_000L;

  private final Silence silence = new Silence(30_000);

  @Test
  void ofSeveralNodesThoseAreSilentThatWereHeardOfLongBeforeTheLatest() {
    long skew = 3_600_000; // this machine's clock does not matter
    assertThat(silence.isSilent(NOW - 30_001, NOW, 2, NOW + skew)).isTrue();
    assertThat(silence.isSilent(NOW - 30_000, NOW, 2, NOW - skew)).isFalse();
    assertThat(silence.isSilent(NOW, NOW, 2, NOW + skew)).isFalse();
  }

  @Test
  void aSingleNodeIsSilentIfItWasNotHeardOfForSomeTime() {
    assertThat(silence.isSilent(NOW - 30_001, NOW - 30_001, 1, NOW)).isTrue();
    assertThat(silence.isSilent(NOW - 30_000, NOW - 30_000, 1, NOW)).isFalse();
    assertThat(silence.isSilent(NOW + 50_000, NOW + 50_000, 1, NOW)).isFalse();
  }

  @Test
  void whatIsNotKnownIsNotSilent() {
    assertThat(silence.isSilent(0, 0, 1, NOW)).isFalse();
    assertThat(silence.isSilent(0, NOW, 2, NOW)).isFalse();
  }

  @Test
  void aClockThatIsAheadIsNoticed() {
    silence.noteAlive(NOW - 90_000, NOW);
    silence.noteAlive(NOW - 60_000, NOW);

    assertThat(silence.isSilent(NOW - 100_000, NOW - 100_000, 1, NOW)).isFalse();
    assertThat(silence.isSilent(NOW - 120_001, NOW - 120_001, 1, NOW)).isTrue();
  }
}
