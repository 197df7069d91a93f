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
import static org.assertj.core.api.Assertions.tuple;

import com.sun.management.ThreadMXBean;
import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.security.GroupMappingServiceProvider;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor.JavaType;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What holds of every call of the protocols of clients, found by reflection: one that is added and
 * not covered here fails.
 */
class EveryCallIT {
  private static final int BLOCKS = 500;
  private static final int BLOCK = 1_024;
  private static final String FORGED = "FORGED";

  /** Calls by name, each with what shows that the NameNode bounds its work. */
  private static final Map<String, Bound> BOUNDS =
      new TreeMap<>(
          Map.of(
              "acquire", EveryCallIT::acquireIsBounded,
              "renew", EveryCallIT::renewIsBounded,
              "release", EveryCallIT::releaseIsBounded,
              "list", EveryCallIT::listIsBounded,
              "getBlockTiers", EveryCallIT::getBlockTiersIsBounded,
              "getBlockTiersOfFiles", EveryCallIT::getBlockTiersOfFilesIsBounded,
              "describe", EveryCallIT::describeIsBounded,
              "publish", EveryCallIT::publishIsBounded,
              "demand", EveryCallIT::demandIsBounded,
              "append", EveryCallIT::appendIsBounded));

  private static final List<Class<?>> PROTOCOLS =
      List.of(BlockCacheProtocolPB.class, BlockTiersProtocolPB.class, LayoutTableProtocolPB.class);

