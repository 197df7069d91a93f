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
package io.trident.hdfs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.TaskRun;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.storage.ModelDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The client against a NameNode with the plugin, and what happens when daemons die. */
@Tag("slow")
class BlockCacherIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static TieredHdfs hdfs;
  private static Path file;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    StorageType[][] types = new StorageType[3][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types);
    hdfs.fileSystem()
        .addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    file = hdfs.write("/file", 3, 3);
    TieredHdfs.await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static BlockCacher cacher() throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    conf.setLong(HdfsKeys.CACHE_RENEW_INTERVAL_MS.name(), 300);
    conf.setLong(HdfsKeys.CACHE_CALL_TIMEOUT_MS.name(), 5_000);
    return new BlockCacher(conf);
  }

  private static BlockToCache block(int block, int node) throws Exception {
    return new BlockToCache(
        file.toString(), hdfs.blocks(file).get(block).getBlock().getBlockId(), "node" + node);
  }

  private static Set<String> cachedHosts(int block) throws Exception {
    return Stream.of(hdfs.blocks(file).get(block).getCachedLocations())
        .filter(node -> node.getCacheUsed() > 0)
        .map(DatanodeInfo::getHostName)
        .collect(Collectors.toSet());
  }

  private static List<PinState> states(CacheSession session) {
    return session.progress().stream().map(BlockProgress::state).toList();
  }

  @Test
  void executesAPlanAndLetsGo() throws Exception {
    BlockToCache other = new BlockToCache("file:///not/on/hdfs", 1, "node1");
    long start = System.nanoTime();
    try (BlockCacher cacher = cacher();
        CacheSession session =
            cacher.cache("application_1", List.of(block(0, 1), other, block(1, 2)))) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertThat(session.await(LONG)).isTrue();
      assertThat(session.settled()).succeedsWithin(LONG);
      assertThat(states(session))
          .containsExactly(PinState.CACHED, PinState.UNSUPPORTED, PinState.CACHED);
      BlockProgress first = session.progress().get(0);
      assertThat(first.elapsed()).isPositive().isLessThan(LONG);
      TieredHdfs.await("block 0", () -> cachedHosts(0).equals(Set.of("node1")));
      TieredHdfs.await("block 1", () -> cachedHosts(1).equals(Set.of("node2")));
      assertThat(cacher.leases(hdfs.fileSystem()))
          .extracting(LeaseInfo::owner)
          .containsExactly("application_1");

      session.close();
      assertThat(states(session))
          .containsExactly(PinState.GIVEN_UP, PinState.UNSUPPORTED, PinState.GIVEN_UP);
      assertThat(cacher.leases(hdfs.fileSystem())).isEmpty();
      TieredHdfs.await("uncached", () -> cachedHosts(0).isEmpty() && cachedHosts(1).isEmpty());
    }
  }

  @Test
  void whatJobsTeachIsReadWholeWhileSeveralProcessesWriteIt() throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.set("trident.prefetch.model-path", hdfs.cluster().getURI() + "/models");
    JobRun run =
        new JobRun(
            "count",
            0,
            3,
            0,
            List.of(new TaskRun(4, 6, 1, Map.of(StorageTier.DISK, 9L))),
            List.of());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ModelDirectory models = ModelDirectory.of(conf).orElseThrow(); // each as in a process
      threads.add(
          new Thread(
              () -> {
                for (int job = 0; job < 5; job++) {
                  models.learn(run);
                }
              }));
    }
    threads.forEach(Thread::start);
    ModelDirectory reader = ModelDirectory.of(conf).orElseThrow();
    boolean known = false;
    while (threads.stream().anyMatch(Thread::isAlive)) {
      boolean isKnown = !reader.load("count").tasks().isEmpty();
      // A reader that is held up may find that the blocks of what it opened are gone.
      assertThat(isKnown || !known || reader.failures() > 0).as("still known").isTrue();
      known |= isKnown;
    }
    ModelDirectory last = ModelDirectory.of(conf).orElseThrow();
    last.learn(run);
    assertThat(last.load("count").tasks().getOrDefault("count", List.of())).hasSizeBetween(2, 16);
    assertThat(last.failures()).as("what is there is whole").isZero();
    assertThat(hdfs.fileSystem().listStatus(new Path("/models"))).hasSize(2);
  }

  @Test
  void aRestartedNameNodeLearnsFromItsClientsAndForgetsTheDead() throws Exception {
    try (BlockCacher cacher = cacher();
        BlockCacheClient dead =
            BlockCacheClient.to(
                hdfs.cluster().getNameNode().getNameNodeAddress(),
                UserGroupInformation.getCurrentUser(),
                hdfs.clientConfiguration(),
                LONG);
        CacheSession session = cacher.cache("alive", List.of(block(0, 1), block(2, 3)))) {
      CachePin orphan =
          new CachePin(file.toUri().getPath(), block(1, 2).blockId(), block(1, 2).node());
      dead.acquire("lease", "dead", "trident", 3_600_000, List.of(orphan));
      assertThat(session.await(LONG)).isTrue();
      TieredHdfs.await("the orphan cached", () -> cachedHosts(1).equals(Set.of("node2")));

      List<BlockToCache> another = List.of(block(2, 2));
      hdfs.cluster().shutdownNameNode(0);
      try (CacheSession early = cacher.cache("early", another)) {
        hdfs.cluster().restartNameNode(0, true);
        assertThat(early.await(LONG)).isTrue();
        assertThat(states(early)).as("%s", early.progress()).containsExactly(PinState.CACHED);
        TieredHdfs.await(
            "the leases of the living",
            () ->
                cacher.leases(hdfs.fileSystem()).stream()
                    .map(LeaseInfo::owner)
                    .collect(Collectors.toSet())
                    .equals(Set.of("alive", "early")));
        TieredHdfs.await(
            "their blocks and no others",
            () ->
                cachedHosts(0).equals(Set.of("node1"))
                    && cachedHosts(1).isEmpty()
                    && cachedHosts(2).equals(Set.of("node2", "node3")));
        assertThat(states(session)).containsExactly(PinState.CACHED, PinState.CACHED);
      }
    }
    TieredHdfs.await("all let go", () -> cachedHosts(0).isEmpty() && cachedHosts(2).isEmpty());
  }

  @Test
  void aNodeThatHasNotReportedSinceTheNameNodeStartedIsWaitedFor() throws Exception {
    BlockToCache wanted = block(1, 2);
    var stopped = hdfs.cluster().stopDataNode(nodeIndex("node2"));
    hdfs.restartNameNodeUntilWritable(); // leaves safe mode with what the others report
    hdfs.cluster().waitActive();
    try (BlockCacher cacher = cacher();
        CacheSession session = cacher.cache("waits", List.of(wanted, block(0, 1)))) {
      TieredHdfs.await("the known node's block", () -> states(session).get(1) == PinState.CACHED);
      assertThat(states(session).get(0)).isEqualTo(PinState.PENDING);
      hdfs.restart(stopped);
      assertThat(session.await(LONG)).isTrue();
      assertThat(states(session)).containsExactly(PinState.CACHED, PinState.CACHED);
    } finally {
      hdfs.cluster().waitActive();
    }
  }

  @Test
  void aDeadDataNodesBlocksAreReportedAndAReturnedOneCachesAgain() throws Exception {
    try (BlockCacher cacher = cacher();
        CacheSession session = cacher.cache("job_7", List.of(block(0, 1), block(1, 3)))) {
      assertThat(session.await(LONG)).isTrue();
      var stopped = hdfs.cluster().stopDataNode(nodeIndex("node1"));
      hdfs.restart(stopped); // before it is declared dead
      TieredHdfs.await(
          "cached again by the DataNode that lost its cache",
          () -> hdfs.cluster().getDataNodes().stream().allMatch(BlockCacherIT::caches));
      hdfs.cluster().waitActive();

      stopped = hdfs.cluster().stopDataNode(nodeIndex("node3"));
      hdfs.cluster().setDataNodeDead(stopped.getDatanode().getDatanodeId());
      TieredHdfs.await(
          "the dead node's block reported",
          () -> states(session).equals(List.of(PinState.CACHED, PinState.NO_REPLICA)));
      assertThat(cacher.leases(hdfs.fileSystem()).get(0).bytes()).isEqualTo(TieredHdfs.BLOCK);
      hdfs.restart(stopped);
      hdfs.cluster().waitActive();
    }
  }

  private static boolean caches(DataNode node) {
    return node.getDatanodeHostname().equals("node2")
        || (node.getFSDataset() != null && node.getFSDataset().getNumBlocksCached() == 1);
  }

  private static int nodeIndex(String host) {
    List<String> hosts =
        hdfs.cluster().getDataNodes().stream().map(node -> node.getDatanodeHostname()).toList();
    return hosts.indexOf(host);
  }
}
