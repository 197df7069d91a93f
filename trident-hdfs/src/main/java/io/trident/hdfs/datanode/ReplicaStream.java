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

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.DFSPacket;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;

/*
 * How a replica that turns out wrong is never one
 * -----------------------------------------------
 * An extent is verified when its last byte is known, and by then most of it is on the DataNode's
 * volume. What the DataNode receives without a client's name is a temporary replica: a file that it
 * neither serves nor reports, and deletes when the connection ends early or the process starts
 * again. It becomes a replica by the last packet, which is empty. That is sent by finish() and
 * nothing else; whoever writes calls it once the extent is verified.
 */
/**
 * The bytes of a replica, sent to the DataNode that is to have it. It connects when the first
 * packet is full, so that the DataNode waits for no bytes while rows are still being read. All of
 * its failures are an {@link UnwritableException}. For one thread.
 */
final class ReplicaStream extends OutputStream {
  /** As many chunks as HDFS's clients put into a packet of 64 KiB. */
  private static final int CHUNKS = 126;

  /** Most that is waited for a DataNode to delete what it has of a replica that is given up. */
  private static final int ABORT_MS = 5_000;

  private final DataChecksum checksum;
  private final long length;
  private final Connector connector;
  private final BooleanSupplier isFinalised;
  private final byte[] data;
  private final byte[] sums;
  private final byte[] packet;
  private @Nullable Connection connection;
  private int filled;
  private long sent;
  private long sequence;
  private boolean isFinished;

  /** A connection that asks for a replica to be received. */
  record Connection(Socket socket, InputStream in, DataOutputStream out) {}

  /** Connects to the DataNode. */
  @FunctionalInterface
  interface Connector {
    Connection connect() throws IOException;
  }

  /**
   * Begins a replica.
   *
   * @param checksum of the replica's chunks
   * @param length bytes that it must have; positive
   * @param isFinalised asked when the DataNode has closed the connection
   */
  ReplicaStream(
      DataChecksum checksum, long length, Connector connector, BooleanSupplier isFinalised) {
    this.checksum = checksum;
    this.length = length;
    this.connector = connector;
    this.isFinalised = isFinalised;
    int chunk = checksum.getBytesPerChecksum();
    int sum = checksum.getChecksumSize();
    this.data = new byte[CHUNKS * chunk];
    this.sums = new byte[CHUNKS * sum];
    this.packet = new byte[PacketHeader.PKT_MAX_HEADER_LEN + CHUNKS * (chunk + sum)];
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    for (int done = 0; done < count; ) {
      if (filled == data.length) {
        send();
      }
      int copied = Math.min(data.length - filled, count - done);
      System.arraycopy(bytes, offset + done, data, filled, copied);
      filled += copied;
      done += copied;
    }
  }

  /**
   * Has the DataNode finalise the replica.
   *
   * @throws UnwritableException if it does not have the whole replica in the end
   */
  void finish() throws IOException {
    if (filled > 0) {
      send();
    }
    if (sent != length) {
      throw new UnwritableException("%d bytes of %d are there".formatted(sent, length));
    }
    try {
      Connection open = connection();
      new DFSPacket(packet, 0, sent, sequence, checksum.getChecksumSize(), true)
          .writeTo(open.out());
      open.out().flush();
      isFinished = true;
      // Nothing is acknowledged to a writer without a name; the DataNode closes when it is done.
      if (open.in().read() != -1 || !isFinalised.getAsBoolean()) {
        throw new UnwritableException("The DataNode has not finalised the replica");
      }
    } catch (IOException | RuntimeException e) {
      throw unwritable(e);
    }
  }

  private void send() throws UnwritableException {
    int chunk = checksum.getBytesPerChecksum();
    int sum = checksum.getChecksumSize();
    try {
      DataOutputStream out = connection().out();
      checksum.calculateChunkedSums(data, 0, filled, sums, 0);
      DFSPacket full = new DFSPacket(packet, CHUNKS, sent, sequence++, sum, false);
      full.writeChecksum(sums, 0, (filled + chunk - 1) / chunk * sum);
      full.writeData(ByteBuffer.wrap(data, 0, filled), filled);
      full.writeTo(out);
    } catch (IOException | RuntimeException e) {
      throw unwritable(e);
    }
    sent += filled;
    filled = 0;
  }

  private Connection connection() throws IOException {
    Connection open = connection;
    if (open == null) {
      open = connector.connect();
      connection = open;
    }
    return open;
  }

  private static UnwritableException unwritable(Exception cause) {
    return cause instanceof UnwritableException known ? known : new UnwritableException(cause);
  }

  /**
   * Ends the connection. Unless the replica was finished the DataNode deletes what it has of it;
   * this waits for that, so that the next attempt does not find it there.
   */
  @Override
  public void close() throws IOException {
    Connection open = connection;
    connection = null;
    if (open == null) {
      return;
    }
    try (Socket socket = open.socket()) {
      if (!isFinished && !socket.isClosed()) {
        socket.setSoTimeout(ABORT_MS);
        socket.shutdownOutput();
        open.in().read();
      }
    } catch (IOException e) {
      // It is closed in any case, and the DataNode finds out by itself.
    }
  }
}
