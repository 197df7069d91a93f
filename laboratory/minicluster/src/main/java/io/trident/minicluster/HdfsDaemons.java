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
package io.trident.minicluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;

/** The NameNode and one DataNode per node. */
final class HdfsDaemons implements AutoCloseable {
  private final Configuration conf;
  private final TierVolumes volumes;
  private NameNode nameNode;
  private final List<@Nullable DataNode> dataNodes = new ArrayList<>();

  private HdfsDaemons(Configuration conf, TierVolumes volumes, NameNode nameNode) {
    this.conf = conf;
    this.volumes = volumes;
    this.nameNode = nameNode;
  }

  static HdfsDaemons start(Configuration conf, ClusterLayout layout, TierVolumes volumes)
      throws IOException {
    NameNode.format(new HdfsConfiguration(conf));
    NameNode nameNode = NameNode.createNameNode(new String[0], new HdfsConfiguration(conf));
    HdfsDaemons hdfs = new HdfsDaemons(conf, volumes, nameNode);
    try {
      for (int i = 0; i < layout.nodes(); i++) {
        hdfs.dataNodes.add(hdfs.newDataNode(i));
      }
      hdfs.awaitLive();
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
    return hdfs;
  }

  NameNode nameNode() {
    return nameNode;
  }

  DataNode dataNode(int node) {
    @Nullable DataNode dataNode = dataNodes.get(node);
    if (dataNode == null) {
      throw new IllegalStateException(ClusterLayout.name(node) + " has no running DataNode");
    }
    return dataNode;
  }

  void stopDataNode(int node) {
    dataNode(node).shutdown();
    dataNodes.set(node, null);
  }

  /** Stops a DataNode, of which the NameNode then believes that it was silent for a day. */
  void loseDataNode(int node) {
    String uuid = dataNode(node).getDatanodeUuid();
    stopDataNode(node);
    @Nullable DatanodeDescriptor known = known(uuid);
    if (known != null) {
      known.setLastUpdateMonotonic(Time.monotonicNow() - TimeUnit.DAYS.toMillis(1));
    }
  }

  void startDataNode(int node) throws IOException {
    if (dataNodes.get(node) != null) {
      throw new IllegalStateException(ClusterLayout.name(node) + " has a running DataNode");
    }
    dataNodes.set(node, newDataNode(node));
    awaitLive();
  }

  /** Stops all DataNodes and starts them with settings changed. */
  void restartDataNodes(Map<String, String> changes) throws IOException {
    for (int node = 0; node < dataNodes.size(); node++) {
      stopDataNode(node);
    }
    changes.forEach(conf::set);
    for (int node = 0; node < dataNodes.size(); node++) {
      dataNodes.set(node, newDataNode(node));
    }
    awaitLive();
  }

  /** Stops the NameNode and starts it on the same directory and port. */
  void restartNameNode() throws IOException {
    nameNode.stop();
    nameNode.join();
    nameNode = NameNode.createNameNode(new String[0], new HdfsConfiguration(conf));
    awaitLive();
  }

  @Override
  public void close() {
    for (@Nullable DataNode dataNode : dataNodes) {
      if (dataNode != null) {
        dataNode.shutdown();
      }
    }
    nameNode.stop();
    nameNode.join();
  }

  private DataNode newDataNode(int node) throws IOException {
    Configuration own = new HdfsConfiguration(conf);
    String address = ClusterLayout.address(node) + ":0";
    own.set("dfs.datanode.hostname", ClusterLayout.name(node));
    own.set("dfs.datanode.address", address);
    own.set("dfs.datanode.ipc.address", address);
    own.set("dfs.datanode.http.address", address);
    own.set("dfs.datanode.data.dir", volumes.dataDirs(ClusterLayout.name(node)));
    own.set(NodeSocketFactory.NODE, ClusterLayout.address(node));
    return DataNode.createDataNode(new String[0], own);
  }

  /**
   * Waits until the NameNode knows every running DataNode with all of its storages, that is, has
   * had the first block report of each: a DataNode counts as started before, and has no place for a
   * block until then.
   */
  private void awaitLive() throws IOException {
    Await.until(
        "the DataNodes to report their storages",
        () ->
            dataNodes.stream().allMatch(dn -> dn == null || isReported(dn))
                && !nameNode.isInSafeMode());
  }

  private boolean isReported(DataNode dataNode) {
    if (!dataNode.isDatanodeFullyStarted()) {
      return false;
    }
    @Nullable DatanodeDescriptor known = known(dataNode.getDatanodeUuid());
    return known != null && known.isAlive() && known.checkBlockReportReceived();
  }

  private @Nullable DatanodeDescriptor known(String uuid) {
    return nameNode.getNamesystem().getBlockManager().getDatanodeManager().getDatanode(uuid);
  }
}
