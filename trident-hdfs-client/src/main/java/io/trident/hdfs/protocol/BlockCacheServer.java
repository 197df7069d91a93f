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
import io.trident.hdfs.protocol.proto.BlockCacheProtos.AcquireCacheLeaseRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.BlockCacheProtocolService;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CacheLeaseStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesResponseProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ReleaseCacheLeaseRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ReleaseCacheLeaseResponseProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.RenewCacheLeaseRequestProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The server's side of the wire: translates calls for an implementation. */
public final class BlockCacheServer implements BlockCacheProtocolPB {
  /** Pages in the one answer that a client without pages gets; it hears of no block after them. */
  private static final int PAGES_AT_ONCE = 10;

  private final BlockCacheProtocol implementation;
  private final GuardedCalls calls;

  BlockCacheServer(BlockCacheProtocol implementation, Guard guard) {
    this.implementation = implementation;
    this.calls =
        new GuardedCalls(
            guard,
            "Calls about cached blocks fail; clients use HDFS's own cache directives for a while");
  }

  /** Adds the protocol to an RPC server of protobuf protocols, running or not. */
  public static void add(RPC.Server server, BlockCacheProtocol implementation, Guard guard) {
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        BlockCacheProtocolPB.class,
        BlockCacheProtocolService.newReflectiveBlockingService(
            new BlockCacheServer(implementation, guard)));
  }

  @Override
  public CacheLeaseStatusProto acquire(
      @Nullable RpcController controller, AcquireCacheLeaseRequestProto request)
      throws ServiceException {
    return calls.answer(
        () ->
            CacheWire.convert(
                implementation.acquire(
                    request.getLeaseId(),
                    request.getOwner(),
                    request.getPool(),
                    request.getTtlMs(),
                    request.getPinsList().stream().map(CacheWire::convert).toList())));
  }

  @Override
  public CacheLeaseStatusProto renew(
      @Nullable RpcController controller, RenewCacheLeaseRequestProto request)
      throws ServiceException {
    return calls.answer(
        () ->
            CacheWire.convertPage(
                request.hasFrom()
                    ? implementation.renew(
                        request.getLeaseId(), CacheWire.convert(request.getFrom()))
                    : new Page<>(renewAtOnce(request.getLeaseId()), Optional.empty())));
  }

  private LeaseStatus renewAtOnce(String leaseId) throws IOException {
    Page<LeaseStatus> page = implementation.renew(leaseId, LeaseCursor.START);
    List<PinStatus> pins = new ArrayList<>(page.content().pins());
    for (int i = 1; i < PAGES_AT_ONCE && page.next().isPresent(); i++) {
      page = implementation.renew(leaseId, page.next().get());
      pins.addAll(page.content().pins());
    }
    return new LeaseStatus(page.content().known(), page.content().ttlMs(), pins);
  }

  @Override
  public ReleaseCacheLeaseResponseProto release(
      @Nullable RpcController controller, ReleaseCacheLeaseRequestProto request)
      throws ServiceException {
    return calls.answer(
        () ->
            ReleaseCacheLeaseResponseProto.newBuilder()
                .setKnown(implementation.release(request.getLeaseId()))
                .build());
  }

  @Override
  public ListCacheLeasesResponseProto list(
      @Nullable RpcController controller, ListCacheLeasesRequestProto request)
      throws ServiceException {
    return calls.answer(
        () -> {
          Page<List<LeaseInfo>> page =
              implementation.list(
                  request.hasFrom() ? CacheWire.convert(request.getFrom()) : LeaseCursor.START);
          ListCacheLeasesResponseProto.Builder response =
              ListCacheLeasesResponseProto.newBuilder()
                  .addAllLeases(page.content().stream().map(CacheWire::convert).toList());
          page.next().ifPresent(next -> response.setNext(CacheWire.convert(next)));
          return response.build();
        });
  }
}
