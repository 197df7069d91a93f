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
package org.apache.hadoop.hdfs;

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** HDFS's file system, with a {@link RecoveringClient}. It decides nothing. */
public abstract class ReadRecoveryBridge extends DistributedFileSystem {
  private final Guard guard;

  /**
   * Prepares a file system, before it is initialised.
   *
   * @param guard contains what fails of the recovery
   */
  protected ReadRecoveryBridge(Guard guard) {
    this.guard = guard;
  }

  /** Returns what is done for reads that no node serves, or null; see {@link ReadRecovery}. */
  protected abstract @Nullable ReadRecovery recovery(
      URI fileSystem, Configuration conf, UserGroupInformation user);

  @Override
  void initDFSClient(URI uri, Configuration conf) throws IOException {
    try {
      dfs = RecoveringClient.of(uri, conf, statistics, guard, this::recovery);
    } catch (LinkageError e) {
      guard.contain("Reads of extents that no node serves fail as those of other files", e);
      super.initDFSClient(uri, conf);
    }
  }
}
