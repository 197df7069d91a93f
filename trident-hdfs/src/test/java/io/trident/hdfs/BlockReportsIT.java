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
package io.trident.hdfs;

import static io.trident.hdfs.TieredHdfs.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReports;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockReportsIT {
  private static final int NODES = 2;

  private TieredHdfs hdfs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    StorageType[][] types = {{StorageType.DISK}, {StorageType.DISK}};
    hdfs = TieredHdfs.start(conf, 1, types);
    hdfs.write("/file", 4, NODES);
  }

  @AfterEach
  void stop() {
    hdfs.close();
  }

  private Collection<DatanodeDescriptor> nodes() {
    return hdfs.cluster().getNamesystem().getBlockManager().getDatanodeManager().getDatanodes();
  }

  @Test
  void aNodeThatRegistersAgainIsKnownAlthoughHdfsCountsNoReport() throws Exception {
    hdfs.restartNameNode();
    hdfs.cluster().waitActive(0);
    await("known", () -> nodes().size() == NODES && nodes().stream().allMatch(BlockReports::areIn));

    for (DatanodeDescriptor node : nodes()) {
      node.updateRegInfo(node); // as the NameNode does when a node registers
      assertThat(node.checkBlockReportReceived()).isFalse();
      assertThat(BlockReports.areIn(node)).isTrue();
    }
  }

  @Test
  void aNodeIsUnknownUntilItReportsForTheFirstTimeAndAfterItWasDead() throws Exception {
    DataNode stopped = hdfs.cluster().getDataNodes().get(0);
    DatanodeDescriptor node =
        nodes().stream()
            .filter(one -> one.getDatanodeUuid().equals(stopped.getDatanodeUuid()))
            .findFirst()
            .orElseThrow();
    assertThat(BlockReports.areIn(node)).isTrue();
    assertThat(BlockReports.areIn(new DatanodeDescriptor(node, node.getNetworkLocation())))
        .isFalse();

    hdfs.cluster().stopDataNode(0);
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
    await("forgotten", () -> node.numBlocks() == 0);
    node.updateRegInfo(node);
    assertThat(BlockReports.areIn(node)).isFalse();
  }
}
