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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.PublishedFigures;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.SliceCall;
import io.trident.hdfs.protocol.SliceClient;
import io.trident.hdfs.protocol.SliceReply;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of a real DataNode, with block tokens, that ask for what they should not have. */
@Tag("slow")
class HostileSlicesIT {
  private static final int MEMORY = 1 << 20;
  private static final int READERS = 1;
  private static final String MALLORY = "mallory";
  private static final String KEY = "key";

  private static final String SPEC =
      TableSpecJson.write(
          new TableSpec(
              new Schema(List.of(new Column("value", ColumnType.of(ColumnType.Kind.STRING)))),
              List.of(DimensionSpec.byHash("value")),
              new FormatSpec("text", 1, Map.of()),
              4,
              1,
              4,
              1));

  private static TieredHdfs hdfs;
  private static Path file;
  private static Path other;

  /** Returns the threads that serve slices. */
  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("trident-datanode-slices"))
        .toList();
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setInt(HdfsKeys.SLICES_MEMORY_MB.name(), 1);
    conf.setInt(HdfsKeys.SLICES_READERS.name(), READERS);
    conf.setLong(HdfsKeys.SLICES_GATHER_MS.name(), 100);
    conf.setLong(HdfsKeys.SLICES_QUEUE_MS.name(), 20_000);
    // a file, so that DataNodes could decrypt
    conf.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
        "jceks://file" + Files.createTempDirectory("keys").resolve("keys.jks"));
    hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}});
    hdfs.fileSystem()
        .getClient()
        .setKeyProvider(hdfs.cluster().getNameNode().getNamesystem().getProvider());
    file = write("/data/file");
    other = write("/data/other");
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static List<String> lines(String path) {
    return IntStream.range(0, 1_000).mapToObj(i -> path + "-" + i).toList();
  }

  private static Path write(String path) throws IOException {
    try (FSDataOutputStream out =
        hdfs.fileSystem().create(new Path(path), true, 4096, (short) 1, 1 << 20)) {
      out.write((String.join("\n", lines(path)) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return new Path(path);
  }

  private static LocatedBlock block(Path path) throws IOException {
    return hdfs.fileSystem()
        .getClient()
        .getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE)
        .get(0);
  }

  private static SliceClient client(String user) throws IOException {
    return SliceClient.to(
        new InetSocketAddress("127.0.0.1", block(file).getLocations()[0].getIpcPort()),
        UserGroupInformation.createRemoteUser(user),
        hdfs.clientConfiguration(),
        Duration.ofSeconds(60));
  }

  private static SliceCall call(LocatedBlock block, String path, Slice slice) {
    return new SliceCall(
        block.getBlock(),
        block.getBlockToken(),
        path,
        new SliceRequest(SPEC, 0, slice, slice.slices()),
        0);
  }

  private static SliceReply answer(SliceClient client, SliceCall call) throws Exception {
    SliceReply reply = client.readSlice(call);
    while (reply instanceof SliceReply.Later later) {
      Thread.sleep(later.retryAfter().toMillis());
      reply = client.readSlice(call);
    }
    return reply;
  }

  private static void assertRefused(
      SliceClient mallory, SliceCall call, Class<?> error, String cause) {
    assertThatThrownBy(() -> mallory.readSlice(call))
        .hasMessageContaining(cause)
        .isInstanceOfSatisfying(
            RemoteException.class,
            refusal -> assertThat(refusal.getClassName()).isEqualTo(error.getName()));
  }

  private static void assertRefused(SliceCall call, Class<?> error, String cause)
      throws IOException {
    try (SliceClient mallory = client(MALLORY)) {
      assertRefused(mallory, call, error, cause);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data/file",
        "",
        "/data/../data/file",
        "/data/./file",
        "//data/file",
        "/data//file",
        "hdfs://elsewhere/data/file",
        "/elsewhere:8020/file",
        "/data/file\n2026-01-01 00:00:00 ERROR"
      })
  void aPathThatIsNotNormalIsRefused(String path) throws IOException {
    assertRefused(call(block(file), path, new Slice(0, 2)), InvalidRequestException.class, "path");
  }

  /** Whether it is there or not, and whose it is, shows nowhere. */
  @ParameterizedTest
  @ValueSource(strings = {"/data/other", "/data/absent", "/", "/data", "/.reserved/raw/data/other"})
  void aPathThatIsNotTheBlocksHasNoSlices(String path) throws Exception {
    try (SliceClient mallory = client(MALLORY)) {
      assertThat(answer(mallory, call(block(file), path, new Slice(0, 2))))
          .isEqualTo(new SliceReply.Refused(Reason.FAILED));
    }
  }

  @Test
  void aBlockThatIsNotHereIsRefused() throws IOException {
    LocatedBlock block = block(file);
    ExtendedBlock own = block.getBlock();
    for (ExtendedBlock one :
        List.of(
            new ExtendedBlock("BP-other", own.getBlockId(), own.getNumBytes(), 1),
            new ExtendedBlock("x".repeat(1_000), own.getBlockId(), own.getNumBytes(), 1))) {
      assertRefused(
          asking(one, block.getBlockToken()), InvalidRequestException.class, "block pool");
    }
    for (long length : List.of(-1L, Long.MIN_VALUE, own.getNumBytes() + 1, Long.MAX_VALUE)) {
      ExtendedBlock one =
          new ExtendedBlock(
              own.getBlockPoolId(), own.getBlockId(), length, own.getGenerationStamp());
      assertRefused(
          asking(one, block.getBlockToken()), InvalidRequestException.class, "have the block");
    }
  }

  private static SliceCall asking(ExtendedBlock block, Token<BlockTokenIdentifier> token) {
    return new SliceCall(
        block, token, file.toString(), new SliceRequest(SPEC, 0, new Slice(0, 2), 2), 0);
  }

  @Test
  void aTokenThatIsMadeUpOrOfAnotherBlockIsRefused() throws IOException {
    LocatedBlock block = block(file);
    assertRefused(
        asking(block.getBlock(), block(other).getBlockToken()), InvalidToken.class, "token");
    Random random = new Random(7);
    Token<BlockTokenIdentifier> valid = block.getBlockToken();
    try (SliceClient mallory = client(MALLORY)) {
      for (int i = 0; i < 200; i++) {
        byte[] identifier = valid.getIdentifier().clone();
        if (i % 2 == 0) {
          identifier[random.nextInt(identifier.length)] ^= (byte) (1 + random.nextInt(255));
        } else {
          identifier = new byte[random.nextInt(40)];
          random.nextBytes(identifier);
        }
        Token<BlockTokenIdentifier> made =
            new Token<>(identifier, valid.getPassword(), valid.getKind(), new Text());
        assertRefused(mallory, asking(block.getBlock(), made), InvalidToken.class, "");
      }
    }
  }

  @Test
  void aTokenThatHasExpiredIsRefused() throws Exception {
    BlockTokenSecretManager tokens =
        hdfs.cluster().getNamesystem().getBlockManager().getBlockTokenSecretManager();
    SecurityTestUtil.setBlockTokenLifetime(tokens, 100);
    LocatedBlock block = block(file);
    SecurityTestUtil.setBlockTokenLifetime(tokens, Duration.ofHours(10).toMillis());
    TieredHdfs.await(
        "it expires", () -> SecurityTestUtil.isBlockTokenExpired(block.getBlockToken()));
    assertRefused(asking(block.getBlock(), block.getBlockToken()), InvalidToken.class, "expired");
  }

  /** Who may read a file's bytes may not have the key to read what they mean; a node may. */
  @Test
  void anEncryptedFileHasNoSlices() throws Exception {
    DFSTestUtil.createKey(KEY, hdfs.cluster(), hdfs.clientConfiguration());
    hdfs.fileSystem().mkdirs(new Path("/secret"));
    hdfs.fileSystem().createEncryptionZone(new Path("/secret"), KEY);
    Path secret = write("/secret/file");
    try (SliceClient mallory = client(MALLORY)) {
      for (String path : List.of("/secret/file", "/.reserved/raw/secret/file")) {
        SliceReply reply = answer(mallory, call(block(secret), path, new Slice(0, 1)));
        if (reply instanceof SliceReply.Part part) {
          assertThat(part.data().toStringUtf8()).doesNotContain("/secret/file-");
        }
      }
      assertThat(answer(mallory, call(block(secret), "/secret/file", new Slice(0, 1))))
          .isEqualTo(new SliceReply.Refused(Reason.FAILED));
    }
  }

  @Test
  void whoNamesAnotherFileOrTakesAllSlicesHoldsUpNobody() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService hostile = Executors.newSingleThreadExecutor();
    try (SliceClient mallory = client(MALLORY)) {
      Future<Integer> attack =
          hostile.submit(
              () -> {
                int asked = 0;
                while (!isOver.get()) {
                  for (int slice = 0; slice < 4; slice++) {
                    mallory.readSlice(call(block(file), "/data/other", new Slice(slice, 4)));
                    mallory.readSlice(call(block(file), "/data/file", new Slice(slice, 4)));
                    asked++;
                  }
                }
                return asked;
              });
      for (int times = 0; times < 5; times++) {
        assertThat(slices("anna", file, 4))
            .containsExactlyInAnyOrderElementsOf(lines("/data/file"));
      }
      isOver.set(true);
      assertThat(attack.get()).isPositive();
    } finally {
      hostile.shutdownNow();
    }
  }

  @Test
  void whoAsksForEverMoreHoldsUpNobodyAndTakesNoMoreThanThereIs() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      files.add(write("/many/file" + i));
    }
    ExecutorService hostile = Executors.newFixedThreadPool(3);
    try {
      List<Future<Integer>> attacks = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        Random random = new Random(thread);
        attacks.add(
            hostile.submit(
                () -> {
                  int asked = 0;
                  try (SliceClient mallory = client(MALLORY)) {
                    while (!isOver.get()) {
                      Path path = files.get(random.nextInt(files.size()));
                      Slice slice = new Slice(0, 1 + random.nextInt(40));
                      mallory.readSlice(call(block(path), path.toString(), slice));
                      asked++;
                    }
                  }
                  return asked;
                }));
      }
      for (Path path : files.subList(0, 2)) {
        assertThat(slices("anna", path, 3))
            .containsExactlyInAnyOrderElementsOf(lines(path.toString()));
        assertThat(metric("Bytes")).isBetween(0L, (long) MEMORY);
        assertThat(threads()).hasSizeLessThanOrEqualTo(READERS + 1);
      }
      isOver.set(true);
      for (Future<Integer> attack : attacks) {
        assertThat(attack.get()).isGreaterThan(10);
      }
    } finally {
      hostile.shutdownNow();
    }
  }

  /** Returns the lines of all slices, which the node must serve. */
  private static List<String> slices(String user, Path path, int slices) throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(slices);
    try (SliceClient client = client(user)) {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < slices; i++) {
        SliceCall call = call(block(path), path.toString(), new Slice(i, slices));
        all.add(tasks.submit(() -> ((SliceReply.Part) answer(client, call)).data().toStringUtf8()));
      }
      Stream.Builder<String> lines = Stream.builder();
      for (Future<String> one : all) {
        one.get().lines().forEach(lines::add);
      }
      return lines.build().collect(Collectors.toList());
    } finally {
      tasks.shutdownNow();
    }
  }

  private static long metric(String name) {
    return PublishedFigures.sum("TridentSlices", name);
  }
}
