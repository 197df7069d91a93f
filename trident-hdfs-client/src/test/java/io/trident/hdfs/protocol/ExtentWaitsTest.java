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

import io.trident.core.guard.Guard;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.BlockTiersProtocolService;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits over real RPC servers, which stand for NameNodes and routers. */
@Timeout(120)
class ExtentWaitsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Longer than a slow machine takes for some calls. */
  private static final Duration LONG = Duration.ofSeconds(60);

  private final Configuration conf = new Configuration();
  private final List<RPC.Server> servers = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final AtomicInteger questions = new AtomicInteger();

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    servers.forEach(RPC.Server::stop);
  }

  /** What a NameNode answers. */
  private interface NameNode {
    ExtentState demand(String file) throws IOException;
  }

  /** Starts a server that has another protocol, as a router or a NameNode without the plugin. */
  private RPC.Server server() throws IOException {
    RPC.setProtocolEngine(conf, BlockTiersProtocolPB.class, ProtobufRpcEngine2.class);
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(BlockTiersProtocolPB.class)
            .setInstance(
                BlockTiersProtocolService.newReflectiveBlockingService(
                    new BlockTiersServer(
                        (src, offset, length) -> {
                          throw new IOException("not asked");
                        },
                        new Guard((consequence, failure) -> {}))))
            .setBindAddress("localhost")
            .setPort(0)
            .setNumHandlers(4)
            .build();
    servers.add(server);
    server.start();
    return server;
  }

  private RPC.Server server(NameNode nameNode) throws IOException {
    RPC.Server server = server();
    LayoutTableServer.add(server, new Demands(nameNode), new Guard((consequence, failure) -> {}));
    return server;
  }

  /** Serves demands only. */
  private final class Demands implements LayoutTableProtocol {
    private final NameNode nameNode;

    Demands(NameNode nameNode) {
      this.nameNode = nameNode;
    }

    @Override
    public ExtentState demand(String file) throws IOException {
      questions.incrementAndGet();
      asked.add(file);
      return nameNode.demand(file);
    }

    @Override
    public LayoutServer describe() {
      throw new AssertionError();
    }

    @Override
    public String publish(String build, String table, String kept) {
      throw new AssertionError();
    }

    @Override
    public String append(String build, String table, String source, String kept) {
      throw new AssertionError();
    }
  }

  private static URI uri(RPC.Server server) {
    return URI.create("hdfs://localhost:" + server.getListenerAddress().getPort());
  }

  /** Configures a name service. */
  private URI service(InetSocketAddress... nameNodes) {
    conf.set("dfs.nameservices", "ns");
    List<String> names = new ArrayList<>();
    for (InetSocketAddress one : nameNodes) {
      String name = "nn" + names.size();
      names.add(name);
      conf.set("dfs.namenode.rpc-address.ns." + name, "localhost:" + one.getPort());
    }
    conf.set("dfs.ha.namenodes.ns", String.join(",", names));
    conf.set(
        "dfs.client.failover.proxy.provider.ns",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    return URI.create("hdfs://ns");
  }

  private ExtentWaits waits(URI fileSystem) throws IOException {
    return new ExtentWaits(
        fileSystem, conf, UserGroupInformation.getCurrentUser(), TIMEOUT, System::nanoTime);
  }

  /** Returns an address on which nobody listens. */
  private static InetSocketAddress nobody() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new InetSocketAddress("localhost", free.getLocalPort());
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void anExtentIsWaitedForUntilItCanBeRead() throws Exception {
    RPC.Server server =
        server(
            file ->
                switch (questions.get()) {
                  case 1 -> throw new RetriableException("just active");
                  case 2 -> ExtentState.AWAITED;
                  default -> ExtentState.READABLE;
                });
    assertThat(waits(uri(server)).isOver("/t/e", LONG)).isTrue();
    assertThat(questions).hasValue(3);
    assertThat(asked).containsExactly("/t/e");
  }

  @Test
  void otherFilesAreAskedForOnce() throws Exception {
    RPC.Server server =
        server(
            file ->
                switch (file) {
                  case "/missing" -> throw new FileNotFoundException(file);
                  case "/secret" -> throw new AccessControlException(file);
                  case "/broken" -> throw new IllegalStateException(file);
                  default -> ExtentState.NOT_REBUILT;
                });
    ExtentWaits waits = waits(uri(server));
    List<String> files = List.of("/missing", "/secret", "/broken", "/plain");
    for (String file : files) {
      assertThat(waits.isOver(file, LONG)).isFalse();
    }
    assertThat(questions).hasValue(files.size());
  }

  @Test
  void aServerWithoutTheProtocolIsNotWaitedFor() throws Exception {
    ExtentWaits waits = waits(uri(server()));
    long start = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      assertThat(waits.isOver("/t/e" + i, LONG)).isFalse();
    }
    assertThat(since(start)).isLessThan(LONG);
  }

  @Test
  void readersOfAFileShareItsQuestions() throws Exception {
    CountDownLatch rebuilt = new CountDownLatch(1);
    RPC.Server server =
        server(file -> rebuilt.getCount() == 0 ? ExtentState.READABLE : ExtentState.AWAITED);
    ExtentWaits waits = waits(uri(server));
    List<Future<Boolean>> readers = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 64; i++) {
      readers.add(threads.submit(() -> waits.isOver("/t/e", LONG)));
    }
    while (questions.get() < 4) {
      Thread.sleep(20);
    }
    assertThat((long) questions.get()).isLessThanOrEqualTo(2 + since(start).toMillis() / 250);
    rebuilt.countDown();
    for (Future<Boolean> reader : readers) {
      assertThat(reader.get()).isTrue();
    }
  }

  @Test
  void filesDoNotWaitForEachOther() throws Exception {
    CountDownLatch rebuilt = new CountDownLatch(1);
    RPC.Server server =
        server(
            file ->
                file.equals("/other") || rebuilt.getCount() == 0
                    ? ExtentState.READABLE
                    : ExtentState.AWAITED);
    ExtentWaits waits = waits(uri(server));
    Future<Boolean> reader = threads.submit(() -> waits.isOver("/t/e", LONG));
    while (questions.get() < 2) {
      Thread.sleep(20);
    }
    assertThat(waits.isOver("/other", LONG)).isTrue();
    assertThat(reader).isNotDone();
    rebuilt.countDown();
    assertThat(reader.get()).isTrue();
  }

  @Test
  void aReaderThatIsInterruptedStopsAtOnceAndOthersWaitOn() throws Exception {
    CountDownLatch rebuilt = new CountDownLatch(1);
    RPC.Server server =
        server(file -> rebuilt.getCount() == 0 ? ExtentState.READABLE : ExtentState.AWAITED);
    ExtentWaits waits = waits(uri(server));
    Set<Thread> running = ConcurrentHashMap.newKeySet();
    List<Future<Boolean>> readers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      readers.add(
          threads.submit(
              () -> {
                running.add(Thread.currentThread());
                return waits.isOver("/t/e", LONG);
              }));
    }
    while (questions.get() < 2 || running.size() < 8) {
      Thread.sleep(20);
    }
    long start = System.nanoTime();
    List<Thread> interrupted = new ArrayList<>(running).subList(0, 7);
    interrupted.forEach(Thread::interrupt);
    while (readers.stream().filter(Future::isDone).count() < 7) {
      Thread.sleep(5);
    }
    assertThat(since(start)).isLessThan(Duration.ofSeconds(20));
    rebuilt.countDown();
    Set<Boolean> results = new HashSet<>();
    for (Future<Boolean> reader : readers) {
      try {
        results.add(reader.get());
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(InterruptedIOException.class);
      }
    }
    assertThat(results).containsExactly(true);
  }

  @Test
  void aFailOverIsWaitedFor() throws Exception {
    AtomicInteger active = new AtomicInteger(0);
    RPC.Server first =
        server(
            file -> {
              if (active.get() != 1) {
                throw new StandbyException("on standby");
              }
              return ExtentState.AWAITED;
            });
    RPC.Server second =
        server(
            file -> {
              if (active.get() != 2) {
                throw new StandbyException("on standby");
              }
              return ExtentState.READABLE;
            });
    ExtentWaits waits = waits(service(first.getListenerAddress(), second.getListenerAddress()));
    Future<Boolean> reader = threads.submit(() -> waits.isOver("/t/e", LONG));
    while (questions.get() < 6) { // none is active
      Thread.sleep(20);
    }
    active.set(1);
    Thread.sleep(500); // whether it is asked or not
    active.set(0);
    first.stop();
    Thread.sleep(500);
    assertThat(reader).isNotDone();
    active.set(2);
    assertThat(reader.get()).isTrue();
  }

  @Test
  void aNameNodeThatDoesNotAnswerLeavesTimeForTheOther() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      RPC.Server active = server(file -> ExtentState.READABLE);
      URI service =
          service(
              new InetSocketAddress("localhost", silent.getLocalPort()),
              active.getListenerAddress());
      assertThat(waits(service).isOver("/t/e", LONG)).isTrue();
    }
  }

  @Test
  void aNameNodeThatCannotBeReachedIsWaitedForAndNotLonger() throws Exception {
    ExtentWaits waits = waits(URI.create("hdfs://localhost:" + nobody().getPort()));
    long start = System.nanoTime();
    assertThat(waits.isOver("/t/e", Duration.ofSeconds(2))).isFalse();
    assertThat(since(start)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(30));

    start = System.nanoTime();
    assertThat(waits.isOver("/t/e", Duration.ZERO)).isFalse();
    assertThat(since(start)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void whoIsInterruptedBeforeDoesNotWait() throws Exception {
    ExtentWaits waits = waits(uri(server(file -> ExtentState.AWAITED)));
    Future<Boolean> reader =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              try {
                return waits.isOver("/t/e", LONG);
              } finally {
                assertThat(Thread.interrupted()).isTrue();
              }
            });
    assertThatThrownBy(reader::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedIOException.class);
  }
}
