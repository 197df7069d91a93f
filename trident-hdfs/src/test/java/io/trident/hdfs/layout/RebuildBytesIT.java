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
import static io.trident.hdfs.layout.LayoutFigures.metric;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rebuilds read each byte once. What they have read is counted when a DataNode reports it, which is
 * up to seconds after HDFS has the block. So all tests here wait for exact counts, and no other
 * tests use their cluster.
 */
@Tag("slow")
class RebuildBytesIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;

  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = ReplicatedTable.configuration();
    conf.setInt(
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_DEFAULT);
    hdfs = ExtentCluster.start(conf, NODES, ReplicatedTable.DIMENSIONS, 1L << 30, StorageType.DISK);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void deleteTable() throws IOException {
    hdfs.fileSystem().delete(new Path("/t"), true);
  }

  @Test
  void ofALostNodeAsMuchIsReadAsItHad() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS);
    int node = table.nodeOf(new DataExtent(1, 1));
    long lost = bytesOn(table, node);
    long read = metric("RebuildBytesRead");
    DataNode stopped = hdfs.cluster().getDataNodes().get(node);
    DataNodeProperties properties = hdfs.cluster().stopDataNode(node);
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());

    await("rebuilt", table::isIntact);
    await("each byte is counted once", () -> metric("RebuildBytesRead") - read == lost);

    hdfs.restart(properties);
    hdfs.cluster().waitActive();
  }

  /** On a busy machine such a read failed the rebuild, which then read everything once more. */
  @Test
  void aSourceThatIsSlowForSomeSecondsCostsNothingThatWasRead() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 1);
    long unreadable = metric("RebuildsUnreadable");
    long done = metric("RebuildsDone");
    long read = metric("RebuildBytesRead");
    DataExtent lost = new DataExtent(1, 1);
    DataExtent last = new DataExtent(lost.dimension() - 1, ReplicatedTable.EXTENTS - 1);
    try (SlowRead slow = new SlowRead(table.blocks(last).get(0).getBlock())) {
      table.corrupt(lost);
      await("rebuilt", () -> metric("RebuildsDone") > done);
      assertThat(slow.isDone()).isTrue();
    }
    assertThat(metric("RebuildsUnreadable")).isEqualTo(unreadable);
    assertThat(metric("RebuildBytesRead") - read).isEqualTo(table.written(lost).length);
    await("intact", table::isIntact);
  }

  private static long bytesOn(ReplicatedTable table, int node) throws IOException {
    long bytes = 0;
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      for (DataExtent extent : table.manifest().geometry().extentsOf(d)) {
        bytes += table.nodeOf(extent) == node ? table.manifest().bytes(extent) : 0;
      }
    }
    return bytes;
  }
}
