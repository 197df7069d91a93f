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

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * Block caches of DataNodes without native code, filled as slowly as disks of a given bandwidth
 * would fill them.
 *
 * <p>Hadoop's own account of locked memory is kept; only the call that pins the pages is missing.
 * It takes as long as reading the block from a disk that all blocks being cached from the same
 * volume share equally. On a test machine the page cache would serve them in no time otherwise.
 */
final class PacedCache extends NativeIO.POSIX.NoMlockCacheManipulator {
  private static final long SLICE_NANOS = 20_000_000;

  private final double bytesPerSecond;
  private final Map<String, AtomicInteger> readers = new ConcurrentHashMap<>();

  /**
   * Creates caches.
   *
   * @param bytesPerSecond bandwidth of each volume; may be infinite
   */
  PacedCache(double bytesPerSecond) {
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException("bytesPerSecond must be positive: " + bytesPerSecond);
    }
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public void mlock(String identifier, ByteBuffer mmap, long length) throws IOException {
    read(volume(Thread.currentThread().getName()), length);
  }

  /** DataNodes cache with threads that are named by the volume and a number. */
  static String volume(String threadName) {
    return threadName.replaceFirst("-\\d+$", "");
  }

  /** Returns when a reader of so many bytes would be done, sharing the volume with others. */
  void read(String volume, long bytes) throws IOException {
    AtomicInteger sharing = readers.computeIfAbsent(volume, any -> new AtomicInteger());
    sharing.incrementAndGet();
    try {
      double left = bytes;
      long then = System.nanoTime();
      while (left > 0) {
        double seconds = left * sharing.get() / bytesPerSecond;
        long nanos = (long) Math.min(SLICE_NANOS, Math.ceil(seconds * 1e9));
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        long now = System.nanoTime();
        left -= (now - then) / 1e9 * bytesPerSecond / sharing.get();
        then = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while caching from " + volume);
    } finally {
      sharing.decrementAndGet();
    }
  }
}
