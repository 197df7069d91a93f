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
package io.trident.hdfs.namenode;

import io.trident.core.fairness.FairRate;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.BlockTiersProtocol;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.ipc.RetriableException;

/**
 * Looks up so many files a second at most, over all clients, by a {@link FairRate}: no call is too
 * large, in the long run the rate holds, and no user has all of it while others ask. Thread-safe.
 */
final class LimitedLookup implements BlockTiersProtocol, AutoCloseable {
  private final BlockTiersProtocol lookup;
  private final int maxFiles;
  private final int perSecond;
  private final LongSupplier nanoTime;
  private final LookupMetrics metrics;
  private final Caller caller;
  private final FairRate files;

  /** Who makes the current call. */
  interface Caller {
    /** Returns the short name of the user. */
    String user() throws IOException;
  }

  /**
   * Limits a look-up.
   *
   * @param maxFiles files of a call that are looked up at most
   * @param perSecond files that are looked up in a second at most
   * @param caller the user that a call is of
   * @param nanoTime monotonic clock in nanoseconds
   */
  LimitedLookup(
      BlockTiersProtocol lookup,
      int maxFiles,
      int perSecond,
      Caller caller,
      LongSupplier nanoTime,
      LookupMetrics metrics) {
    this.lookup = lookup;
    this.maxFiles = maxFiles;
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.metrics = metrics;
    this.caller = caller;
    this.files = new FairRate(perSecond, nanoTime.getAsLong());
  }

  @Override
  public LocatedFile getBlockTiers(String src, long offset, long length) throws IOException {
    take(1);
    return lookup.getBlockTiers(src, offset, length);
  }

  @Override
  public Map<String, LocatedFile> getBlockTiersOfFiles(Collection<String> srcs) throws IOException {
    take(Math.min(maxFiles, srcs.size()));
    return lookup.getBlockTiersOfFiles(srcs);
  }

  private void take(int number) throws IOException {
    if (!files.tryTake(caller.user(), number, nanoTime.getAsLong())) {
      metrics.refused();
      throw new RetriableException(
          "Trident looks up %d files a second for all users (%s); ask again later"
              .formatted(perSecond, HdfsKeys.PLUGIN_MAX_FILES_PER_SECOND.name()));
    }
    metrics.lookedUp(number);
  }

  @Override
  public void close() {
    metrics.close();
  }
}
