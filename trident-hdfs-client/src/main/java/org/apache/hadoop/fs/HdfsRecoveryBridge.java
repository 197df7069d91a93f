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
package org.apache.hadoop.fs;

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.ReadRecovery;
import org.apache.hadoop.hdfs.RecoveringClient;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * HDFS for {@link FileContext}, with a {@link RecoveringClient}. It decides nothing. It is in this
 * package for {@link Hdfs}'s constructor and client.
 */
public abstract class HdfsRecoveryBridge extends Hdfs {
  /**
   * Connects to nothing yet.
   *
   * @param guard contains what fails of the recovery
   * @throws IOException as HDFS's own
   * @throws URISyntaxException as HDFS's own
   */
  protected HdfsRecoveryBridge(URI uri, Configuration conf, Guard guard)
      throws IOException, URISyntaxException {
    super(uri, conf);
    DFSClient stock = dfs;
    try {
      dfs = RecoveringClient.of(uri, conf, getStatistics(), guard, this::recovery);
      guard.run("A client of HDFS stays open", stock::close);
    } catch (LinkageError e) {
      guard.contain("Reads of extents that no node serves fail as those of other files", e);
    }
  }

  /**
   * Returns what is done for reads that no node serves, or null; see {@link ReadRecovery}. Called
   * before the constructors of subclasses.
   */
  protected abstract @Nullable ReadRecovery recovery(
      URI fileSystem, Configuration conf, UserGroupInformation user);
}
