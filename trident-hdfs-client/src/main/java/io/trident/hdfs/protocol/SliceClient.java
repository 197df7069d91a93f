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

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** The client's side of the wire, to one DataNode; each call is tried once. */
public final class SliceClient implements SliceProtocol, Closeable {
  private final SliceProtocolPB proxy;

  private SliceClient(SliceProtocolPB proxy) {
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
    try {
      return SliceWire.convert(proxy.readSlice(null, SliceWire.convert(call)));
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }
}
