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

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How often the node of a partition was chosen for HDFS's own copies of the file. Thread-safe; of a
 * great many the first are forgotten.
 *
 * <p>A node may not take a copy, for a volume that fails or a replica that the NameNode knows
 * nothing of. HDFS asks for another target then, and its own policies draw lots. It does not name
 * the block. But each block of a file needs one copy, so of more choices than there are blocks one
 * was in vain.
 */
public final class HomeTries {
  private static final int MOST = 10_000;

  /** Choices count for so many times as long as HDFS waits for a copy. */
  private static final int KEPT_PATIENCES = 12;

  private static final long LEAST_KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Supplier<Duration> patience;
  private final LongSupplier nanoTime;

  /** In the order of their times. */
  private final Map<Key, Tries> tries = new LinkedHashMap<>();

  private record Key(String path, String node) {}

  /** How many choices since the first one. */
  private record Tries(int count, long since) {}

  /**
   * Knows none.
   *
   * @param patience returns how long HDFS waits for a copy, which may be set anew
   * @param nanoTime monotonic clock in nanoseconds
   */
  public HomeTries(Supplier<Duration> patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /**
   * Notes that a node is chosen for a block of a file, unless it was chosen for as many as the file
   * has. O(1) amortised.
   *
   * @param blocks how many the file has; 0 if it is not known
   * @return whether it may be chosen
   */
  public synchronized boolean choose(String path, String node, int blocks) {
    if (blocks == 0) {
      return true;
    }
    forgetOld();
    Key key = new Key(path, node);
    Tries before = tries.getOrDefault(key, new Tries(0, nanoTime.getAsLong()));
    if (before.count() >= blocks) {
      return false;
    }
    tries.put(key, new Tries(before.count() + 1, before.since()));
    return true;
  }

  private void forgetOld() {
    long waits = Math.min(patience.get().toNanos(), Long.MAX_VALUE / KEPT_PATIENCES);
    long kept = Math.max(LEAST_KEPT_NANOS, KEPT_PATIENCES * waits);
    long now = nanoTime.getAsLong();
    Iterator<Tries> oldest = tries.values().iterator();
    while (oldest.hasNext()) {
      Tries first = oldest.next();
      if (tries.size() < MOST && now - first.since() < kept) {
        return;
      }
      oldest.remove();
    }
  }
}
