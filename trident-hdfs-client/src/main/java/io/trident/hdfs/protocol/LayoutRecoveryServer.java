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

import io.trident.core.guard.Guard;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.LayoutRecoveryProtocolService;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.PollRebuildsRequestProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.PollRebuildsResponseProto;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class LayoutRecoveryServer implements LayoutRecoveryProtocolPB {
  private final LayoutRecoveryProtocol implementation;
  private final GuardedCalls calls;

  LayoutRecoveryServer(LayoutRecoveryProtocol implementation, Guard guard) {
    this.implementation = implementation;
    this.calls = new GuardedCalls(guard, "DataNodes get no lost extents to rebuild");
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, LayoutRecoveryProtocol implementation, Guard guard) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        LayoutRecoveryProtocolPB.class,
        LayoutRecoveryProtocolService.newReflectiveBlockingService(
            new LayoutRecoveryServer(implementation, guard)));
  }

  @Override
  public PollRebuildsResponseProto poll(
      @Nullable RpcController controller, PollRebuildsRequestProto request)
      throws ServiceException {
    return calls.answer(
        () -> RebuildWire.convert(implementation.poll(RebuildWire.convert(request))));
  }
}
