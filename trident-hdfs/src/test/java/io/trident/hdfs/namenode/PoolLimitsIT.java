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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CacheFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolEntry;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What leases may ask for in cache pools and of the NameNode, on a real HDFS of three nodes. */
@Tag("slow")
class PoolLimitsIT {
  private static final long TTL_MS = 60_000;
  private static final int USER_BLOCKS = 20;

  private static TieredHdfs hdfs;
  private static BlockCacheClient root;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 100);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 200);
    conf.setInt(HdfsKeys.CACHE_MAX_BLOCKS_PER_USER.name(), USER_BLOCKS);
    conf.setLong(HdfsKeys.CACHE_MAX_BYTES_PER_USER.name(), 12L * TieredHdfs.BLOCK);
    StorageType[][] types = new StorageType[3][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types);
    root = client(UserGroupInformation.getCurrentUser().getShortUserName());
    TieredHdfs.await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
    pool("any", 100);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void nothingStaysCached() throws Exception {
    for (LeaseInfo lease : root.list()) {
      root.release(lease.leaseId());
    }
    var directives = hdfs.fileSystem().listCacheDirectives(null);
    while (directives.hasNext()) {
      hdfs.fileSystem().removeCacheDirective(directives.next().getInfo().getId());
    }
    await("empty caches", () -> cachedBytes() == 0);
  }

  private static BlockCacheClient client(String user) throws Exception {
    return BlockCacheClient.to(
        hdfs.cluster().getNameNode().getNameNodeAddress(),
        UserGroupInformation.createRemoteUser(user),
        hdfs.clientConfiguration(),
        Duration.ofSeconds(20));
  }

  private static void pool(String name, long blocks) throws Exception {
    hdfs.fileSystem()
        .addCachePool(
            new CachePoolInfo(name)
                .setMode(new FsPermission((short) 0777))
                .setLimit(blocks * TieredHdfs.BLOCK));
  }

  private static long needed(String name) throws Exception {
    var pools = hdfs.fileSystem().listCachePools();
    while (pools.hasNext()) {
      CachePoolEntry pool = pools.next();
      if (pool.getInfo().getPoolName().equals(name)) {
        return pool.getStats().getBytesNeeded();
      }
    }
    throw new AssertionError("No pool " + name);
  }

  private static void await(String what, TieredHdfs.Condition condition) throws Exception {
    TieredHdfs.await(
        what,
        () -> {
          hdfs.cluster().triggerHeartbeats();
          return condition.holds();
        });
  }

  private static long cachedBytes() throws Exception {
    return Stream.of(hdfs.fileSystem().getDataNodeStats())
        .mapToLong(node -> node.getCacheUsed())
        .sum();
  }

  /** Returns once the monitor has begun and ended a rescan. */
  private static void rescan() throws Exception {
    var manager = hdfs.cluster().getNamesystem().getCacheManager();
    var monitor = manager.getCacheReplicationMonitor();
    for (int i = 0; i < 2; i++) {
      hdfs.fileSystem()
          .modifyCachePool(new CachePoolInfo("any").setMaxRelativeExpiryMs(1_000_000L + i));
      hdfs.fileSystem().listCacheDirectives(null).hasNext(); // waits for one that is needed
    }
    assertThat(monitor).isSameAs(manager.getCacheReplicationMonitor());
  }

  private static List<CachePin> pins(Path file, int node) throws Exception {
    return hdfs.blocks(file).stream()
        .map(LocatedBlock::getBlock)
        .map(block -> new CachePin(file.toUri().getPath(), block.getBlockId(), "node" + node))
        .toList();
  }

  private static long granted(LeaseStatus status) {
    return status.pins().stream().filter(pin -> !pin.state().isFailed()).count();
  }

  @Test
  void aLeaseCountsInOnePool() throws Exception {
    pool("first", 100);
    pool("second", 2);
    Path file = hdfs.write("/pools/file", 6, 3);
    root.acquire("lease", "job", "second", TTL_MS, pins(file, 1).subList(0, 1));
    assertThatThrownBy(() -> root.acquire("lease", "job", "first", TTL_MS, pins(file, 1)))
        .hasMessageContaining("The lease counts in cache pool second, not in first");
    assertThat(granted(root.acquire("lease", "job", "second", TTL_MS, pins(file, 1)))).isEqualTo(2);
    assertThat(needed("second")).isEqualTo(2L * TieredHdfs.BLOCK);
    assertThat(needed("first")).isZero();
  }

  @Test
  void anAppendCountsAtTheNewLengthAndIsLetGoWhereItDoesNotFit() throws Exception {
    pool("grows", 2);
    Path file = hdfs.write("/grows/file", 1_000L, 3);
    Path other = hdfs.write("/grows/other", 1_000L, 3);
    root.acquire("file", "job", "grows", TTL_MS, pins(file, 1));
    root.acquire("other", "job", "grows", TTL_MS, pins(other, 1));
    await("both cached", () -> root.renew("other").pins().get(0).state() == PinState.CACHED);
    assertThat(needed("grows")).isEqualTo(2_000);
    append(file, TieredHdfs.BLOCK - 1_000);
    await("the block counted as it is", () -> needed("grows") == TieredHdfs.BLOCK + 1_000);
    append(file, TieredHdfs.BLOCK); // another block, which nobody asked for
    append(other, TieredHdfs.BLOCK - 1_000);
    await("both at their full lengths", () -> needed("grows") == 2L * TieredHdfs.BLOCK);
    assertThat(root.renew("file").pins()).hasSize(1);

    pool("tight", 1);
    Path small = hdfs.write("/grows/small", 1_000L, 3);
    Path rest = hdfs.write("/grows/rest", TieredHdfs.BLOCK - 1_000L, 3);
    root.acquire("small", "job", "tight", TTL_MS, pins(small, 2));
    root.acquire("rest", "job", "tight", TTL_MS, pins(rest, 2));
    append(small, 10_000);
    await("what grew let go", () -> needed("tight") == TieredHdfs.BLOCK - 1_000);
    assertThat(root.renew("rest").pins()).hasSize(1);
    assertThat(root.renew("small").pins()).isEmpty();
  }

  private static void append(Path file, int bytes) throws Exception {
    try (FSDataOutputStream out = hdfs.fileSystem().append(file)) {
      out.write(new byte[bytes]);
    }
  }

  @Test
  void whatLeasesHoldIsCountedBeforeDirectives() throws Exception {
    pool("forced", 4);
    Path leased = hdfs.write("/forced/leased", 4, 3);
    Path directed = hdfs.write("/forced/directed", 4, 3);
    assertThat(granted(root.acquire("lease", "job", "forced", TTL_MS, pins(leased, 1))))
        .isEqualTo(4);
    hdfs.fileSystem()
        .addCacheDirective(
            new CacheDirectiveInfo.Builder()
                .setPath(new Path(directed.toUri().getPath()))
                .setPool("forced")
                .build(),
            EnumSet.of(CacheFlag.FORCE));
    for (int i = 0; i < 3; i++) {
      rescan();
      hdfs.cluster().triggerHeartbeats();
      assertThat(hdfs.blocks(directed))
          .as("blocks beyond the limit")
          .allMatch(block -> block.getCachedLocations().length == 0);
    }
    await("what was there first", () -> cachedBytes() == 4L * TieredHdfs.BLOCK);
    root.release("lease");
    await(
        "the directive's once there is room",
        () -> hdfs.blocks(directed).stream().allMatch(b -> b.getCachedLocations().length == 1));
  }

  @Test
  void nobodyPinsMoreThanAUserMay() throws Exception {
    pool("wide", 1_000);
    Path file = hdfs.write("/users/file", 8, 3);
    Path tiny = hdfs.write("/users/tiny", 100L, 3);
    try (BlockCacheClient anna = client("anna");
        BlockCacheClient bert = client("bert")) {
      List<CachePin> all = new ArrayList<>(pins(file, 1));
      all.addAll(pins(file, 2));
      LeaseStatus status = anna.acquire("lease", "job", "wide", TTL_MS, all);
      assertThat(granted(status)).as("bytes").isEqualTo(12);
      assertThat(status.pins().get(12).state()).isEqualTo(PinState.QUOTA_EXCEEDED);
      assertThat(status.pins().get(12).message())
          .contains(HdfsKeys.CACHE_MAX_BYTES_PER_USER.name());
      for (int i = 0; i < USER_BLOCKS; i++) {
        bert.acquire("lease" + i, "job", "wide", TTL_MS, pins(tiny, 1));
      }
      PinStatus one = bert.acquire("more", "job", "wide", TTL_MS, pins(tiny, 1)).pins().get(0);
      assertThat(one.state()).isEqualTo(PinState.QUOTA_EXCEEDED);
      assertThat(one.message()).contains(HdfsKeys.CACHE_MAX_BLOCKS_PER_USER.name());
      assertThat(granted(root.acquire("lease", "job", "wide", TTL_MS, pins(tiny, 1))))
          .as("others may")
          .isEqualTo(1);
    }
  }

  @Test
  void whoLostFileOrPoolRenewsNoMore() throws Exception {
    pool("lost", 100);
    Path kept = hdfs.write("/lost/kept", 1, 3);
    Path secret = hdfs.write("/lost/secret", 2, 3);
    try (BlockCacheClient anna = client("anna")) {
      List<CachePin> all = new ArrayList<>(pins(kept, 1));
      all.addAll(pins(secret, 1));
      assertThat(granted(anna.acquire("lease", "job", "lost", TTL_MS, all))).isEqualTo(3);
      Path renamed = secret.suffix("-renamed");
      hdfs.fileSystem().rename(secret, renamed);
      assertThat(granted(anna.renew("lease"))).as("a new name").isEqualTo(3);
      hdfs.fileSystem().setPermission(renamed, new FsPermission((short) 0600));
      assertThat(anna.renew("lease").pins())
          .extracting(PinStatus::state)
          .filteredOn(PinState.FORBIDDEN::equals)
          .hasSize(2);
      assertThat(anna.renew("lease").pins()).hasSize(1);
      assertThat(needed("lost")).isEqualTo(TieredHdfs.BLOCK);
      hdfs.fileSystem()
          .modifyCachePool(new CachePoolInfo("lost").setMode(new FsPermission((short) 0700)));
      assertThatThrownBy(() -> anna.renew("lease"))
          .hasMessageContaining("Permission denied while accessing pool lost");
    }
  }

  /**
   * What stays in memory is one path a file and the NameNode's own texts, not those of each pin.
   */
  @Test
  void pinsShareTheirTexts() throws Exception {
    Path file = hdfs.write("/texts/file", 6, 3);
    List<CachePin> asked =
        pins(file, 1).stream()
            .map(
                pin ->
                    new CachePin(
                        String.valueOf(pin.src().toCharArray()),
                        pin.blockId(),
                        String.valueOf(pin.node().toCharArray())))
            .toList();
    NameNode nameNode = hdfs.cluster().getNameNode();
    ReadableBlocks readable =
        ReadableBlocks.of(
            nameNode,
            CallerAccess.of(nameNode.getNamesystem()),
            new UnreportedNodes(nameNode, System::nanoTime),
            asked);
    Set<String> texts = Collections.newSetFromMap(new IdentityHashMap<>());
    readable
        .pins()
        .values()
        .forEach(pin -> texts.addAll(List.of(pin.src(), pin.node(), pin.asked())));
    assertThat(readable.pins()).hasSize(6);
    assertThat(texts).hasSize(3);
  }

  /** Histories of pins, appends, releases, directives and rescans, from a seed. */
  @Test
  void noHistoryExceedsALimitAndAllIsAccountedFor() throws Exception {
    pool("limited", 6);
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        files.add(
            hdfs.write(
                "/histories/" + seed + "/" + i, 1L + random.nextInt(TieredHdfs.BLOCK * 2), 3));
      }
      boolean forced = false;
      for (int step = 0; step < 25; step++) {
        Path file = files.get(random.nextInt(files.size()));
        String lease = "lease" + random.nextInt(3);
        switch (random.nextInt(7)) {
          case 0, 1, 2 ->
              root.acquire(
                  lease,
                  "job" + random.nextInt(2),
                  "limited",
                  TTL_MS,
                  pins(file, 1 + random.nextInt(3)));
          case 3 -> append(file, 1 + random.nextInt(TieredHdfs.BLOCK));
          case 4 -> root.release(lease);
          case 5 -> root.renew(lease);
          default -> {
            hdfs.fileSystem()
                .addCacheDirective(
                    new CacheDirectiveInfo.Builder()
                        .setPath(new Path(file.toUri().getPath()))
                        .setPool("limited")
                        .build(),
                    EnumSet.of(CacheFlag.FORCE));
            forced = true;
          }
        }
        if (!forced) {
          assertThat(needed("limited"))
              .as("seed %d step %d", seed, step)
              .isLessThanOrEqualTo(6L * TieredHdfs.BLOCK);
        }
      }
      rescan();
      await(
          "what leases hold cached, seed " + seed,
          () ->
              root.list().stream()
                  .flatMap(lease -> lease.status().pins().stream())
                  .allMatch(pin -> pin.state() == PinState.CACHED));
      assertThat(leasedBytes()).as("seed %d", seed).isLessThanOrEqualTo(6L * TieredHdfs.BLOCK);
      nothingStaysCached();
      rescan();
      assertThat(needed("limited")).as("seed %d", seed).isZero();
    }
  }

  /** Returns the bytes of distinct replicas that leases hold, at the lengths of now. */
  private static long leasedBytes() throws Exception {
    return root.list().stream()
        .flatMap(lease -> lease.status().pins().stream())
        .map(PinStatus::pin)
        .distinct()
        .mapToLong(PoolLimitsIT::length)
        .sum();
  }

  private static long length(CachePin pin) {
    try {
      return hdfs.blocks(new Path(pin.src())).stream()
          .filter(block -> block.getBlock().getBlockId() == pin.blockId())
          .mapToLong(LocatedBlock::getBlockSize)
          .sum();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
