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
import io.trident.hdfs.protocol.proto.LayoutTableProtos.AppendToTableRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.AppendToTableResponseProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DemandExtentRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DemandExtentResponseProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DescribeLayoutsRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.DescribeLayoutsResponseProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.ExtentStateProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.LayoutTableProtocolService;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.PublishTableRequestProto;
import io.trident.hdfs.protocol.proto.LayoutTableProtos.PublishTableResponseProto;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class LayoutTableServer implements LayoutTableProtocolPB {
  private final LayoutTableProtocol implementation;
  private final GuardedCalls calls;

  LayoutTableServer(LayoutTableProtocol implementation, Guard guard) {
    this.implementation = implementation;
    this.calls = new GuardedCalls(guard, "Logically replicated tables are not published");
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, LayoutTableProtocol implementation, Guard guard) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        LayoutTableProtocolPB.class,
        LayoutTableProtocolService.newReflectiveBlockingService(
            new LayoutTableServer(implementation, guard)));
  }

  @Override
  public DescribeLayoutsResponseProto describe(
      @Nullable RpcController controller, DescribeLayoutsRequestProto request)
      throws ServiceException {
    LayoutServer server = calls.answer(implementation::describe);
    return DescribeLayoutsResponseProto.newBuilder()
        .setVersion(server.version())
        .setDimensionsApart(server.dimensionsApart())
        .setRacks(server.racks())
        .build();
  }

  @Override
  public PublishTableResponseProto publish(
      @Nullable RpcController controller, PublishTableRequestProto request)
      throws ServiceException {
    return PublishTableResponseProto.newBuilder()
        .setKept(
            calls.answer(
                () ->
                    implementation.publish(
                        request.getBuild(), request.getTable(), request.getKept())))
        .build();
  }

  @Override
  public DemandExtentResponseProto demand(
      @Nullable RpcController controller, DemandExtentRequestProto request)
      throws ServiceException {
    ExtentState state = calls.answer(() -> implementation.demand(request.getSrc()));
    return DemandExtentResponseProto.newBuilder()
        .setState(
            switch (state) {
              case READABLE -> ExtentStateProto.READABLE;
              case AWAITED -> ExtentStateProto.AWAITED;
              case NOT_REBUILT -> ExtentStateProto.NOT_REBUILT;
            })
        .build();
  }

  @Override
  public AppendToTableResponseProto append(
      @Nullable RpcController controller, AppendToTableRequestProto request)
      throws ServiceException {
    return AppendToTableResponseProto.newBuilder()
        .setKept(
            calls.answer(
                () ->
                    implementation.append(
                        request.getBuild(),
                        request.getTable(),
                        request.getSource(),
                        request.getKept())))
        .build();
  }
}
