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

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.ExtentWaits;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReadRecovery;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * The rule for reads that no node serves, of all file systems here: the extent is rebuilt and
 * waited for. A stream waits for some time in all, until an extent was rebuilt for it; after that
 * it asks once where it would have waited.
 */
final class ExtentRecovery implements ReadRecovery {
  private static final String STALE_MS = "dfs.namenode.stale.datanode.interval";
  private static final long STALE_MS_DEFAULT = 30_000;

  /** Between questions about an extent whose node is slow, of a stream. */
  private static final Duration SLOW = Duration.ofSeconds(10);

  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(250);

  private final Waits waits;
  private final Duration longest;
  private final Silence silence;
  private final LongSupplier nanoTime;

  /** Waits for an extent. */
  @FunctionalInterface
  interface Waits {
    /** As {@link ExtentWaits#isOver}. */
    boolean isOver(String file, Duration longest) throws InterruptedIOException;
  }

  ExtentRecovery(Waits waits, Duration longest, Silence silence, LongSupplier nanoTime) {
    this.waits = waits;
    this.longest = longest;
    this.silence = silence;
    this.nanoTime = nanoTime;
  }

  /** Returns the recovery for a client, or null if it has no time to wait. */
  static @Nullable ReadRecovery of(URI fileSystem, Configuration conf, UserGroupInformation user) {
    Duration longest = Duration.ofMillis(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.read(conf::get));
    if (longest.isZero()) {
      return null;
    }
    // So that after a NameNode which does not answer there is time for another one.
    Duration half = longest.dividedBy(2);
    Duration timeout = half.compareTo(SHORTEST_TIMEOUT) < 0 ? SHORTEST_TIMEOUT : half;
    ExtentWaits waits = new ExtentWaits(fileSystem, conf, user, timeout, System::nanoTime);
    Silence silence =
        new Silence(
            Math.max(0, conf.getTimeDuration(STALE_MS, STALE_MS_DEFAULT, TimeUnit.MILLISECONDS)));
    return new ExtentRecovery(waits::isOver, longest, silence, System::nanoTime);
  }

  @Override
  public OfStream of(String file) {
    return new Stream(file);
  }

  private final class Stream implements OfStream {
    private final String file;
    private final AtomicLong waited = new AtomicLong();
    private final AtomicLong slowAt;

    Stream(String file) {
      this.file = file;
      this.slowAt = new AtomicLong(nanoTime.getAsLong() - SLOW.toNanos());
    }

    @Override
    public boolean isRecoveredMeanwhile() {
      long now = nanoTime.getAsLong();
      long before = slowAt.get();
      return now - before >= SLOW.toNanos() && slowAt.compareAndSet(before, now);
    }

    @Override
    public boolean recovered() throws InterruptedIOException {
      long start = nanoTime.getAsLong();
      boolean over =
          waits.isOver(file, longest.minusNanos(Math.min(waited.get(), longest.toNanos())));
      if (over) {
        waited.set(0);
      } else {
        waited.addAndGet(nanoTime.getAsLong() - start);
      }
      return over;
    }

    @Override
    public boolean isSilent(long heard, long latest, int locations, long located) {
      return silence.isSilent(heard, latest, locations, located);
    }

    @Override
    public void noteAlive(long heard, long located) {
      silence.noteAlive(heard, located);
    }
  }
}
