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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.RetryDelays;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which files' rebuilds have failed, and when each is tried again: by {@link RetryDelays}. For one
 * thread.
 *
 * <p>What does not pass by itself is tried later and later, up to an hour, but soon if other
 * extents are damaged than at the last attempt: then it is rebuilt from others.
 *
 * <p>From the second failure in a row on, the node is avoided whose own failure it was, as if it
 * could not write: for as long again as the file had to wait, and not longer, as there may be no
 * other node. A single failure does not take an extent from its home.
 */
final class RebuildRetries {
  /** For so long after the last failure the number of failures counts, at least. */
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final LongSupplier nanoTime;
  private final Map<Long, Failed> files = new HashMap<>();

  /** The last of some failures in a row. */
  private record Failed(int failures, String node, Result result, Set<Extent> damaged, long at) {
    RetryDelays delays() {
      return isLasting(result) ? RetryDelays.OF_LASTING_CAUSES : RetryDelays.OF_REBUILDS;
    }

    long delay() {
      return delays().after(failures).toNanos();
    }

    long delay(Set<Extent> damagedNow) {
      return isLasting(result) && !damagedNow.equals(damaged)
          ? delays().first().toNanos()
          : delay();
    }
  }

  /**
   * Starts without failures.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  RebuildRetries(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Notes that a rebuild has failed.
   *
   * @param file inode id
   * @param node the DataNode's identifier
   * @param result why
   * @param damaged what of the super-extent could not be read
   */
  void failed(long file, String node, Result result, Set<Extent> damaged) {
    Failed before = files.get(file);
    int failures = before == null ? 0 : before.failures();
    files.put(file, new Failed(failures + 1, node, result, damaged, nanoTime.getAsLong()));
  }

  /** Forgets the failures of a file that can be read again. */
  void forget(long file) {
    files.remove(file);
  }

  /** Forgets failures of long ago, whatever has become of the files. O(n) for n files. */
  void forgetOld() {
    files.values().removeIf(one -> age(one) > Math.max(KEPT_NANOS, 2 * one.delay()));
  }

  /**
   * Returns whether a file is not yet rebuilt again.
   *
   * @param damaged what of the super-extent cannot be read now
   */
  boolean isWaiting(long file, Set<Extent> damaged) {
    Failed failed = files.get(file);
    return failed != null && age(failed) < failed.delay(damaged);
  }

  /** Returns the failures of some files. */
  Map<Extent, RebuildFailures> of(Map<Extent, StoredObject> some) {
    Map<Extent, RebuildFailures> found = new HashMap<>();
    some.forEach(
        (extent, stored) -> {
          Failed failed = files.get(stored.identity().inode());
          if (failed != null) {
            found.put(extent, new RebuildFailures(failed.failures(), failed.result()));
          }
        });
    return found;
  }

  /** Returns the node on which a file is not rebuilt now. */
  Optional<String> avoided(long file) {
    Failed failed = files.get(file);
    return failed != null
            && failed.failures() > 1
            && isOfNode(failed.result())
            && age(failed) < 2 * failed.delay()
        ? Optional.of(failed.node())
        : Optional.empty();
  }

  /** Returns whether a failure is the same one in the next attempt at the same. */
  private static boolean isLasting(Result result) {
    return switch (result) {
      case CORRUPT_SOURCE, MISMATCH, FORMAT, FAILED -> true;
      case DONE, UNREADABLE, UNWRITABLE, SILENT, EXPIRED, UNREPORTED -> false;
    };
  }

  private static boolean isOfNode(Result result) {
    return switch (result) {
      case DONE, CORRUPT_SOURCE, MISMATCH, UNREADABLE -> false;
      case UNWRITABLE, FORMAT, FAILED, SILENT, EXPIRED, UNREPORTED -> true;
    };
  }

  private long age(Failed failed) {
    return nanoTime.getAsLong() - failed.at();
  }
}
