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

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSPacket;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * Writes a replica of a block that exists already to its own DataNode, by HDFS's protocol for data,
 * as HDFS writes blocks that it reconstructs from erasure codes: without a client's name, so that
 * the DataNode finalises it and reports it by itself. No edit is logged.
 */
final class BlockWriter {
  /** As many chunks as HDFS's clients put into a packet of 64 KiB. */
  private static final int CHUNKS = 126;

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
   * Writes a replica.
   *
   * @param block number, generation stamp and length that it had; not empty
   * @param storageType of the volume
   * @param storageId of the volume
   * @param file its bytes
   * @throws IOException if the DataNode does not have the whole replica in the end
   */
  void write(ExtendedBlock block, String storageType, String storageId, Path file)
      throws IOException {
    StorageType type = StorageType.valueOf(storageType);
    DatanodeInfo self = new DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build();
    int timeout = node.getDnConf().getSocketTimeout();
    try (Socket socket = node.newSocket();
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
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
      send(bytes, block.getNumBytes(), out);
      // Nothing is acknowledged to a writer without a name; the DataNode closes when it is done.
      int answer = new DataInputStream(streams.in).read();
      if (answer != -1 || !node.getFSDataset().isValidBlock(block)) {
        throw new IOException("The DataNode has not finalised " + block);
      }
    }
  }

  private void send(InputStream bytes, long length, DataOutputStream out) throws IOException {
    int chunk = checksum.getBytesPerChecksum();
    int sumBytes = checksum.getChecksumSize();
    byte[] data = new byte[CHUNKS * chunk];
    byte[] sums = new byte[CHUNKS * sumBytes];
    byte[] packetBytes = new byte[PacketHeader.PKT_MAX_HEADER_LEN + CHUNKS * (chunk + sumBytes)];
    long sequence = 0;
    long offset = 0;
    while (offset < length) {
      int wanted = (int) Math.min(data.length, length - offset);
      int got = bytes.readNBytes(data, 0, wanted);
      if (got < wanted) {
        throw new IOException("%d bytes of %d are there".formatted(offset + got, length));
      }
      checksum.calculateChunkedSums(data, 0, got, sums, 0);
      DFSPacket packet = new DFSPacket(packetBytes, CHUNKS, offset, sequence++, sumBytes, false);
      packet.writeChecksum(sums, 0, (got + chunk - 1) / chunk * sumBytes);
      packet.writeData(ByteBuffer.wrap(data, 0, got), got);
      packet.writeTo(out);
      offset += got;
    }
    new DFSPacket(packetBytes, 0, offset, sequence, sumBytes, true).writeTo(out);
    out.flush();
  }
}
