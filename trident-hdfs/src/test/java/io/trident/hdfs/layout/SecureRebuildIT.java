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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.ExtentState;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rebuilds in workers, with Kerberos, service authorisation and block tokens. */
@Tag("slow")
class SecureRebuildIT {
  private static SecureHdfs secure;

  @BeforeAll
  static void start() throws Exception {
    secure =
        SecureHdfs.start(
            Map.of(
                HdfsKeys.LAYOUT_WORKER.name(),
                "process",
                HdfsKeys.LAYOUT_WORKER_HEAP_MB.name(),
                "64",
                DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY,
                String.valueOf(
                    DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_DEFAULT),
                DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
                String.valueOf(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT),
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
                String.valueOf(LostExtents.STALE_MS)));
  }

  @AfterAll
  static void stop() {
    if (secure != null) {
      secure.close();
    }
  }

  @Test
  void aJobWithADelegationTokenHasWhatItReadsRebuilt() throws Exception {
    MiniDFSCluster cluster = secure.cluster();
    DistributedFileSystem hdfs = cluster.getFileSystem();
    ReplicatedTable table = ReplicatedTable.write(cluster, hdfs, "/t", 4_000);
    DataExtent wanted = new DataExtent(1, 1);
    DataExtent closed = new DataExtent(0, 1);
    hdfs.setPermission(table.path(closed), new FsPermission((short) 0600));
    Configuration conf = TokenJob.settings(secure.clientConf());
    TokenJob job = new TokenJob(secure.task(conf), conf);
    await("known", () -> job.demand(table, wanted) == ExtentState.READABLE);

    cluster.stopDataNode(table.nodeOf(wanted));
    Thread.sleep(LostExtents.STALE_MS + 500);
    long start = System.nanoTime();
    byte[] read = job.read(table, wanted);
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
    assertThat(read).isEqualTo(table.written(wanted));
    assertThat(ProcessHandle.current().children()).as("workers").isNotEmpty();
    assertThat(hdfs.getDataNodeStats(DatanodeReportType.DEAD)).isEmpty();
    assertThatThrownBy(() -> job.demand(table, closed)).isInstanceOf(AccessControlException.class);
  }
}
