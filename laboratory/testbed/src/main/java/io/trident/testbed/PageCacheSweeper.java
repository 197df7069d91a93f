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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Drops the page cache of the disks' replicas again and again, so that a second read of a block is
 * as slow as the first, without asking anything of the rest of the machine. A process of its own.
 *
 * <p>A sweep costs each file that is being read its read-ahead, 128 KiB by default. At 16 MB/s and
 * a sweep per second that is below 1 %; the interval grows with the scale, so that it stays so.
 */
final class PageCacheSweeper {
  private static final long MILLIS_PER_SCALE = 100;

  private PageCacheSweeper() {}

  /** Returns how long after a sweep the next one starts: 1 s at 1:10. */
  static Duration interval(double scale) {
    return Duration.ofMillis(Math.max(1, Math.round(scale * MILLIS_PER_SCALE)));
  }

  /** Sweeps directories until the process is ended: so many milliseconds apart, the directories. */
  public static void main(String[] arguments) throws IOException {
    Duration interval = Duration.ofMillis(Long.parseLong(arguments[0]));
    List<Path> paths = Arrays.stream(arguments).skip(1).map(Path::of).toList();
    while (true) {
      for (Path path : paths) {
        sweep(path);
      }
      Await.pause(interval);
    }
  }

  /**
   * Drops every file below a directory once.
   *
   * @return how many there were
   */
  static int sweep(Path directory) throws IOException {
    int dropped = 0;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        if (PageCache.drop(file)) {
          dropped++;
        }
      }
    } catch (NoSuchFileException e) {
      // Deleted while the sweep was there.
      return dropped;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return dropped;
      }
      throw e;
    }
    return dropped;
  }
}
