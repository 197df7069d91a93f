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
package io.trident.hdfs.locate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredReplica;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockTiersProtocolPB;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.BlockTiersProtocolService;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto.FileProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersResponseProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real NameNode whose Trident protocol is served by something broken, or by nothing. */
class PluginFaultsIT {
  private static TieredHdfs hdfs;
  private static Path path;
  private static Path other;

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger calls = new AtomicInteger();

  /** How long a client waits for the plugin; on a busy machine an answer may take a while. */
  private long timeoutMs = 20_000;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    // The configured plugin fails to start: the NameNode has to start all the same.
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(HdfsKeys.PLUGIN_MAX_BLOCKS.name(), "many");
    hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}});
    path = hdfs.write("/file", 2, 1);
    other = hdfs.write("/other", 2, 1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  /** Serves the protocol by an answer; replaces what served it before. */
  private void serve(Answer answer) {
    BlockTiersProtocolPB translator =
        new BlockTiersProtocolPB() {
          @Override
          public GetBlockTiersResponseProto getBlockTiers(
              RpcController controller, GetBlockTiersRequestProto request) throws ServiceException {
            calls.incrementAndGet();
            return answer.give();
          }

          @Override
          public GetBlockTiersOfFilesResponseProto getBlockTiersOfFiles(
              RpcController controller, GetBlockTiersOfFilesRequestProto request)
              throws ServiceException {
            calls.incrementAndGet();
            GetBlockTiersResponseProto file = answer.give();
            return GetBlockTiersOfFilesResponseProto.newBuilder()
                .addFiles(FileProto.newBuilder().setIndex(1).setTiers(file))
                .addFiles(FileProto.newBuilder().setIndex(0).setTiers(file))
                .build();
          }
        };
    ((NameNodeRpcServer) hdfs.cluster().getNameNodeRpc())
        .getClientRpcServer()
        .addProtocol(
            RPC.RpcKind.RPC_PROTOCOL_BUFFER,
            BlockTiersProtocolPB.class,
            BlockTiersProtocolService.newReflectiveBlockingService(translator));
  }

  private interface Answer {
    GetBlockTiersResponseProto give() throws ServiceException;
  }

  private TierLocator locator() throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.PLUGIN_TIMEOUT_MS.name(), timeoutMs);
    return new TierLocator(conf, clock::get);
  }

  private SegmentTiers fresh(TierLocator locator) {
    clock.addAndGet(31_000_000_000L);
    FileSegment whole = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
    return requireNonNull(locator.locate(List.of(whole)).get(whole));
  }

  /** HDFS's own answer is used, and the plugin asked again only after a minute. */
  private void assertFallsBack(Degradation cause) throws Exception {
    try (TierLocator locator = locator()) {
      for (int i = 1; i <= 2; i++) {
        SegmentTiers found = fresh(locator);
        assertThat(found.availability()).isEqualTo(Availability.KNOWN);
        assertThat(found.blocks()).hasSize(2);
        assertThat(found.blocks().get(1).replicas())
            .extracting(StoredReplica::storageType)
            .containsExactly("DISK");
        assertThat(locator.metrics().count(cause)).as("look-up %d", i).isEqualTo(1);
      }
      Map<FileSegment, SegmentTiers> several = locator.locate(both());
      assertThat(several.values()).extracting(SegmentTiers::blocks).allMatch(b -> b.size() == 2);
      int callsByThen = calls.get();
      clock.addAndGet(31_000_000_000L);
      assertThat(fresh(locator).availability()).isEqualTo(Availability.KNOWN);
      assertThat(locator.metrics().count(cause)).isEqualTo(2);
      assertThat(calls.get()).isGreaterThanOrEqualTo(callsByThen);
    }
  }

  private static List<FileSegment> both() {
    return List.of(
        new FileSegment(path.toString(), 0, Long.MAX_VALUE),
        new FileSegment(other.toString(), 0, Long.MAX_VALUE));
  }

  /** Asked for several files at once, a broken plugin gets no other chance than for one. */
  private void assertFallsBackForSeveral(Degradation cause) throws Exception {
    try (TierLocator locator = locator()) {
      int before = calls.get();
      Map<FileSegment, SegmentTiers> found = locator.locate(both());
      assertThat(found.values())
          .allMatch(file -> file.availability() == Availability.KNOWN)
          .allMatch(file -> file.blocks().size() == 2);
      assertThat(locator.metrics().count(cause)).isEqualTo(1);
      assertThat(calls.get() - before).isBetween(1, 2);
    }
  }

  private static GetBlockTiersResponseProto response(ByteString locatedBlocks) {
    return GetBlockTiersResponseProto.newBuilder().setLocatedBlocks(locatedBlocks).build();
  }

  private static LocatedBlocksProto truth() throws IOException {
    return PBHelperClient.convert(
        hdfs.fileSystem().getClient().getLocatedBlocks("/file", 0, Long.MAX_VALUE));
  }

  @Test
  void absentPlugin() throws Exception {
    try (TieredHdfs plain =
            TieredHdfs.start(
                TieredHdfs.configuration(), 1, new StorageType[][] {{StorageType.DISK}});
        TierLocator locator = new TierLocator(plain.clientConfiguration(), clock::get)) {
      FileSegment segment = new FileSegment(plain.write("/file", 1, 1).toString(), 0, 1);
      assertThat(requireNonNull(locator.locate(List.of(segment)).get(segment)).blocks()).hasSize(1);
      assertThat(locator.metrics().count(Degradation.PLUGIN_ABSENT)).isEqualTo(1);
    }
  }

  @Test
  void rubbishBytes() throws Exception {
    byte[] rubbish = new byte[10_000];
    new Random(1).nextBytes(rubbish);
    serve(() -> response(ByteString.copyFrom(rubbish)));
    assertFallsBack(Degradation.PLUGIN_FAILED);
    assertThat(calls.get()).isEqualTo(2);
    assertFallsBackForSeveral(Degradation.PLUGIN_FAILED);
  }

  @Test
  void wellFormedNonsense() throws Exception {
    LocatedBlocksProto.Builder backwards = truth().toBuilder();
    backwards.addBlocks(backwards.getBlocks(0));
    serve(() -> response(backwards.build().toByteString()));
    assertFallsBack(Degradation.PLUGIN_FAILED);
    assertFallsBackForSeveral(Degradation.PLUGIN_FAILED);

    LocatedBlocksProto.Builder endless = truth().toBuilder();
    endless.getBlocksBuilder(0).getBBuilder().setNumBytes(Long.MAX_VALUE);
    endless.getBlocksBuilder(1).setOffset(-1);
    serve(() -> response(endless.build().toByteString()));
    assertFallsBack(Degradation.PLUGIN_FAILED);

    LocatedBlocksProto.Builder typeless = truth().toBuilder();
    typeless.getBlocksBuilder(0).clearStorageTypes().clearStorageIDs().clearLocs();
    serve(() -> response(typeless.build().toByteString()));
    try (TierLocator locator = locator()) {
      assertThat(fresh(locator).availability()).isEqualTo(Availability.KNOWN);
    }
  }

  @Test
  void failingServer() throws Exception {
    serve(
        () -> {
          throw new IllegalStateException("broken");
        });
    assertFallsBack(Degradation.PLUGIN_FAILED);
    serve(
        () -> {
          throw new ServiceException(new IOException("broken"));
        });
    assertFallsBack(Degradation.PLUGIN_FAILED);
  }

  /** Asked instead, HDFS would have the work that the plugin refuses to do. */
  @Test
  void busyServer() throws Exception {
    serve(
        () -> {
          throw new ServiceException(new RetriableException("busy"));
        });
    long located = hdfs.blockLocationCalls();
    try (TierLocator locator = locator()) {
      assertThat(fresh(locator).availability()).isEqualTo(Availability.UNREACHABLE);
      assertThat(locator.locate(both()).values())
          .allMatch(file -> file.availability() == Availability.UNREACHABLE);
      assertThat(calls.get()).as("left alone").isEqualTo(1);
      assertThat(locator.metrics().count(Degradation.PLUGIN_BUSY)).isEqualTo(1);
      assertThat(hdfs.blockLocationCalls()).as("HDFS, too").isEqualTo(located);

      GetBlockTiersResponseProto answer = response(truth().toByteString());
      serve(() -> answer);
      clock.addAndGet(10_000_000_000L);
      assertThat(locator.locate(both()).values())
          .allMatch(file -> file.availability() == Availability.KNOWN);
    }
  }

  @Test
  void slowServer() throws Exception {
    timeoutMs = 300;
    serve(
        () -> {
          sleep(Duration.ofSeconds(2));
          return response(ByteString.EMPTY);
        });
    long start = System.nanoTime();
    assertFallsBack(Degradation.PLUGIN_SLOW);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1_900));
  }

  @Test
  void lateAnswerIsUsedByTheNextLookUp() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    GetBlockTiersResponseProto answer = response(truth().toByteString());
    serve(
        () -> {
          awaitUninterruptibly(released);
          return answer;
        });
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.PLUGIN_TIMEOUT_MS.name(), 20_000);
    conf.setLong(HdfsKeys.LOCATE_TIMEOUT_MS.name(), 200);
    try (TierLocator locator = new TierLocator(conf, clock::get)) {
      FileSegment whole = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
      SegmentTiers early = requireNonNull(locator.locate(List.of(whole)).get(whole));
      assertThat(early.availability()).isEqualTo(Availability.UNREACHABLE);
      assertThat(locator.metrics().count(Degradation.TIMED_OUT)).isEqualTo(1);

      released.countDown();
      TieredHdfs.await(
          "the late answer",
          () -> requireNonNull(locator.locate(List.of(whole)).get(whole)).blocks().size() == 2);
      assertThat(calls.get()).as("one call in all").isEqualTo(1);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nameNodeThatAnswersRubbish() throws Exception {
    byte[] rubbish = new byte[1_000];
    new Random(2).nextBytes(rubbish);
    assertUnreachable(
        socket -> {
          try {
            socket.getOutputStream().write(rubbish);
            socket.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void nameNodeThatNeverAnswers() throws Exception {
    assertUnreachable(socket -> {});
  }

  private void assertUnreachable(Consumer<Socket> server) throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.LOCATE_TIMEOUT_MS.name(), 1_000);
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0);
        TierLocator locator = new TierLocator(conf, clock::get)) {
      Thread acceptor =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Socket socket = listener.accept();
                    synchronized (sockets) {
                      sockets.add(socket);
                    }
                    server.accept(socket);
                  }
                } catch (IOException | UncheckedIOException e) {
                  return; // closed
                }
              });
      acceptor.start();
      FileSegment there =
          new FileSegment("hdfs://localhost:" + listener.getLocalPort() + "/file", 0, 1);
      long start = System.nanoTime();
      SegmentTiers found = requireNonNull(locator.locate(List.of(there)).get(there));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertThat(found.availability()).isEqualTo(Availability.UNREACHABLE);
      assertThat(
              locator.metrics().count(Degradation.UNREACHABLE)
                  + locator.metrics().count(Degradation.TIMED_OUT))
          .isPositive();
    } finally {
      synchronized (sockets) {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
