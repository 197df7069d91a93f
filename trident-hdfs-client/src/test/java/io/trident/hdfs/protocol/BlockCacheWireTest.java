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
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.guard.Guard;
import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.BlockCacheProtocolService;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CacheLeaseStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CachePinStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.RenewCacheLeaseRequestProto;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
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

  private static final int PAGES = 12;

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
                    new BlockCacheServer(new Echo(), new Guard((consequence, failure) -> {}))))
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
        .as("a lease on two pages, and another user's of that name")
        .extracting(LeaseInfo::user, LeaseInfo::bytes, lease -> lease.status().pins().size())
        .containsExactly(
            tuple("anna", 1L << 41, 2 * PinState.values().length),
            tuple("bert", 1L << 40, PinState.values().length));
  }

  @Test
  void aLeaseIsRenewedPageByPage() throws Exception {
    LeaseStatus status = client.renew("large");
    assertThat(status.known()).isTrue();
    assertThat(status.ttlMs()).isEqualTo(PAGES);
    assertThat(status.pins())
        .extracting(pin -> pin.pin().blockId())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, PAGES).boxed().toList());
    assertThat(asked)
        .startsWith(LeaseCursor.START, new LeaseCursor("anna", "large", -1, "ü"))
        .hasSize(PAGES);
  }

  @Test
  void aClientThatKnowsNoPagesGetsSomeOfThemAtOnce() throws Exception {
    CacheLeaseStatusProto answer =
        new BlockCacheServer(new Echo(), new Guard((consequence, failure) -> {}))
            .renew(null, RenewCacheLeaseRequestProto.newBuilder().setLeaseId("large").build());
    assertThat(answer.getPinsCount()).isEqualTo(10);
    assertThat(answer.hasNext()).isFalse();
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
    public Page<LeaseStatus> renew(String leaseId, LeaseCursor from) {
      if (leaseId.equals("lease")) {
        return new Page<>(LeaseStatus.unknown(), Optional.empty());
      }
      asked.add(from);
      PinStatus pin = new PinStatus(new CachePin("/f", asked.size(), "n"), PinState.CACHED);
      return new Page<>(
          new LeaseStatus(true, asked.size(), List.of(pin)),
          asked.size() == PAGES
              ? Optional.empty()
              : Optional.of(new LeaseCursor("anna", leaseId, -asked.size(), "ü")));
    }

    @Override
    public boolean release(String leaseId) {
      return leaseId.equals("lease");
    }

    @Override
    public Page<List<LeaseInfo>> list(LeaseCursor from) {
      LeaseInfo lease = new LeaseInfo("lease", "anna", "job_1", "pool", 1L << 40, everyState());
      LeaseInfo other = new LeaseInfo("lease", "bert", "job_1", "pool", 1L << 40, everyState());
      return from.equals(LeaseCursor.START)
          ? new Page<>(List.of(lease), Optional.of(new LeaseCursor("anna", "lease", 7, "n")))
          : new Page<>(List.of(lease, other), Optional.empty());
    }
  }
}
