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

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * Whether a NameNode has started so lately that DataNodes of which it never heard may still
 * register: for as long as HDFS waits for a heartbeat before it calls a node stale ({@code
 * dfs.namenode.stale.datanode.interval}).
 */
public final class RecentStart {
  private final LongSupplier nanoTime;
  private final long startedAt;
  private final long patienceNanos;

  /**
   * Begins at the NameNode's start.
   *
   * @param conf the NameNode's
   * @param nanoTime monotonic clock in nanoseconds
   */
  public RecentStart(Configuration conf, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.startedAt = nanoTime.getAsLong();
    this.patienceNanos =
        TimeUnit.MILLISECONDS.toNanos(
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT));
  }

  /** Returns whether nodes may still register. */
  public boolean isRecent() {
    return nanoTime.getAsLong() - startedAt < patienceNanos;
  }
}