  private static TieredHdfs hdfs;
  private static long[] ids;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setClass(
        "hadoop.security.group.mapping", WatchedGroups.class, GroupMappingServiceProvider.class);
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt(HdfsKeys.PLUGIN_MAX_BLOCKS.name(), BLOCKS - 1);
    // Small blocks take a page each.
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 2L * BLOCKS * (64 << 10));
    Groups.getUserToGroupsMappingServiceWithLoadedConfiguration(conf);
    UserGroupInformation.reset(); // or users that another test made up keep their groups' mapping
    UserGroupInformation.setConfiguration(conf);
    StorageType[][] types = new StorageType[3][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types);
    addPool("trident", 0777);
    addPool("closed", 0700);
    addPool("write-only", 0733);
    hdfs.fileSystem().mkdirs(new Path("/a/b"));
    ids = write(new Path("/a/b/big"));
    hdfs.fileSystem().create(new Path("/small")).close();
    TieredHdfs.await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
    WatchedGroups.namesystem = hdfs.cluster().getNamesystem();
  }

  @AfterAll
  static void stop() {
    WatchedGroups.namesystem = null;
    hdfs.close();
    Configuration usual = new Configuration();
    Groups.getUserToGroupsMappingServiceWithLoadedConfiguration(usual);
    UserGroupInformation.setConfiguration(usual);
  }

  private static void addPool(String name, int mode) throws IOException {
    hdfs.fileSystem().addCachePool(new CachePoolInfo(name).setMode(new FsPermission((short) mode)));
  }

  private static long[] write(Path path) throws Exception {
    try (FSDataOutputStream out = hdfs.fileSystem().create(path, true, 4096, (short) 3, BLOCK)) {
      out.write(new byte[BLOCKS * BLOCK]);
    }
    TieredHdfs.await(
        "three replicas of each block",
        () -> hdfs.blocks(path).stream().allMatch(block -> block.getLocations().length == 3));
    return hdfs.blocks(path).stream().mapToLong(block -> block.getBlock().getBlockId()).toArray();
  }

  private static <P> P raw(Class<P> protocol, UserGroupInformation user) throws Exception {
    return NameNodeProxies.once(
        protocol,
        BlockCacheProtocolPB.VERSION,
        hdfs.cluster().getNameNode().getNameNodeAddress(),
        user,
        hdfs.clientConfiguration(),
        Duration.ofSeconds(60));
  }

  private static BlockCacheClient cache(String user) throws Exception {
    return BlockCacheClient.to(
        hdfs.cluster().getNameNode().getNameNodeAddress(),
        UserGroupInformation.createRemoteUser(user),
        hdfs.clientConfiguration(),
        Duration.ofSeconds(60));
  }

  private static BlockTiersClient tiers(String user) throws Exception {
    return BlockTiersClient.to(
        hdfs.cluster().getNameNode().getNameNodeAddress(),
        UserGroupInformation.createRemoteUser(user),
        hdfs.clientConfiguration(),
        Duration.ofSeconds(60));
  }

  private static Stream<Method> methods() {
    return PROTOCOLS.stream().flatMap(protocol -> Stream.of(protocol.getMethods()));
  }

  @Test
  void isBounded() throws Exception {
    assertThat(BOUNDS.keySet())
        .containsExactlyInAnyOrderElementsOf(methods().map(Method::getName).toList());
    for (Bound bound : BOUNDS.values()) {
      bound.check();
    }
  }

  /** Names of the same file: a component of its own for each. */
  private static List<CachePin> aliases(int count) throws Exception {
    long directory = hdfs.fileSystem().getClient().getFileInfo("/a").getFileId();
    List<CachePin> pins = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pins.add(
          new CachePin(
              "/.reserved/.inodes/" + directory + "/".repeat(1 + i) + "b/big", ids[i], "node1"));
    }
    return pins;
  }

  private static void acquireIsBounded() throws Exception {
    List<CachePin> aliases = aliases(300);
    List<CachePin> absent =
        IntStream.range(0, 1_001).mapToObj(i -> new CachePin("/absent/" + i, i, "node1")).toList();
    long calls = hdfs.blockLocationCalls();
    try (BlockCacheClient mallory = cache("mallory")) {
      assertThatThrownBy(() -> mallory.acquire("l", "o", "closed", 1_000, aliases))
          .hasMessageContaining("Permission denied while accessing pool closed");
      assertThatThrownBy(() -> mallory.acquire("l", "o", "none", 1_000, aliases))
          .hasMessageContaining("There is no cache pool none");
      assertThatThrownBy(() -> mallory.acquire("l", "o", "trident", 1_000, absent))
          .hasMessageContaining("At most 10000 blocks of 1000 files");
      assertThatThrownBy(
              () ->
                  mallory.acquire(
                      "l",
                      "o",
                      "trident",
                      1_000,
                      LongStream.range(0, 10_001)
                          .mapToObj(id -> new CachePin("/a/b/big", id, "node1"))
                          .toList()))
          .hasMessageContaining("At most 10000 blocks");
      assertThat(hdfs.blockLocationCalls()).as("no file is looked at").isEqualTo(calls);

      long before = allocatedByHandlers();
      assertThat(mallory.acquire("l", "o", "trident", 10_000, aliases).pins()).hasSize(300);
      assertThat(allocatedByHandlers() - before)
          .as("bytes for one block of each alias, whatever its file has")
          .isLessThan(60L << 20);
      assertThat(hdfs.blockLocationCalls() - calls).isEqualTo(300);
      mallory.release("l");
    }
  }

  private static long allocatedByHandlers() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("IPC Server handler"))
        .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getId()))
        .sum();
  }

  /** Pins every replica of every block: more than a page. */
  private static void pinAll(BlockCacheClient user) throws Exception {
    for (int node = 1; node <= 3; node++) {
      String name = "node" + node;
      assertThat(
              user.acquire(
                      "l",
                      "o",
                      "trident",
                      60_000,
                      LongStream.of(ids)
                          .mapToObj(id -> new CachePin("/a/b/big", id, name))
                          .toList())
                  .pins())
          .extracting(PinStatus::state)
          .isSubsetOf(PinState.PENDING, PinState.CACHED);
    }
  }

  private static void renewIsBounded() throws Exception {
    try (BlockCacheClient mallory = cache("mallory")) {
      pinAll(mallory);
      Page<LeaseStatus> first = mallory.renew("l", LeaseCursor.START);
      assertThat(first.content().pins()).hasSize(BlockCacheProtocol.PINS_PER_PAGE);
      Page<LeaseStatus> second = mallory.renew("l", first.next().orElseThrow());
      assertThat(second.content().pins()).hasSize(3 * BLOCKS - BlockCacheProtocol.PINS_PER_PAGE);
      assertThat(second.next()).isEmpty();
      assertThat(mallory.renew("l").pins()).extracting(PinStatus::pin).doesNotHaveDuplicates();
      mallory.release("l");
    }
  }

  private static void releaseIsBounded() throws Exception {
    try (BlockCacheClient mallory = cache("mallory")) {
      pinAll(mallory);
      long calls = hdfs.blockLocationCalls();
      assertThat(mallory.release("m")).isFalse();
      assertThat(mallory.release("l")).isTrue();
      assertThat(hdfs.blockLocationCalls()).as("no file is looked at").isEqualTo(calls);
    }
  }

  private static void listIsBounded() throws Exception {
    try (BlockCacheClient mallory = cache("mallory");
        BlockCacheClient trudy = cache("trudy")) {
      pinAll(mallory);
      pinAll(trudy);
      int pins = 0;
      LeaseCursor from = LeaseCursor.START;
      while (from != null) {
        Page<List<LeaseInfo>> page = trudy.list(from);
        int onPage = page.content().stream().mapToInt(lease -> lease.status().pins().size()).sum();
        assertThat(onPage).isLessThanOrEqualTo(BlockCacheProtocol.PINS_PER_PAGE);
        pins += onPage;
        from = page.next().orElse(null);
      }
      assertThat(pins).isEqualTo(6 * BLOCKS);
      assertThat(trudy.list())
          .extracting(LeaseInfo::user, lease -> lease.status().pins().size(), LeaseInfo::bytes)
          .containsExactly(
              tuple("mallory", 3 * BLOCKS, 3L * BLOCKS * BLOCK),
              tuple("trudy", 3 * BLOCKS, 3L * BLOCKS * BLOCK));
      mallory.release("l");
      trudy.release("l");
    }
    listLooksAtSoManyLeases();
  }

  /** Leases that a caller may not list cost work, too. */
  private static void listLooksAtSoManyLeases() throws Exception {
    try (BlockCacheClient mallory = cache("mallory");
        BlockCacheClient trudy = cache("trudy")) {
      for (int i = 0; i < 1_001; i++) {
        mallory.acquire(
            "l" + i, "o", "write-only", 60_000, List.of(new CachePin("/a/b/big", ids[0], "node1")));
      }
      Page<List<LeaseInfo>> first = trudy.list(LeaseCursor.START);
      assertThat(first.content()).isEmpty();
      assertThat(trudy.list(first.next().orElseThrow()).next()).isEmpty();
      for (int i = 0; i < 1_001; i++) {
        mallory.release("l" + i);
      }
    }
  }

  private static void getBlockTiersIsBounded() throws Exception {
    long calls = hdfs.blockLocationCalls();
    try (BlockTiersClient mallory = tiers("mallory")) {
      assertThatThrownBy(() -> mallory.getBlockTiers("/a/b/big", 0, Long.MAX_VALUE))
          .hasMessageContaining("located by HDFS alone");
    }
    assertThat(hdfs.blockLocationCalls()).as("nothing is located").isEqualTo(calls);
  }

  private static void getBlockTiersOfFilesIsBounded() throws Exception {
    long calls = hdfs.blockLocationCalls();
    try (BlockTiersClient mallory = tiers("mallory")) {
      List<String> absent = IntStream.range(0, 100_000).mapToObj(i -> "/absent/" + i).toList();
      assertThat(mallory.getBlockTiersOfFiles(absent)).isEmpty();
      assertThat(hdfs.blockLocationCalls() - calls).isEqualTo(1_000);
    }
  }

  private static void describeIsBounded() throws Exception {
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThat(client.describe().racks()).as("whatever is asked").isEqualTo(1);
    }
  }

  /** How many files one call renames is tried where tables are published. */
  private static void appendIsBounded() throws Exception {
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThatThrownBy(
              () -> client.append("/a", "/b", "/c", "/" + "x".repeat(ClientText.MAX_PATH)))
          .hasMessageContaining("of up to 8000 characters");
    }
  }

  private static void publishIsBounded() throws Exception {
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThatThrownBy(() -> client.publish("/a", "/b", "/" + "x".repeat(ClientText.MAX_PATH)))
          .hasMessageContaining("of up to 8000 characters");
    }
  }

  private static void demandIsBounded() throws Exception {
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThatThrownBy(() -> client.demand("/" + "x".repeat(ClientText.MAX_PATH)))
          .hasMessageContaining("of up to 8000 characters");
    }
  }

  @Test
  void looksGroupsUpWithoutALock() throws Exception {
    for (Method method : methods().toList()) {
      WatchedGroups.asked.clear();
      String user = "first-call-" + method.getName();
      Object plugin = pluginOf(method, user);
      call(plugin, method, request(method, null));
      assertThat(WatchedGroups.asked).as(method.getName()).contains(user + " without a lock");
      assertThat(WatchedGroups.asked).noneMatch(asked -> asked.endsWith("with a lock"));
    }
  }

  /** Every text of every call, also of calls that come later. */
  @Test
  void takesNoControlCharactersIntoALog() throws Exception {
    Captured captured = new Captured();
    Logger root = Logger.getRootLogger();
    Logger[] loggers = {Logger.getLogger("io.trident"), Logger.getLogger("org.apache.hadoop.ipc")};
    root.addAppender(captured);
    Stream.of(loggers).forEach(logger -> logger.setLevel(Level.INFO));
    int texts = 0;
    try (BlockCacheClient mallory = cache("mallory")) {
      mallory.acquire(
          "lease", "o", "trident", 60_000, List.of(new CachePin("/a/b/big", ids[0], "node1")));
      for (Method method : methods().toList()) {
        for (FieldDescriptor field : texts(prototype(method))) {
          for (String forged : List.of("x\n" + FORGED, "x\r" + FORGED, "x\u2028" + FORGED)) {
            call(pluginOf(method, "mallory"), method, request(method, new Hostile(field, forged)));
          }
          texts++;
        }
      }
      mallory.release("lease");
    } finally {
      root.removeAppender(captured);
      Stream.of(loggers).forEach(logger -> logger.setLevel(null));
    }
    assertThat(texts).isGreaterThanOrEqualTo(12);
    assertThat(captured.texts).as("logged at all").isNotEmpty();
    assertThat(captured.texts).noneMatch(text -> text.contains(FORGED));
  }

  private static Object pluginOf(Method method, String name) throws Exception {
    UserGroupInformation user = UserGroupInformation.createRemoteUser(name);
    for (Class<?> protocol : PROTOCOLS) {
      if (Arrays.asList(protocol.getMethods()).contains(method)) {
        return raw(protocol, user);
      }
    }
    throw new AssertionError("No protocol of " + method);
  }

  private static void call(Object plugin, Method method, Message request) throws Exception {
    try {
      method.invoke(plugin, null, request);
    } catch (InvocationTargetException e) {
      assertThat(e.getCause()).isNotNull(); // refused, which is as good
    }
  }

  private static Message prototype(Method method) throws ReflectiveOperationException {
    Class<?> type = method.getParameterTypes()[1];
    return (Message) requireNonNull(type.getMethod("getDefaultInstance").invoke(null));
  }

  /** Returns the text fields of a message and of those in it. */
  private static Set<FieldDescriptor> texts(Message message) {
    Set<FieldDescriptor> texts = new LinkedHashSet<>();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      if (field.getJavaType() == JavaType.STRING) {
        texts.add(field);
      } else if (field.getJavaType() == JavaType.MESSAGE) {
        texts.addAll(texts(message.newBuilderForType().newBuilderForField(field).buildPartial()));
      }
    }
    return texts;
  }

  private static Message request(Method method, @Nullable Hostile hostile) throws Exception {
    return fill(prototype(method).newBuilderForType(), hostile);
  }

  private static Message fill(Message.Builder builder, @Nullable Hostile hostile) {
    for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
      Object value =
          switch (field.getJavaType()) {
            case STRING ->
                hostile != null && hostile.field().equals(field)
                    ? hostile.text()
                    : usual(field.getName());
            case LONG -> field.getName().equals("blockId") ? ids[1] : 60_000L;
            case MESSAGE -> fill(builder.newBuilderForField(field), hostile);
            default -> throw new AssertionError("Give " + field + " a value");
          };
      if (field.isRepeated()) {
        builder.addRepeatedField(field, value);
      } else {
        builder.setField(field, value);
      }
    }
    return builder.build();
  }

  private static String usual(String field) {
    return switch (field) {
      case "pool" -> "trident";
      case "src", "srcs" -> "/small";
      case "build", "table", "source", "kept" -> "/none/" + field;
      case "node" -> "node1";
      default -> "lease";
    };
  }

  /** A text in a field. */
  private record Hostile(FieldDescriptor field, String text) {}

  /** Shows that a call is bounded. */
  private interface Bound {
    void check() throws Exception;
  }

  /** Every line that is logged after a line break. */
  private static final class Captured extends AppenderSkeleton {
    private final ConcurrentLinkedQueue<String> texts = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(LoggingEvent event) {
      texts.add(event.getRenderedMessage());
      String[] trace = event.getThrowableStrRep();
      if (trace != null) {
        texts.addAll(List.of(trace));
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }

  /** Groups of every user, with a note of who asks whether a lock is held. */
  public static final class WatchedGroups implements GroupMappingServiceProvider {
    private static final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private static volatile @Nullable FSNamesystem namesystem;

    @Override
    public List<String> getGroups(String user) {
      FSNamesystem locks = namesystem;
      if (locks != null) {
        boolean held =
            locks.hasReadLock(RwLockMode.FS)
                || locks.hasReadLock(RwLockMode.BM)
                || locks.hasWriteLock(RwLockMode.FS)
                || locks.hasWriteLock(RwLockMode.BM);
        asked.add(user + (held ? " with a lock" : " without a lock"));
      }
      return List.of("people");
    }

    @Override
    public void cacheGroupsRefresh() {}

    @Override
    public void cacheGroupsAdd(List<String> groups) {}

    @Override
    public Set<String> getGroupsSet(String user) {
      return Set.copyOf(getGroups(user));
    }
  }
}
