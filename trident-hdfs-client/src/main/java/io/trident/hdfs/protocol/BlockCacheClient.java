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
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesResponseProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ReleaseCacheLeaseRequestProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.RenewCacheLeaseRequestProto;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** The client's side of the wire, to one NameNode; each call is tried once. */
public final class BlockCacheClient implements BlockCacheProtocol, Closeable {
  private final BlockCacheProtocolPB proxy;

  private BlockCacheClient(BlockCacheProtocolPB proxy) {
    this.proxy = proxy;
  }

  /**
   * Prepares calls to a NameNode; connects at the first call.
   *
   * @param timeout longest time for a connection and for an answer
   */
  public static BlockCacheClient to(
      InetSocketAddress nameNode, UserGroupInformation user, Configuration conf, Duration timeout)
      throws IOException {
    return new BlockCacheClient(
        NameNodeProxies.once(
            BlockCacheProtocolPB.class,
            BlockCacheProtocolPB.VERSION,
            nameNode,
            user,
            conf,
            timeout));
  }

  @Override
  public LeaseStatus acquire(
      String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
      throws IOException {
    AcquireCacheLeaseRequestProto request =
        AcquireCacheLeaseRequestProto.newBuilder()
            .setLeaseId(leaseId)
            .setOwner(owner)
            .setPool(pool)
            .setTtlMs(ttlMs)
            .addAllPins(pins.stream().map(CacheWire::convert).toList())
            .build();
    return CacheWire.convert(call(() -> proxy.acquire(null, request)));
  }

  @Override
  public Page<LeaseStatus> renew(String leaseId, LeaseCursor from) throws IOException {
    RenewCacheLeaseRequestProto request =
        RenewCacheLeaseRequestProto.newBuilder()
            .setLeaseId(leaseId)
            .setFrom(CacheWire.convert(from))
            .build();
    return CacheWire.convertPage(call(() -> proxy.renew(null, request)));
  }

  @Override
  public boolean release(String leaseId) throws IOException {
    ReleaseCacheLeaseRequestProto request =
        ReleaseCacheLeaseRequestProto.newBuilder().setLeaseId(leaseId).build();
    return call(() -> proxy.release(null, request)).getKnown();
  }

  @Override
  public Page<List<LeaseInfo>> list(LeaseCursor from) throws IOException {
    ListCacheLeasesRequestProto request =
        ListCacheLeasesRequestProto.newBuilder().setFrom(CacheWire.convert(from)).build();
    ListCacheLeasesResponseProto response = call(() -> proxy.list(null, request));
    return new Page<>(
        response.getLeasesList().stream().map(CacheWire::convert).toList(),
        response.hasNext() ? Optional.of(CacheWire.convert(response.getNext())) : Optional.empty());
  }

  private static <T> T call(Call<T> call) throws IOException {
    try {
      return call.make();
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }

  /** A call on the wire. */
  private interface Call<T> {
    T make() throws ServiceException;
  }
}
