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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.BlockCacheProtocolService;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CacheLeaseStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CachePinStatusProto;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol over a real RPC server and a real connection. */
class BlockCacheWireTest {
  private static final CachePin PIN = new CachePin("/a b/ü%20", Long.MAX_VALUE, "node-1");

  private final Configuration conf = new Configuration();
  private final List<Object> asked = new ArrayList<>();
  private RPC.Server server;
  private BlockCacheClient client;

  @BeforeEach
  void start() throws Exception {
    RPC.setProtocolEngine(conf, BlockCacheProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(BlockCacheProtocolPB.class)
            .setInstance(
                BlockCacheProtocolService.newReflectiveBlockingService(
                    new BlockCacheServer(new Echo())))
            .setBindAddress("localhost")
            .setPort(0)
            .setNumHandlers(1)
            .build();
    server.start();
    client =
        BlockCacheClient.to(
            server.getListenerAddress(),
            UserGroupInformation.getCurrentUser(),
            conf,
            Duration.ofSeconds(10));
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop();
  }

  @Test
  void callsAndAnswersArriveAsSent() throws Exception {
    LeaseStatus status = client.acquire("lease", "job_1", "pool", 5, List.of(PIN, PIN));
    assertThat(asked).containsExactly("lease", "job_1", "pool", 5L, List.of(PIN, PIN));
    assertThat(status).isEqualTo(Echo.everyState());
    assertThat(client.renew("lease")).isEqualTo(LeaseStatus.unknown());
    assertThat(client.release("lease")).isTrue();
    assertThat(client.release("other")).isFalse();
    assertThat(client.list())
        .containsExactly(
            new LeaseInfo("lease", "anna", "job_1", "pool", 1L << 40, Echo.everyState()));
  }

  @Test
  void refusalsKeepTheirClass() {
    assertThatThrownBy(() -> client.acquire("lease", "job_1", "no pool", 5, List.of()))
        .isInstanceOfSatisfying(
            RemoteException.class,
            e ->
                assertThat(e.unwrapRemoteException())
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("no such pool"));
  }

  @Test
  void aStateOfALaterVersionCountsAsRefused() {
    CacheLeaseStatusProto message =
        CacheLeaseStatusProto.newBuilder()
            .setKnown(true)
            .setTtlMs(1)
            .addPins(
                CachePinStatusProto.newBuilder().setPin(CacheWire.convert(PIN)).setState("NEW"))
            .build();
    assertThat(CacheWire.convert(message).pins())
        .containsExactly(new PinStatus(PIN, PinState.REFUSED));
  }

  /** Answers with every value there is. */
  private final class Echo implements BlockCacheProtocol {
    static LeaseStatus everyState() {
      return new LeaseStatus(
          true,
          Long.MAX_VALUE,
          Arrays.stream(PinState.values())
              .map(state -> new PinStatus(PIN, state, "why " + state))
              .toList());
    }

    @Override
    public LeaseStatus acquire(
        String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
        throws IOException {
      if (pool.equals("no pool")) {
        throw new InvalidRequestException("no such pool");
      }
      asked.addAll(List.of(leaseId, owner, pool, ttlMs, List.copyOf(pins)));
      return everyState();
    }

    @Override
    public LeaseStatus renew(String leaseId) {
      return LeaseStatus.unknown();
    }

    @Override
    public boolean release(String leaseId) {
      return leaseId.equals("lease");
    }

    @Override
    public List<LeaseInfo> list() {
      return List.of(new LeaseInfo("lease", "anna", "job_1", "pool", 1L << 40, everyState()));
    }
  }
}
