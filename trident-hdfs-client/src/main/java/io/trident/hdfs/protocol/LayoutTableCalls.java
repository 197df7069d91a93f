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

import io.trident.hdfs.protocol.proto.LayoutTableProtos.AppendToTableRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DemandExtentRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DescribeLayoutsRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DescribeLayoutsResponseProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.PublishTableRequestProto;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** The client's side of the wire, to one NameNode; each call is tried once. */
final class LayoutTableCalls implements LayoutTableProtocol, Closeable {
  /** A swap of tables walks both trees for their quotas, as HDFS's renames do. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final LayoutTableProtocolPB proxy;

  private LayoutTableCalls(LayoutTableProtocolPB proxy) {
    this.proxy = proxy;
  }

  /** Prepares calls to a NameNode; connects at the first call. */
  static LayoutTableCalls to(
      InetSocketAddress nameNode, UserGroupInformation user, Configuration conf)
      throws IOException {
    return to(nameNode, user, conf, TIMEOUT);
  }

  /** Prepares calls to a NameNode that each take some time at most. */
  static LayoutTableCalls to(
      InetSocketAddress nameNode, UserGroupInformation user, Configuration conf, Duration timeout)
      throws IOException {
    return new LayoutTableCalls(
        NameNodeProxies.once(
            LayoutTableProtocolPB.class,
            LayoutTableProtocolPB.VERSION,
            nameNode,
            user,
            conf,
            timeout));
  }

  @Override
  public LayoutServer describe() throws IOException {
    try {
      DescribeLayoutsResponseProto answer =
          proxy.describe(null, DescribeLayoutsRequestProto.getDefaultInstance());
      return new LayoutServer(answer.getVersion(), answer.getDimensionsApart(), answer.getRacks());
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  @Override
  public String publish(String build, String table, String kept) throws IOException {
    PublishTableRequestProto request =
        PublishTableRequestProto.newBuilder().setBuild(build).setTable(table).setKept(kept).build();
    try {
      return proxy.publish(null, request).getKept();
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  @Override
  public ExtentState demand(String file) throws IOException {
    DemandExtentRequestProto request = DemandExtentRequestProto.newBuilder().setSrc(file).build();
    try {
      return switch (proxy.demand(null, request).getState()) {
        case READABLE -> ExtentState.READABLE;
        case AWAITED -> ExtentState.AWAITED;
        case NOT_REBUILT -> ExtentState.NOT_REBUILT;
      };
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  @Override
  public String append(String build, String table, String source, String kept) throws IOException {
    AppendToTableRequestProto request =
        AppendToTableRequestProto.newBuilder()
            .setBuild(build)
            .setTable(table)
            .setSource(source)
            .setKept(kept)
            .build();
    try {
      return proxy.append(null, request).getKept();
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  private static IOException cause(ServiceException e) {
    return e.getCause() instanceof IOException cause ? cause : new IOException(e);
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }
}
