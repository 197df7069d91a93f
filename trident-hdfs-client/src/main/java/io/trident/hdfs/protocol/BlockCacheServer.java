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

import io.trident.hdfs.protocol.proto.BlockCacheProtos.AcquireCacheLeaseRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.BlockCacheProtocolService;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CacheLeaseStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesResponseProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ReleaseCacheLeaseRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ReleaseCacheLeaseResponseProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.RenewCacheLeaseRequestProto;
import java.io.IOException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class BlockCacheServer implements BlockCacheProtocolPB {
  private final BlockCacheProtocol implementation;

  BlockCacheServer(BlockCacheProtocol implementation) {
    this.implementation = implementation;
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, BlockCacheProtocol implementation) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        BlockCacheProtocolPB.class,
        BlockCacheProtocolService.newReflectiveBlockingService(
            new BlockCacheServer(implementation)));
  }

  @Override
  public CacheLeaseStatusProto acquire(
      @Nullable RpcController controller, AcquireCacheLeaseRequestProto request)
      throws ServiceException {
    try {
      return CacheWire.convert(
          implementation.acquire(
              request.getLeaseId(),
              request.getOwner(),
              request.getPool(),
              request.getTtlMs(),
              request.getPinsList().stream().map(CacheWire::convert).toList()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public CacheLeaseStatusProto renew(
      @Nullable RpcController controller, RenewCacheLeaseRequestProto request)
      throws ServiceException {
    try {
      return CacheWire.convert(implementation.renew(request.getLeaseId()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public ReleaseCacheLeaseResponseProto release(
      @Nullable RpcController controller, ReleaseCacheLeaseRequestProto request)
      throws ServiceException {
    try {
      return ReleaseCacheLeaseResponseProto.newBuilder()
          .setKnown(implementation.release(request.getLeaseId()))
          .build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public ListCacheLeasesResponseProto list(
      @Nullable RpcController controller, ListCacheLeasesRequestProto request)
      throws ServiceException {
    try {
      return ListCacheLeasesResponseProto.newBuilder()
          .addAllLeases(implementation.list().stream().map(CacheWire::convert).toList())
          .build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }
}
