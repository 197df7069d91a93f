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
package io.trident.lab.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/** A NameNode that files are written to, and no bytes. Not thread-safe. */
final class FilledNameNode implements AutoCloseable {
  private static final String CLIENT = "namenode-memory";
  private static final int NODES = 12;
  private static final long CAPACITY = 1L << 60;
  private static final long BLOCK_SIZE = 128L << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int FIRST_PORT = 20_000;

  private final MiniDFSCluster cluster;
  private final NamenodeProtocols nameNode;
  private final NamespaceInfo namespace;
  private final Map<String, Node> nodes = new HashMap<>();

  private record Node(DatanodeRegistration registration, DatanodeStorage storage) {}

  private FilledNameNode(MiniDFSCluster cluster) throws IOException {
    this.cluster = cluster;
    nameNode = cluster.getNameNodeRpc();
    namespace = nameNode.versionRequest();
    for (int i = 0; i < NODES; i++) {
      Node node = register(i);
      nodes.put(node.registration().getDatanodeUuid(), node);
    }
  }

  /** Starts one without files, whose image is in a directory that is there. */
  static FilledNameNode start(Path directory) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    try {
      return new FilledNameNode(cluster);
    } catch (IOException e) {
      cluster.shutdown();
      throw e;
    }
  }

  /** Writes a file, with the directories that it needs. */
  void write(String directory, StoredFile file) throws IOException {
    String path = directory + "/" + file.path();
    long inode =
        nameNode
            .create(
                path,
                FsPermission.getFileDefault(),
                CLIENT,
                new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                true,
                (short) file.replication(),
                BLOCK_SIZE,
                CryptoProtocolVersion.supported(),
                null,
                null)
            .getFileId();
    @Nullable ExtendedBlock last = null;
    for (int i = 0; i < file.blocks(); i++) {
      last = addBlock(path, inode, last);
    }
    @Nullable ExtendedBlock end = last;
    retried(
        () -> {
          if (!nameNode.complete(path, CLIENT, end, inode)) {
            throw new NotReplicatedYetException("The NameNode does not complete " + path);
          }
          return true;
        });
  }

  private interface Call<T> {
    T make() throws IOException;
  }

  /** Makes a call until all reports of replicas, which a NameNode queues, are processed. */
  private static <T> T retried(Call<T> call) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        return call.make();
      } catch (NotReplicatedYetException e) {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  private ExtendedBlock addBlock(String path, long inode, @Nullable ExtendedBlock previous)
      throws IOException {
    LocatedBlock added =
        retried(
            () ->
                nameNode.addBlock(
                    path, CLIENT, previous, null, inode, null, EnumSet.noneOf(AddBlockFlag.class)));
    ExtendedBlock written = added.getBlock();
    written.setNumBytes(BLOCK_SIZE);
    for (DatanodeInfo target : added.getLocations()) {
      Node node = nodes.get(target.getDatanodeUuid());
      if (node == null) {
        throw new IOException("A replica of %s is placed on %s".formatted(path, target));
      }
      ReceivedDeletedBlockInfo received =
          new ReceivedDeletedBlockInfo(written.getLocalBlock(), BlockStatus.RECEIVED_BLOCK, null);
      nameNode.blockReceivedAndDeleted(
          node.registration(),
          namespace.getBlockPoolID(),
          new StorageReceivedDeletedBlocks[] {
            new StorageReceivedDeletedBlocks(
                node.storage(), new ReceivedDeletedBlockInfo[] {received})
          });
    }
    return written;
  }

  private Node register(int number) throws IOException {
    int port = FIRST_PORT + number;
    StorageInfo version =
        new StorageInfo(
            DataNodeLayoutVersion.getCurrentLayoutVersion(),
            namespace.getNamespaceID(),
            namespace.getClusterID(),
            namespace.getCTime(),
            NodeType.DATA_NODE);
    DatanodeRegistration registration =
        nameNode.registerDatanode(
            new DatanodeRegistration(
                new DatanodeID(
                    "127.0.0.1", "localhost", UUID.randomUUID().toString(), port, 0, 0, 0),
                version,
                new ExportedBlockKeys(),
                VersionInfo.getVersion()));
    registration.setNamespaceInfo(namespace);
    DatanodeStorage storage =
        new DatanodeStorage(
            DatanodeStorage.generateUuid(), DatanodeStorage.State.NORMAL, StorageType.DISK);
    nameNode.sendHeartbeat(
        registration,
        new StorageReport[] {new StorageReport(storage, false, CAPACITY, 0, CAPACITY, 0, 0)},
        0,
        0,
        0,
        0,
        0,
        null,
        false,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
    nameNode.blockReport(
        registration,
        namespace.getBlockPoolID(),
        new StorageBlockReport[] {new StorageBlockReport(storage, BlockListAsLongs.EMPTY)},
        new BlockReportContext(1, 0, System.nanoTime(), 0));
    return new Node(registration, storage);
  }

  /** Returns the number of files. */
  long files() throws IOException {
    return nameNode.getContentSummary("/").getFileCount();
  }

  /** Returns the number of blocks. */
  long blocks() {
    return cluster.getNamesystem().getBlocksTotal();
  }

  /** Returns how many blocks have fewer replicas than they are to have. */
  long blocksWithTooFewReplicas() {
    return cluster.getNamesystem().getLowRedundancyBlocks();
  }

  /** Returns the bytes of this process's heap that are in use after a collection. */
  static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  @Override
  public void close() {
    cluster.shutdown(true);
  }
}
