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
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceRequestProto;
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceResponseProto;
import io.trident.hdfs.protocol.proto.SlicesProtos.SliceProtocolService;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class SliceServer implements SliceProtocolPB {
  private final SliceProtocol implementation;
  private final GuardedCalls calls;

  SliceServer(SliceProtocol implementation, Guard guard) {
    this.implementation = implementation;
    this.calls = new GuardedCalls(guard, "Clients read extents themselves, and slice them");
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, SliceProtocol implementation, Guard guard) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        SliceProtocolPB.class,
        SliceProtocolService.newReflectiveBlockingService(new SliceServer(implementation, guard)));
  }

  @Override
  public ReadSliceResponseProto readSlice(
      @Nullable RpcController controller, ReadSliceRequestProto request) throws ServiceException {
    return calls.answer(
        () -> SliceWire.convert(implementation.readSlice(SliceWire.convert(request))));
  }
}
