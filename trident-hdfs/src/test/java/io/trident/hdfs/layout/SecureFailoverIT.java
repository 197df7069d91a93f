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

import static io.trident.hdfs.TieredHdfs.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.hdfs.Realm;
import io.trident.hdfs.locate.TierLocator;
import io.trident.hdfs.protocol.ExtentState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job that has a delegation token of a name service, whichever of two NameNodes is active. */
@Tag("slow")
class SecureFailoverIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final List<DataExtent> LOST =
      List.of(new DataExtent(1, 1), new DataExtent(2, 3), new DataExtent(0, 2));

  @Test
  void findsTiersAndHasWhatItReadsRebuilt() throws Exception {
    try (Realm realm = Realm.start(SecureHdfs.USER)) {
      Configuration conf =
          SecureHdfs.configuration(
              realm,
              Map.of(
                  DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
                  String.valueOf(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT),
                  DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
                  String.valueOf(LostExtents.STALE_MS)));
      UserGroupInformation.setConfiguration(conf);
      try (TwoNameNodes hdfs = TwoNameNodes.start(conf)) {
        ReplicatedTable table =
            ReplicatedTable.write(hdfs.cluster(), hdfs.fileSystem(), "/t", 4_000);
        Configuration clients = TokenJob.settings(conf);
        TokenJob job = new TokenJob(SecureHdfs.task(realm, clients), clients);
        assertThat(job.user().hasKerberosCredentials()).isFalse();
        for (int i = 0; i < LOST.size(); i++) {
          DataExtent lost = LOST.get(i);
          if (i > 0) {
            hdfs.activate(i % 2);
          }
          await("known", () -> job.demand(table, lost) == ExtentState.READABLE);
          assertThat(job.run(() -> locate(clients, table, lost))).isEqualTo(Availability.KNOWN);

          DataNodeProperties node = hdfs.cluster().stopDataNode(table.nodeOf(lost));
          Thread.sleep(LostExtents.STALE_MS + 500);
          assertThat(job.read(table, lost)).isEqualTo(table.written(lost));
          hdfs.cluster().restartDataNode(node, true);
          hdfs.cluster().waitActive(i % 2);
        }
      }
    }
  }

  private static Availability locate(Configuration conf, ReplicatedTable table, DataExtent extent)
      throws Exception {
    String path = table.path(extent).makeQualified(FileSystem.getDefaultUri(conf), null).toString();
    FileSegment whole = new FileSegment(path, 0, Long.MAX_VALUE);
    try (TierLocator locator = new TierLocator(conf)) {
      return requireNonNull(locator.locate(List.of(whole), TIMEOUT).get(whole)).availability();
    }
  }
}
