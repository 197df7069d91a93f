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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  /** As fincore(1) of util-linux reports. */
  private long residentBytes(Path file) throws IOException {
    return Long.parseLong(
        new Host(dir.resolve("log"), Map.of())
            .run("fincore", "--bytes", "--noheadings", "--output", "RES", file.toString())
            .strip());
  }

  @Test
  void aSweepLeavesNothingOfAFileInMemory() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/fincore")), "needs fincore of util-linux");
    assumeTrue(!Files.getFileStore(dir).type().equals("tmpfs"), "a tmpfs is always in memory");
    Path swept = Files.createDirectories(dir.resolve("swept/below"));
    Path file = Files.write(swept.resolve("data"), new byte[1 << 20]);
    Path other = Files.write(dir.resolve("other"), new byte[1 << 20]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    assertThat(residentBytes(file)).isEqualTo(1 << 20);

    assertThat(PageCacheSweeper.sweep(dir.resolve("swept"))).isEqualTo(1);

    assertThat(residentBytes(file)).isZero();
    assertThat(residentBytes(other)).isEqualTo(1 << 20);
    assertThat(file).hasSize(1 << 20);
  }

  @Test
  void whatIsGoneIsSkipped() throws IOException {
    assertThat(PageCache.drop(dir.resolve("none"))).isFalse();
    assertThat(PageCacheSweeper.sweep(dir.resolve("none"))).isZero();
  }

  @Test
  void slowerDisksAreSweptLessOften() {
    assertThat(PageCacheSweeper.interval(10)).isEqualTo(Duration.ofSeconds(1));
    assertThat(PageCacheSweeper.interval(160)).isEqualTo(Duration.ofSeconds(16));
    assertThat(PageCacheSweeper.interval(1)).isEqualTo(Duration.ofMillis(100));
  }
}
