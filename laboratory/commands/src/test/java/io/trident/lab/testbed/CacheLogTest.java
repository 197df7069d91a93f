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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.minicluster.CacheWatch.Copy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheLogTest {
  /** What a DataNode logs when a block is in its cache. */
  static String cached(String time, long block) {
    return "2026-01-31 %s DEBUG impl.FsDatasetCache: Successfully cached %d_BP-17-10.1.0.2-99.  We are now caching 100 bytes in total."
        .formatted(time, block);
  }

  private static String uncached(String time, long block) {
    return "2026-01-31 %s DEBUG impl.FsDatasetCache: %d_BP-17-10.1.0.2-99 has been scheduled for immediate uncaching."
        .formatted(time, block);
  }

  private static long at(String time) {
    return LogTime.millis("2026-01-31 " + time);
  }

  @Test
  void aBlockIsCachedFromItsLoadingUntilItIsLetGo(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("datanode.log");
    Files.write(
        log,
        List.of(
            cached("12:00:01,000", 7),
            "2026-01-31 12:00:01,500 INFO impl.PmemMappableBlockLoader: Successfully cached one"
                + " replica:8_BP-17-10.1.0.2-99 into persistent memory, [cached path=/c, length=1]",
            "2026-01-31 12:00:02,000 WARN impl.FsDatasetCache: Caching of 9_BP-17 was cancelled.",
            uncached("12:00:03,000", 7),
            cached("12:00:05,000", 7),
            cached("12:00:05,000", -12)));
    CacheLog caches = new CacheLog();
    caches.read("uuid-1", log);

    Copy copy = new Copy(7, "uuid-1");
    assertThat(caches.wasCached(copy, at("12:00:00,999"))).isFalse();
    assertThat(caches.wasCached(copy, at("12:00:01,000"))).isTrue();
    assertThat(caches.wasCached(copy, at("12:00:02,999"))).isTrue();
    assertThat(caches.wasCached(copy, at("12:00:04,000"))).isFalse();
    assertThat(caches.wasCached(copy, at("12:30:00,000"))).isTrue();
    assertThat(caches.wasCached(new Copy(-12, "uuid-1"), at("12:30:00,000"))).isTrue();
    assertThat(caches.wasCached(new Copy(7, "uuid-2"), at("12:30:00,000"))).isFalse();
    assertThat(caches.wasCached(new Copy(8, "uuid-1"), at("12:30:00,000"))).isFalse();
    assertThat(caches.wasCached(new Copy(9, "uuid-1"), at("12:30:00,000"))).isFalse();
  }

  @Test
  void timesAreOfThisMachinesZone() {
    long noon =
        LocalDateTime.of(2026, 1, 31, 12, 0, 0)
            .atZone(ZoneId.systemDefault())
            .toInstant()
            .toEpochMilli();
    assertThat(at("12:00:00,042")).isEqualTo(noon + 42);
    assertThat(LogTime.millis("java.io.IOException: something went wrong")).isZero();
    assertThat(LogTime.millis("at")).isZero();
  }
}
