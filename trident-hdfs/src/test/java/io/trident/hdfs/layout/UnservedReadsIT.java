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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.fixtures.HidingClassLoader;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.filesystem.RebuildingHdfs;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.ExtentWaits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.crypto.key.JavaKeyStoreProvider;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSStripedInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Reads where nothing is rebuilt: they are as HDFS's own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class UnservedReadsIT {
  private static final int NODES = 3;
  private static final Path THERE = new Path("/there");
  private static final Path LOST = new Path("/lost");
  private static final Path OF_TWO_BLOCKS = new Path("/of-two-blocks");
  private static final Path STRIPED = new Path("/striped/file");
  private static final Path ENCRYPTED = new Path("/encrypted/file");

  private TieredHdfs hdfs;

  @BeforeAll
  void start(@TempDir java.nio.file.Path directory) throws Exception {
    Configuration conf = LostExtents.configuration();
    conf.set(
        "hadoop.security.key.provider.path",
        JavaKeyStoreProvider.SCHEME_NAME + "://file" + directory.resolve("keys.jceks"));
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    KeyProvider provider = KeyProviderFactory.getProviders(conf).get(0);
    KeyProvider.Options options = KeyProvider.options(conf);
    options.setBitLength(128);
    provider.createKey("key", options);
    provider.flush();
    hdfs = TieredHdfs.start(conf, 1, types);
    DistributedFileSystem fileSystem = hdfs.fileSystem();
    hdfs.write(OF_TWO_BLOCKS.toString(), 2, 1);
    fileSystem.mkdirs(ENCRYPTED.getParent());
    fileSystem.createEncryptionZone(ENCRYPTED.getParent(), "key");
    write(ENCRYPTED, TieredHdfs.BLOCK);
    fileSystem.mkdirs(STRIPED.getParent());
    fileSystem.enableErasureCodingPolicy("XOR-2-1-1024k");
    fileSystem.setErasureCodingPolicy(STRIPED.getParent(), "XOR-2-1-1024k");
    write(STRIPED, 1 << 20); // of a cell
    write(LOST, TieredHdfs.BLOCK);
    String uuid = hdfs.blocks(LOST).get(0).getLocations()[0].getDatanodeUuid();
    do {
      fileSystem.delete(THERE, false);
      write(THERE, TieredHdfs.BLOCK);
    } while (hdfs.blocks(THERE).get(0).getLocations()[0].getDatanodeUuid().equals(uuid));
    for (int i = 0; i < NODES; i++) {
      if (hdfs.cluster().getDataNodes().get(i).getDatanodeUuid().equals(uuid)) {
        everythingIsRead(clients());
        hdfs.cluster().stopDataNode(i);
        return;
      }
    }
    throw new AssertionError("no node has it");
  }

  @AfterAll
  void stop() {
    hdfs.close();
  }

  private void write(Path path, long blockSize) throws Exception {
    try (FSDataOutputStream out =
        hdfs.fileSystem().create(path, true, 4096, (short) 1, blockSize)) {
      out.write(contentOf(path));
    }
    TieredHdfs.await("a location", () -> hdfs.blocks(path).get(0).getLocations().length > 0);
  }

  private static byte[] contentOf(Path path) {
    return path.toString().repeat(100).getBytes(StandardCharsets.UTF_8);
  }

  private Configuration clients() throws IOException {
    Configuration conf = hdfs.clientConfiguration();
    conf.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
    conf.setClass(
        "fs.AbstractFileSystem.hdfs.impl", RebuildingHdfs.class, AbstractFileSystem.class);
    conf.setInt("dfs.client.max.block.acquire.failures", 1);
    conf.setInt("dfs.client.retry.window.base", 10);
    return conf;
  }

  private static byte[] bytes(FileSystem fileSystem, Path path) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      return in.readAllBytes();
    }
  }

  private void everythingIsRead(Configuration conf) throws IOException {
    try (FileSystem fileSystem = FileSystem.newInstance(hdfs.fileSystem().getUri(), conf)) {
      for (Path path : List.of(THERE, LOST, STRIPED, ENCRYPTED)) {
        assertThat(bytes(fileSystem, path)).as("%s", path).isEqualTo(contentOf(path));
      }
      assertThat(bytes(fileSystem, OF_TWO_BLOCKS)).hasSize(2 * TieredHdfs.BLOCK);
    }
  }

  @Test
  void otherFilesHaveTheStreamsOfHdfs() throws Exception {
    try (FileSystem fileSystem = FileSystem.newInstance(hdfs.fileSystem().getUri(), clients());
        FSDataInputStream twoBlocks = fileSystem.open(OF_TWO_BLOCKS);
        FSDataInputStream striped = fileSystem.open(STRIPED);
        FSDataInputStream encrypted = fileSystem.open(ENCRYPTED);
        FSDataInputStream there = fileSystem.open(THERE)) {
      assertThat(twoBlocks.getWrappedStream()).isExactlyInstanceOf(DFSInputStream.class);
      assertThat(striped.getWrappedStream()).isExactlyInstanceOf(DFSStripedInputStream.class);
      assertThat(encrypted).isExactlyInstanceOf(HdfsDataInputStream.class);
      assertThat(encrypted.getWrappedStream()).isExactlyInstanceOf(CryptoInputStream.class);
      assertThat(there.getWrappedStream())
          .as("so that the test can fail")
          .isInstanceOf(DFSInputStream.class)
          .isNotExactlyInstanceOf(DFSInputStream.class);
    }
  }

  @Test
  void aClientOfARouterIsAsHdfssOwn() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ExtentWaits.class));
    GenericTestUtils.setLogLevel(LoggerFactory.getLogger(ExtentWaits.class), Level.INFO);
    try (Router router = new Router(hdfs.fileSystem().getClient().getNamenode());
        FileSystem fileSystem = FileSystem.newInstance(router.uri(), clients())) {
      assertThat(bytes(fileSystem, THERE)).isEqualTo(contentOf(THERE));
      assertThat(log.getOutput()).isEmpty();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> bytes(fileSystem, LOST)).isInstanceOf(BlockMissingException.class);
      }
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput().lines().filter(line -> line.contains("it is a router"))).hasSize(1);
  }

  @Test
  void whatIsNotRebuiltInTimeFailsAsOfHdfs() throws Exception {
    Configuration conf = clients();
    conf.setLong(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), 1_500);
    try (Router router = new Router(hdfs.fileSystem().getClient().getNamenode());
        FileSystem fileSystem = FileSystem.newInstance(router.uri(), conf)) {
      router.answer(ExtentState.AWAITED);
      long start = System.nanoTime();
      assertThatThrownBy(() -> bytes(fileSystem, LOST)).isInstanceOf(BlockMissingException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(100));
      assertThat(router.demands()).isBetween(2, 12);
    }
  }

  @Test
  void readersOfAFileShareTheirQuestionsAndStopWhenTheyAreInterrupted() throws Exception {
    Configuration conf = clients();
    conf.setLong(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), 600_000);
    ExecutorService threads = Executors.newFixedThreadPool(64);
    try (Router router = new Router(hdfs.fileSystem().getClient().getNamenode());
        FileSystem fileSystem = FileSystem.newInstance(router.uri(), conf)) {
      router.answer(ExtentState.AWAITED);
      CountDownLatch open = new CountDownLatch(64);
      List<Future<Integer>> readers = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < 64; i++) {
        readers.add(
            threads.submit(
                () -> {
                  try (FSDataInputStream in = fileSystem.open(LOST)) {
                    open.countDown();
                    return in.read();
                  }
                }));
      }
      open.await();
      int before = router.demands();
      while (router.demands() < before + 4) {
        Thread.sleep(20);
      }
      long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertThat((long) router.demands()).isLessThanOrEqualTo(2 + elapsed / 250);

      threads.shutdownNow(); // interrupts them
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      for (Future<Integer> reader : readers) {
        assertThatThrownBy(reader::get)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOfAny(InterruptedIOException.class, ClosedByInterruptException.class);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** What the file systems themselves are made of. */
  private static final Set<String> NEEDED =
      Set.of(
          RebuildingFileSystem.class.getName(),
          RebuildingHdfs.class.getName(),
          "org.apache.hadoop.hdfs.ReadRecoveryBridge",
          "org.apache.hadoop.fs.HdfsRecoveryBridge",
          "io.trident.core.guard.Guard",
          "io.trident.core.guard.Guard$Report");

  @Test
  @Tag("slow")
  void aClassThatIsMissingIsLoggedOnceAndReadsAreHdfss() throws Exception {
    HidingClassLoader all = hiding("");
    assertThat(readWith(all)).isEmpty();
    Set<String> asked = new TreeSet<>(all.asked());
    assertThat(asked).containsAll(NEEDED);
    asked.removeAll(NEEDED);
    assertThat(asked)
        .contains(
            "io.trident.hdfs.filesystem.ExtentRecovery",
            "io.trident.hdfs.protocol.ExtentWaits",
            "org.apache.hadoop.hdfs.ReadRecovery",
            "org.apache.hadoop.hdfs.RecoveringClient",
            "org.apache.hadoop.hdfs.RecoveringStream")
        .hasSizeGreaterThan(10);
    for (String missing : asked) {
      String log = readWith(hiding(missing));
      assertThat(log.lines().filter(line -> line.contains("WARN")))
          .as("without %s: %s", missing, log)
          .allMatch(line -> line.contains("fail as those of other files"))
          .hasSizeLessThanOrEqualTo(2); // of FileSystem and of FileContext
      if (!missing.contains("proto")) {
        assertThat(log).as("without %s", missing).contains("fail as those of other files");
      }
    }
  }

  /** Loads HDFS's client and Trident anew, but for what the JVM has once. */
  private static HidingClassLoader hiding(String name) {
    return new HidingClassLoader(
        name,
        one ->
            one.startsWith("io.trident.")
                || one.matches("org\\.apache\\.hadoop\\..*Recover(y|ing).*"),
        one ->
            one.startsWith("io.trident.")
                || one.startsWith("org.apache.hadoop.hdfs.")
                    && !one.startsWith("org.apache.hadoop.hdfs.DFSOpsCountStatistics") // global
                || one.startsWith("org.apache.hadoop.fs.Hdfs"));
  }

  /** Reads through both interfaces, and returns what is logged. */
  private String readWith(HidingClassLoader loader) throws Exception {
    Configuration conf = clients();
    conf.setClassLoader(loader);
    conf.set("fs.hdfs.impl", RebuildingFileSystem.class.getName());
    conf.set("fs.AbstractFileSystem.hdfs.impl", RebuildingHdfs.class.getName());
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger("io.trident.hdfs"));
    try {
      try (FileSystem fileSystem = FileSystem.newInstance(hdfs.fileSystem().getUri(), conf)) {
        assertThat(fileSystem.getClass().getClassLoader()).isSameAs(loader);
        assertThat(bytes(fileSystem, THERE)).isEqualTo(contentOf(THERE));
        assertThatThrownBy(() -> bytes(fileSystem, LOST))
            .isInstanceOf(IOException.class)
            .extracting(e -> e.getClass().getName())
            .isEqualTo(BlockMissingException.class.getName());
      }
      FileContext context = FileContext.getFileContext(hdfs.fileSystem().getUri(), conf);
      try (FSDataInputStream in = context.open(THERE)) {
        assertThat(in.readAllBytes()).isEqualTo(contentOf(THERE));
      }
      try (FSDataInputStream in = context.open(LOST)) {
        assertThatThrownBy(in::read)
            .extracting(e -> e.getClass().getName())
            .isEqualTo(BlockMissingException.class.getName());
      }
    } finally {
      log.stopCapturing();
    }
    return log.getOutput();
  }
}
