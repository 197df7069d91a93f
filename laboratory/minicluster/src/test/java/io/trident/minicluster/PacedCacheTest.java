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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PacedCacheTest {
  private static final int MB = 1 << 20;

  private static double seconds(PacedCache cache, String[] volumes, long bytes) throws Exception {
    Thread[] threads = new Thread[volumes.length];
    long start = System.nanoTime();
    for (int i = 0; i < threads.length; i++) {
      String name = "FsVolumeImplWorker-/data/" + volumes[i] + "-" + i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  cache.mlock("blk_1", ByteBuffer.allocate(0), bytes);
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              },
              name);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  @Test
  void aVolumeIsSharedAndOthersAreNot() throws Exception {
    PacedCache cache = new PacedCache(5.0 * MB);
    // Never faster than the device; how much slower is the machine's business.
    assertThat(seconds(cache, new String[] {"a"}, MB)).isBetween(0.2, 0.4);
    assertThat(seconds(cache, new String[] {"a", "a", "a"}, MB)).isBetween(0.59, 1.2);
    assertThat(seconds(cache, new String[] {"a", "b", "c"}, MB)).isBetween(0.2, 0.5);
  }

  @Test
  void withoutALimitNothingWaits() throws Exception {
    PacedCache cache = new PacedCache(Double.POSITIVE_INFINITY);
    assertThat(seconds(cache, new String[] {"a"}, Long.MAX_VALUE / 2)).isLessThan(0.2);
  }

  @Test
  void anInterruptedReadEnds() {
    PacedCache cache = new PacedCache(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> cache.read("a", MB)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).as("the interrupt is kept for the caller").isTrue();
  }

  @Test
  void aVolumeIsNamedByItsThreads() {
    assertThat(PacedCache.volume("FsVolumeImplWorker-/data/node-1/disk-3"))
        .isEqualTo("FsVolumeImplWorker-/data/node-1/disk");
  }

  @Test
  void aBandwidthIsPositive() {
    assertThatThrownBy(() -> new PacedCache(0)).hasMessageContaining("bytesPerSecond");
  }
}
