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
package io.trident.hdfs.datanode;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * Writes replicas of blocks that exist already to its own DataNode, by HDFS's protocol for data, as
 * HDFS writes blocks that it reconstructs from erasure codes: without a client's name, so that the
 * DataNode finalises them and reports them by itself. No edit is logged.
 */
final class BlockWriter {
  private static final int BUFFER_BYTES = 64 << 10;

  private final DataNode node;
  private final DataChecksum checksum;

  BlockWriter(DataNode node) {
    this.node = node;
    Configuration conf = node.getConf();
    this.checksum =
        DataChecksum.newDataChecksum(
            DataChecksum.Type.CRC32C,
            conf.getInt(
                HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY,
                HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT));
  }

  /**
   * Begins a replica, of which the DataNode has nothing before the first packet is full.
   *
   * @param block number, generation stamp and length that it had; not empty
   * @param storageType of the volume
   * @param storageId of the volume
   */
  ReplicaStream begin(ExtendedBlock block, String storageType, String storageId) {
    return new ReplicaStream(
        checksum,
        block.getNumBytes(),
        () -> connect(block, StorageType.valueOf(storageType), storageId),
        () -> node.getFSDataset().isValidBlock(block));
  }

  private ReplicaStream.Connection connect(ExtendedBlock block, StorageType type, String storageId)
      throws IOException {
    DatanodeInfo self = new DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build();
    int timeout = node.getDnConf().getSocketTimeout();
    Socket socket = node.newSocket();
    try {
      NetUtils.connect(
          socket,
          NetUtils.createSocketAddr(self.getXferAddr(node.getDnConf().getConnectToDnViaHostname())),
          timeout);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeout);
      Token<BlockTokenIdentifier> token =
          node.getBlockAccessToken(
              block,
              EnumSet.of(AccessMode.WRITE),
              new StorageType[] {type},
              new String[] {storageId});
      IOStreamPair streams =
          node.getSaslClient()
              .socketSend(
                  socket,
                  NetUtils.getOutputStream(socket, node.getDnConf().getSocketWriteTimeout()),
                  NetUtils.getInputStream(socket),
                  node.getDataEncryptionKeyFactoryForBlock(block),
                  token,
                  self);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(streams.out, BUFFER_BYTES));
      new Sender(out)
          .writeBlock(
              block,
              type,
              token,
              "",
              new DatanodeInfo[] {self},
              new StorageType[] {type},
              self,
              BlockConstructionStage.PIPELINE_SETUP_CREATE,
              0,
              0,
              0,
              0,
              checksum,
              CachingStrategy.newDefaultStrategy(),
              false,
              false,
              null,
              storageId,
              new String[] {storageId});
      return new ReplicaStream.Connection(socket, streams.in, out);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }
}
