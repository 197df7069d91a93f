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

import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.DomainMapJson;
import io.trident.hdfs.TieredHdfs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;

/** Nine nodes in three racks, any of which can be lost, emptied and asked to leave. */
final class FaultyHdfs implements AutoCloseable {
  static final int NODES = 9;
  static final int RACKS = 3;

  private final TieredHdfs hdfs;
  private final LeavingNodes excluded;
  private final Map<Integer, String> nodeOfPort = new TreeMap<>();
  private final Map<String, Integer> portOfNode = new TreeMap<>();
  private final Map<String, String> rackOf = new TreeMap<>();
  private final Map<String, DataNodeProperties> dead = new TreeMap<>();
  private final Set<String> leaving = new TreeSet<>();

  private FaultyHdfs(TieredHdfs hdfs, LeavingNodes excluded) {
    this.hdfs = hdfs;
    this.excluded = excluded;
    for (DataNode node : hdfs.cluster().getDataNodes()) {
      int port = node.getXferPort();
      String name = "node%d".formatted(nodeOfPort.size() + 1);
      rackOf.put(name, "/r%d".formatted(1 + nodeOfPort.size() * RACKS / NODES));
      nodeOfPort.put(port, name);
      portOfNode.put(name, port);
    }
  }

  /** Starts the nodes, and waits until each of them is a home. */
  static FaultyHdfs start() throws Exception {
    Configuration conf = ReplicatedTable.configuration();
    LeavingNodes excluded = new LeavingNodes();
    excluded.configure(conf);
    // A start with lost extents; HDFS counts them among those that it waits for.
    conf.setFloat(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_THRESHOLD_PCT_KEY, 0.3f);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    FaultyHdfs faulty = new FaultyHdfs(TieredHdfs.start(conf, RACKS, types), excluded);
    await(
        "all nodes have a home",
        () ->
            faulty.hdfs.fileSystem().exists(KeptDomains.PATH)
                && faulty.domains().homes().stream()
                        .mapToInt(homes -> homes.sequence().size())
                        .sum()
                    == NODES);
    return faulty;
  }

  TieredHdfs hdfs() {
    return hdfs;
  }

  DomainMap domains() throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(KeptDomains.PATH)) {
      return DomainMapJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  String rackOf(String node) {
    return requireNonNull(rackOf.get(node));
  }

  Set<String> dead() {
    return Set.copyOf(dead.keySet());
  }

  Set<String> leaving() {
    return Set.copyOf(leaving);
  }

  /** Returns the nodes that are neither dead nor leaving, in order. */
  Set<String> serving() {
    Set<String> serving = new TreeSet<>(rackOf.keySet());
    serving.removeAll(dead.keySet());
    serving.removeAll(leaving);
    return serving;
  }

  /** Returns the nodes of a rack that are alive. */
  Set<String> aliveOf(String rack) {
    return rackOf.keySet().stream()
        .filter(node -> rackOf(node).equals(rack) && !dead.containsKey(node))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns whether each rack has two nodes or more that serve. */
  boolean isRoomy() {
    return rackOf.values().stream()
        .distinct()
        .allMatch(
            rack -> serving().stream().filter(node -> rackOf(node).equals(rack)).count() >= 2);
  }

  /** Returns the nodes that have a replica of a block, whether they leave or not. */
  Set<String> nodesOf(LocatedBlock block) {
    Set<String> nodes = new TreeSet<>();
    for (DatanodeInfo node : block.getLocations()) {
      nodes.add(requireNonNull(nodeOfPort.get(node.getXferPort())));
    }
    return nodes;
  }

  /** Stops a node, which is dead to the NameNode at once. */
  void kill(String node) throws IOException {
    DataNode stopped = processOf(node);
    dead.put(node, hdfs.cluster().stopDataNode(hdfs.cluster().getDataNodes().indexOf(stopped)));
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
  }

  DataNode processOf(String node) {
    return hdfs.cluster().getDataNodes().stream()
        .filter(one -> one.getXferPort() == requireNonNull(portOfNode.get(node)))
        .findFirst()
        .orElseThrow();
  }

  /** Starts a dead node with what it had. */
  void revive(String node) throws Exception {
    DataNodeProperties stopped = requireNonNull(dead.remove(node));
    hdfs.restart(stopped);
    hdfs.cluster().waitActive();
  }

  /** Starts a dead node with empty volumes. */
  void reviveEmpty(String node) throws Exception {
    DataNode process = requireNonNull(dead.get(node)).getDatanode();
    for (StorageLocation volume : DataNode.getStorageLocations(process.getConf())) {
      FileUtil.fullyDeleteContents(new File(volume.getUri()));
    }
    revive(node);
  }

  void decommission(String node) throws IOException {
    leaving.add(node);
    refresh();
  }

  void recommission(String node) throws IOException {
    leaving.remove(node);
    refresh();
  }

  private void refresh() throws IOException {
    excluded.set(hdfs, leaving.stream().map(node -> "127.0.0.1:" + portOfNode.get(node)).toList());
  }

  void restartNameNode() throws Exception {
    hdfs.restartNameNodeUntilWritable();
  }

  @Override
  public void close() throws IOException {
    hdfs.close();
    excluded.delete();
  }
}
