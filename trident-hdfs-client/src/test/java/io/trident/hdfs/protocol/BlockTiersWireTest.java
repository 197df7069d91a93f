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

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.guard.Guard;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.BlockTiersProtocolService;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol over a real RPC server and a real connection. */
class BlockTiersWireTest {
  private static final LocatedBlocks NOTHING =
      new LocatedBlocks(42, false, List.of(), null, true, null, null);

  private final Configuration conf = new Configuration();
  private final Guard guard = new Guard((consequence, failure) -> {});
  private RPC.Server server;
  private BlockTiersClient client;

  @BeforeEach
  void start() throws Exception {
    RPC.setProtocolEngine(conf, BlockTiersProtocolPB.class, ProtobufRpcEngine2.class);
    BlockTiersServer nobody =
        new BlockTiersServer(
            (src, offset, length) -> {
              throw new IOException("not served yet");
            },
            guard);
    server =
        new RPC.Builder(conf)
            .setProtocol(BlockTiersProtocolPB.class)
            .setInstance(BlockTiersProtocolService.newReflectiveBlockingService(nobody))
            .setBindAddress("localhost")
            .setPort(0)
            .setNumHandlers(1)
            .build();
    server.start();
    client =
        BlockTiersClient.to(
            server.getListenerAddress(),
            UserGroupInformation.getCurrentUser(),
            conf,
            Duration.ofMillis(500));
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop();
  }

  @Test
  void questionAndAnswerArriveAsSent() throws Exception {
    List<String> asked = new ArrayList<>();
    Map<Long, Map<String, Integer>> pending =
        Map.of(1L, Map.of("a", 0), Long.MAX_VALUE, Map.of("a", 1, "b", 0, "c", 16), -5L, Map.of());
    BlockTiersServer.add(
        server,
        (src, offset, length) -> {
          asked.add(src + " " + offset + " " + length);
          return new LocatedFile(NOTHING, pending);
        },
        guard);

    LocatedFile answer = client.getBlockTiers("/a b/ü%20", 7, Long.MAX_VALUE);

    assertThat(asked).containsExactly("/a b/ü%20 7 " + Long.MAX_VALUE);
    assertThat(answer.pendingCache()).isEqualTo(pending);
    assertThat(answer.blocks().getFileLength()).isEqualTo(42);
    assertThat(answer.blocks().getLocatedBlocks()).isEmpty();
  }

  @Test
  void filesThatCannotBeReadAreLeftOutOfSeveral() throws Exception {
    List<String> asked = new ArrayList<>();
    BlockTiersServer.add(
        server,
        (src, offset, length) -> {
          asked.add(src + " " + offset + " " + length);
          switch (src) {
            case "/missing" -> throw new FileNotFoundException("no " + src);
            case "/secret" -> throw new AccessControlException("not for you: " + src);
            default -> {
              return new LocatedFile(NOTHING, Map.of((long) src.length(), Map.of(src, 2)));
            }
          }
        },
        guard);

    Map<String, LocatedFile> answer =
        client.getBlockTiersOfFiles(List.of("/a", "/missing", "/ü b", "/secret", "/a"));

    assertThat(asked).contains("/ü b 0 " + Long.MAX_VALUE);
    assertThat(answer).containsOnlyKeys("/a", "/ü b");
    LocatedFile a = requireNonNull(answer.get("/a"));
    assertThat(a.pendingCache()).isEqualTo(Map.of(2L, Map.of("/a", 2)));
    assertThat(a.blocks().getFileLength()).isEqualTo(42);
    assertThat(requireNonNull(answer.get("/ü b")).pendingCache())
        .isEqualTo(Map.of(4L, Map.of("/ü b", 2)));
    assertThat(client.getBlockTiersOfFiles(List.of())).isEmpty();
  }

  @Test
  void anAnswerAboutSeveralFilesIsBounded() throws Exception {
    LocatedBlock block =
        new LocatedBlock(new ExtendedBlock("pool", 1), new DatanodeInfoWithStorage[0]);
    LocatedBlocks large =
        new LocatedBlocks(
            0,
            false,
            Collections.nCopies(BlockTiersProtocol.MAX_BLOCKS_OF_FILES / 2, block),
            null,
            true,
            null,
            null);
    BlockTiersServer.add(server, (src, offset, length) -> LocatedFile.withoutPending(large), guard);

    assertThat(client.getBlockTiersOfFiles(List.of("/a", "/b", "/c", "/d", "/e")))
        .containsOnlyKeys("/a", "/b", "/c");
  }

  @Test
  void aNameNodeThatCannotAnswerIsReportedOfAllFiles() {
    BlockTiersServer.add(
        server,
        (src, offset, length) -> {
          throw new StandbyException("not here");
        },
        guard);
    assertThatThrownBy(() -> client.getBlockTiersOfFiles(List.of("/a", "/b")))
        .isInstanceOfSatisfying(
            RemoteException.class,
            e -> assertThat(e.unwrapRemoteException()).isInstanceOf(StandbyException.class));
  }

  @Test
  void refusalsKeepTheirClass() {
    BlockTiersServer.add(
        server,
        (src, offset, length) -> {
          throw new FileNotFoundException("no " + src);
        },
        guard);
    assertThatThrownBy(() -> client.getBlockTiers("/file", 0, 1))
        .isInstanceOfSatisfying(
            RemoteException.class,
            e ->
                assertThat(e.unwrapRemoteException())
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessageContaining("no /file"));
  }

  @Test
  void whatFailsInThePluginIsContainedAndNotSupported() {
    for (Throwable failure :
        List.of(new NoClassDefFoundError("gone"), new IllegalStateException("bug"))) {
      long before = guard.failures();
      BlockTiersServer.add(
          server,
          (src, offset, length) -> {
            if (failure instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) failure;
          },
          guard);
      assertThatThrownBy(() -> client.getBlockTiers("/file", 0, 1))
          .isInstanceOfSatisfying(
              RemoteException.class,
              e ->
                  assertThat(e.getClassName())
                      .isEqualTo(UnsupportedOperationException.class.getName()));
      assertThat(guard.failures()).isEqualTo(before + 1);
    }
  }

  @Test
  void answersAreWaitedForNoLongerThanAsked() {
    CountDownLatch never = new CountDownLatch(1);
    BlockTiersServer.add(
        server,
        (src, offset, length) -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          return LocatedFile.withoutPending(NOTHING);
        },
        guard);
    assertThatThrownBy(() -> client.getBlockTiers("/file", 0, 1))
        .isInstanceOf(SocketTimeoutException.class);
    never.countDown();
  }

  @Test
  void nobodyThereIsReportedAtOnce() {
    server.stop();
    assertThatThrownBy(() -> client.getBlockTiers("/file", 0, 1)).isInstanceOf(IOException.class);
  }
}
