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

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.filesystem.RebuildingHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Extents that nobody has read since their only node stopped, which is stale and not dead. */
final class LostExtents implements AutoCloseable {
  /** Four heartbeats; what HDFS tolerates before it gives up a node's replica first. */
  static final int STALE_MS = 4_000;

  private static final int NODES = 6;
  private static final int ROWS = 300;

  private final TieredHdfs hdfs;
  private final Deque<LostExtent> unread;
  private final InetSocketAddress lostNode;

  private LostExtents(TieredHdfs hdfs, Deque<LostExtent> unread, InetSocketAddress lostNode) {
    this.hdfs = hdfs;
    this.unread = unread;
    this.lostNode = lostNode;
  }

  /** What is done before the node stops. */
  @FunctionalInterface
  interface Preparation {
    void on(DistributedFileSystem fileSystem) throws Exception;
  }

  /** Settings of NameNode and DataNodes: a node is stale after some seconds, and never dead. */
  static Configuration configuration() {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt(
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, STALE_MS);
    return conf;
  }

  /** An extent of a table. */
  record LostExtent(ReplicatedTable table, DataExtent extent) {
    Path path() {
      return table.path(extent);
    }

    /** Returns its path without scheme and authority. */
    String name() {
      return path().toUri().getPath();
    }

    byte[] written() {
      return table.written(extent);
    }

    /** Returns the nodes that have it, to the NameNode. */
    List<String> nodes() throws IOException {
      return Arrays.stream(table.blocks(extent).get(0).getLocations())
          .map(DatanodeInfo::getDatanodeUuid)
          .toList();
    }
  }

  /** Starts a cluster, writes tables, and stops the node that has most of their extents. */
  static LostExtents of(int extents, Configuration conf, Preparation before) throws Exception {
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    TieredHdfs hdfs = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
    try {
      List<Deque<LostExtent>> byNode =
          Stream.generate(() -> (Deque<LostExtent>) new ArrayDeque<LostExtent>())
              .limit(NODES)
              .toList();
      Deque<LostExtent> most = byNode.get(0);
      for (int i = 0; most.size() < extents; i++) {
        ReplicatedTable table = ReplicatedTable.write(hdfs, "/t" + i, ROWS);
        for (int dimension = 0; dimension < ReplicatedTable.DIMENSIONS; dimension++) {
          for (DataExtent extent : table.manifest().geometry().extentsOf(dimension)) {
            byNode.get(table.nodeOf(extent)).add(new LostExtent(table, extent));
          }
        }
        most = Collections.max(byNode, Comparator.comparingInt(Deque::size));
      }
      before.on(hdfs.fileSystem());
      for (LostExtent one : most) {
        await("known", () -> demand(hdfs, one.path()) == ExtentState.READABLE);
      }
      int node = byNode.indexOf(most);
      DataNode stopped = hdfs.cluster().getDataNodes().get(node);
      DatanodeManager nodes = hdfs.cluster().getNamesystem().getBlockManager().getDatanodeManager();
      DatanodeDescriptor known = nodes.getDatanode(stopped.getDatanodeUuid());
      InetSocketAddress address =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), stopped.getXferAddress().getPort());
      hdfs.cluster().stopDataNode(node);
      await("stale", () -> known.isStale(STALE_MS));
      return new LostExtents(hdfs, most, address);
    } catch (Throwable e) {
      hdfs.close();
      throw e;
    }
  }

  private static ExtentState demand(TieredHdfs hdfs, Path file) throws IOException {
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      return client.demand(file.toUri().getPath());
    }
  }

  TieredHdfs hdfs() {
    return hdfs;
  }

  URI uri() throws IOException {
    return hdfs.fileSystem().getUri();
  }

  /** Returns where clients look for the node that is gone. */
  InetSocketAddress lostNode() {
    return lostNode;
  }

  /** Returns an extent that nobody has asked for. */
  LostExtent next() {
    return requireNonNull(unread.poll());
  }

  /** Returns the extent that {@link #next} returns last. */
  LostExtent any() {
    return unread.getLast();
  }

  /** Returns a configuration of clients that wait, for both of Hadoop's interfaces. */
  Configuration clients() throws IOException {
    Configuration conf = stockClients();
    conf.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
    conf.setClass(
        "fs.AbstractFileSystem.hdfs.impl", RebuildingHdfs.class, AbstractFileSystem.class);
    conf.setLong(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), 60_000); // a slow machine's time
    return conf;
  }

  /** Returns a configuration of clients of HDFS's own, which fail at once. */
  Configuration stockClients() throws IOException {
    Configuration conf = hdfs.clientConfiguration();
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    return conf;
  }

  @Override
  public void close() {
    hdfs.close();
  }
}
