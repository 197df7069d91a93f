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

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.PublishedFigures;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** DataNodes whose rebuilds are done in processes of their own. */
@Tag("slow")
class RebuildInWorkersIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;

  private TieredHdfs hdfs;

  @BeforeEach
  void start() throws IOException {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.set(HdfsKeys.LAYOUT_WORKER.name(), "process");
    conf.setInt(HdfsKeys.LAYOUT_WORKER_HEAP_MB.name(), 64);
    // A process takes longer to start than these tests give HDFS's reconstructions otherwise.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 300);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
  }

  @AfterEach
  void workersEndWithTheirDataNodes() throws Exception {
    hdfs.close();
    await("no process left", () -> workers().isEmpty());
  }

  private static List<ProcessHandle> workers() {
    return ProcessHandle.current().children().toList();
  }

  private static long metric(String name) {
    return PublishedFigures.sum("TridentWorkers", name);
  }

  @Test
  void extentsOfALostNodeAreRebuiltByRowsInWorkers() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/lost", ROWS);
    int node = table.nodeOf(new DataExtent(1, 1));
    DataNode lost = hdfs.cluster().getDataNodes().get(node);
    hdfs.cluster().stopDataNode(node);
    hdfs.cluster().setDataNodeDead(lost.getDatanodeId());
    await("rebuilt", table::isIntact);
    assertThat(workers()).isNotEmpty(); // idle by now
  }

  @Test
  void rebuildsWhoseWorkersAreKilledAreDoneByOthers() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/killed", ROWS);
    table.corrupt(new DataExtent(0, 1));
    table.corrupt(new DataExtent(1, 2));
    await(
        "some killed at work",
        () -> {
          workers().forEach(ProcessHandle::destroyForcibly);
          return metric("WorkersDied") + metric("WorkersNotStarted") > 0;
        });
    await("rebuilt", table::isIntact);
    assertThat(metric("WorkersDone")).isPositive();
  }
}
