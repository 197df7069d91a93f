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
package io.trident.hdfs.layout;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Extents that readers wait for, by the inode ids of their files. A demand ends some seconds after
 * it was made for the last time. Thread-safe.
 */
final class RebuildDemands {
  /** Of more, readers wait for what is rebuilt anyway. */
  static final int MOST = 1_000;

  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LongSupplier nanoTime;
  private final Map<Long, Long> madeAt = new HashMap<>();

  /**
   * Starts without demands.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  RebuildDemands(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Makes a demand, or makes it again; returns whether there was room for it. */
  synchronized boolean make(long file) {
    if (madeAt.size() >= MOST && !madeAt.containsKey(file)) {
      endOld();
      if (madeAt.size() >= MOST) {
        return false;
      }
    }
    madeAt.put(file, nanoTime.getAsLong());
    return true;
  }

  /** Returns the files that are waited for. */
  synchronized Set<Long> files() {
    endOld();
    return Set.copyOf(madeAt.keySet());
  }

  private void endOld() {
    long now = nanoTime.getAsLong();
    madeAt.values().removeIf(made -> now - made > KEPT_NANOS);
  }
}
