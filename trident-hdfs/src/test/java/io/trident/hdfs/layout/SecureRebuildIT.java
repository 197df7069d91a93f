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
import io.trident.hdfs.Realm;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rebuilds with Kerberos, service authorisation and block tokens. */
@Tag("slow")
class SecureRebuildIT {
  private static final long STALE_MS = 4_000;

  private static Realm realm;
  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    realm = Realm.start("anna");
    Configuration conf = realm.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt(
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, STALE_MS);
    // Nothing is cached here, and without native code a DataNode that could would not start.
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 0);
    conf.set("security.client.protocol.acl", "hdfs,anna");
    conf.set("security.datanode.protocol.acl", "hdfs");
    UserGroupInformation.setConfiguration(conf);
    String[] racks = new String[6];
    Arrays.setAll(racks, node -> "/r" + node / 2);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(racks.length).racks(racks).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
    realm.close();
  }

  @Test
  void aJobWithADelegationTokenHasWhatItReadsRebuilt() throws Exception {
    DistributedFileSystem hdfs = cluster.getFileSystem();
    ReplicatedTable table = ReplicatedTable.write(cluster, hdfs, "/t", 4_000);
    DataExtent wanted = new DataExtent(1, 1);
    DataExtent closed = new DataExtent(0, 1);
    hdfs.setPermission(table.path(closed), new FsPermission((short) 0600));
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("fs.defaultFS", cluster.getURI().toString());
    conf.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
    Token<?> token =
        realm
            .login("anna")
            .doAs(
                (PrivilegedExceptionAction<Token<?>>)
                    () -> FileSystem.newInstance(conf).getDelegationToken("anna"));
    UserGroupInformation job = UserGroupInformation.createRemoteUser("anna");
    job.addToken(token);
    await("known", () -> demand(job, conf, table, wanted) == ExtentState.READABLE);

    cluster.stopDataNode(table.nodeOf(wanted));
    Thread.sleep(STALE_MS + 500);
    long start = System.nanoTime();
    byte[] read =
        job.doAs(
            (PrivilegedExceptionAction<byte[]>)
                () -> {
                  try (FileSystem client = FileSystem.newInstance(conf);
                      FSDataInputStream in = client.open(table.path(wanted))) {
                    return in.readAllBytes();
                  }
                });
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
    assertThat(read).isEqualTo(table.written(wanted));
    assertThat(hdfs.getDataNodeStats(DatanodeReportType.DEAD)).isEmpty();
    assertThatThrownBy(() -> demand(job, conf, table, closed))
        .isInstanceOf(AccessControlException.class);
  }

  private static ExtentState demand(
      UserGroupInformation user, Configuration conf, ReplicatedTable table, DataExtent extent)
      throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<ExtentState>)
            () -> {
              try (LayoutTableClient client = LayoutTableClient.of(cluster.getURI(), conf)) {
                return client.demand(table.path(extent).toUri().getPath());
              }
            });
  }
}
