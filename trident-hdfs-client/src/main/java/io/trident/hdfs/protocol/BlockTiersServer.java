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
import io.trident.hdfs.protocol.proto.BlockTiersProtos.BlockTiersProtocolService;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto.FileProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.PendingCacheProto;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class BlockTiersServer implements BlockTiersProtocolPB {
  private final BlockTiersProtocol implementation;
  private final GuardedCalls calls;

  BlockTiersServer(BlockTiersProtocol implementation, Guard guard) {
    this.implementation = implementation;
    this.calls =
        new GuardedCalls(guard, "Tier look-ups fail; clients use HDFS's own block locations");
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, BlockTiersProtocol implementation, Guard guard) {
    add(server, new BlockTiersServer(implementation, guard));
  }

  static void add(RPC.Server server, BlockTiersProtocolPB translator) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        BlockTiersProtocolPB.class,
        BlockTiersProtocolService.newReflectiveBlockingService(translator));
  }

  @Override
  public GetBlockTiersResponseProto getBlockTiers(
      @Nullable RpcController controller, GetBlockTiersRequestProto request)
      throws ServiceException {
    return calls.answer(
        () ->
            convert(
                implementation.getBlockTiers(
                    request.getSrc(), request.getOffset(), request.getLength())));
  }

  @Override
  public GetBlockTiersOfFilesResponseProto getBlockTiersOfFiles(
      @Nullable RpcController controller, GetBlockTiersOfFilesRequestProto request)
      throws ServiceException {
    return calls.answer(
        () -> convert(request, implementation.getBlockTiersOfFiles(request.getSrcsList())));
  }

  private static GetBlockTiersOfFilesResponseProto convert(
      GetBlockTiersOfFilesRequestProto request, Map<String, LocatedFile> located) {
    Map<String, LocatedFile> files = new HashMap<>(located);
    GetBlockTiersOfFilesResponseProto.Builder response =
        GetBlockTiersOfFilesResponseProto.newBuilder();
    for (int i = 0; i < request.getSrcsCount() && !files.isEmpty(); i++) {
      LocatedFile file = files.remove(request.getSrcs(i)); // each once, however often asked for
      if (file != null) {
        response.addFiles(FileProto.newBuilder().setIndex(i).setTiers(convert(file)));
      }
    }
    return response.build();
  }

  private static GetBlockTiersResponseProto convert(LocatedFile file) {
    GetBlockTiersResponseProto.Builder response =
        GetBlockTiersResponseProto.newBuilder()
            .setLocatedBlocks(PBHelperClient.convert(file.blocks()).toByteString());
    file.pendingCache()
        .forEach(
            (block, nodes) ->
                response.addPending(
                    PendingCacheProto.newBuilder()
                        .setBlockId(block)
                        .addAllDatanodeUuids(nodes.keySet())
                        .addAllAhead(nodes.values())));
    return response.build();
  }
}
