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
package io.trident.mapreduce.it;

import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockTiersProtocolPB;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.BlockTiersProtocolService;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto.FileProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersResponseProto;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;

/** Serves the tier look-ups of a NameNode in place of Trident's plugin, until closed. */
final class FaultyPlugin implements AutoCloseable {
  private final AtomicInteger calls = new AtomicInteger();
  private final NameNode nameNode;

  FaultyPlugin(NameNode nameNode, Supplier<GetBlockTiersResponseProto> answer) {
    this.nameNode = nameNode;
    BlockTiersProtocolPB translator =
        new BlockTiersProtocolPB() {
          @Override
          public GetBlockTiersResponseProto getBlockTiers(
              RpcController controller, GetBlockTiersRequestProto request) {
            calls.incrementAndGet();
            return answer.get();
          }

          @Override
          public GetBlockTiersOfFilesResponseProto getBlockTiersOfFiles(
              RpcController controller, GetBlockTiersOfFilesRequestProto request) {
            calls.incrementAndGet();
            GetBlockTiersResponseProto file = answer.get();
            GetBlockTiersOfFilesResponseProto.Builder all =
                GetBlockTiersOfFilesResponseProto.newBuilder();
            for (int i = 0; i < request.getSrcsCount(); i++) {
              all.addFiles(FileProto.newBuilder().setIndex(i).setTiers(file));
            }
            return all.build();
          }
        };
    ((NameNodeRpcServer) nameNode.getRpcServer())
        .getClientRpcServer()
        .addProtocol(
            RPC.RpcKind.RPC_PROTOCOL_BUFFER,
            BlockTiersProtocolPB.class,
            BlockTiersProtocolService.newReflectiveBlockingService(translator));
  }

  int calls() {
    return calls.get();
  }

  @Override
  public void close() {
    new TridentNameNodePlugin().start(nameNode);
  }
}
