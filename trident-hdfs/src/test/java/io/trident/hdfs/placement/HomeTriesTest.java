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
package io.trident.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HomeTriesTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may overflow
  private final HomeTries tries = new HomeTries(() -> Duration.ofSeconds(300), now::get);

  @Test
  void aNodeIsChosenAsOftenAsThereAreBlocks() {
    assertThat(tries.choose("/t/f", "a", 2)).isTrue();
    assertThat(tries.choose("/t/f", "a", 2)).isTrue();
    assertThat(tries.choose("/t/f", "a", 2)).isFalse();
    assertThat(tries.choose("/t/f", "a", 2)).isFalse();
    assertThat(tries.choose("/t/f", "b", 2)).as("another node").isTrue();
    assertThat(tries.choose("/t/g", "a", 2)).as("another file").isTrue();
    assertThat(tries.choose("/t/f", "a", 3)).as("a block was appended").isTrue();
    assertThat(tries.choose("/t/f", "a", 3)).isFalse();
    assertThat(tries.choose("/unknown", "a", 0)).isTrue();
    assertThat(tries.choose("/unknown", "a", 0)).isTrue();
  }

  @Test
  void choicesCountForTwelveTimesAsLongAsHdfsWaits() {
    assertThat(tries.choose("/t/f", "a", 1)).isTrue();
    now.addAndGet(TimeUnit.SECONDS.toNanos(3_599));
    assertThat(tries.choose("/t/f", "a", 1)).isFalse();
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(tries.choose("/t/f", "a", 1)).isTrue();
    assertThat(tries.choose("/t/f", "a", 1)).isFalse();
  }

  @Test
  void ofTooManyTheFirstAreForgotten() {
    for (int file = 0; file < 10_001; file++) {
      assertThat(tries.choose("/t/" + file, "a", 1)).isTrue();
    }
    assertThat(tries.choose("/t/5000", "a", 1)).isFalse();
    assertThat(tries.choose("/t/0", "a", 1)).isTrue();
  }
}
