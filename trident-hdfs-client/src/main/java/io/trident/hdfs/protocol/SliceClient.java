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
package io.trident.hdfs.protocol;

import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceRequestProto;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's side of the wire, to one DataNode. A call is tried once more if its connection was
 * cut: Hadoop keeps connections, and one ends when its node is restarted.
 */
public final class SliceClient implements SliceProtocol, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SliceClient.class);

  private final SliceProtocolPB proxy;

  SliceClient(SliceProtocolPB proxy) {
    this.proxy = proxy;
  }

  /**
   * Prepares calls to a DataNode; connects at the first call.
   *
   * @param dataNode its RPC address
   * @param timeout longest time for a connection and for an answer
   */
  public static SliceClient to(
      InetSocketAddress dataNode, UserGroupInformation user, Configuration conf, Duration timeout)
      throws IOException {
    return new SliceClient(
        NameNodeProxies.once(
            SliceProtocolPB.class, SliceProtocolPB.VERSION, dataNode, user, conf, timeout));
  }

  @Override
  public SliceReply readSlice(SliceCall call) throws IOException {
    ReadSliceRequestProto request = SliceWire.convert(call);
    try {
      return ask(request);
    } catch (IOException e) {
      if (!isCut(e)) {
        throw e;
      }
      LOG.debug("Asked again for a slice of {}", call.file(), e);
      return ask(request);
    }
  }

  /**
   * Returns whether a connection may have been cut. Hadoop reports that as the end of a file, as a
   * reset and as a plain exception ("Broken pipe"), but not so an answer of the node, a node that
   * nobody listens at, or a call that took too long.
   */
  private static boolean isCut(IOException failure) {
    return !(failure instanceof RemoteException
        || failure instanceof ConnectException
        || failure instanceof InterruptedIOException);
  }

  private SliceReply ask(ReadSliceRequestProto request) throws IOException {
    try {
      return SliceWire.convert(proxy.readSlice(null, request));
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }
}
