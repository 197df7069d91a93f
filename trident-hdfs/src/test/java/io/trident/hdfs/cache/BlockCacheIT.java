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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinStatus;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolEntry;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Leases on cached blocks, on a real HDFS of three nodes. */
class BlockCacheIT {
  private static final long TTL_MS = 60_000;
  private static final int CACHE_BLOCKS = 16; // per node

  private static TieredHdfs hdfs;
  private static BlockCacheProtocol superuser;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setInt(HdfsKeys.CACHE_MAX_TTL_MS.name(), 600_000);
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 100);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 300);
    StorageType[][] types = new StorageType[3][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types);
    addPool("trident", CachePoolInfo.LIMIT_UNLIMITED);
    superuser = plugin(UserGroupInformation.getCurrentUser());
    await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void nothingStaysPinned() throws Exception {
    for (LeaseInfo lease : superuser.list()) {
      superuser.release(lease.leaseId());
    }
    await(
        "empty caches",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheUsed() == 0));
    assertThat(pool("trident").getStats().getBytesNeeded()).isZero();
  }

  private static void addPool(String name, long limit) throws Exception {
    hdfs.fileSystem()
        .addCachePool(
            new CachePoolInfo(name).setMode(new FsPermission((short) 0777)).setLimit(limit));
  }

  private static CachePoolEntry pool(String name) throws Exception {
    var pools = hdfs.fileSystem().listCachePools();
    while (pools.hasNext()) {
      CachePoolEntry pool = pools.next();
      if (pool.getInfo().getPoolName().equals(name)) {
        return pool;
      }
    }
    throw new AssertionError("No pool " + name);
  }

  private static BlockCacheProtocol plugin(UserGroupInformation user) throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<BlockCacheProtocol>)
            () ->
                BlockCacheClient.to(
                    hdfs.cluster().getNameNode().getNameNodeAddress(),
                    user,
                    hdfs.clientConfiguration(),
                    Duration.ofSeconds(20)));
  }

  private static UserGroupInformation user(String name) {
    return UserGroupInformation.createUserForTesting(name, new String[] {"people"});
  }

  private static CachePin pin(Path file, int block, int node) throws Exception {
    return new CachePin(
        file.toUri().getPath(),
        hdfs.blocks(file).get(block).getBlock().getBlockId(),
        "node" + node);
  }

  private static LeaseStatus acquire(String lease, CachePin... pins) throws Exception {
    return superuser.acquire(lease, "job_1", "trident", TTL_MS, List.of(pins));
  }

  /** Returns the nodes that cache each block of a file, as HDFS reports them to every client. */
  private static List<Set<String>> cachedHosts(Path file) throws Exception {
    return hdfs.blocks(file).stream()
        .map(LocatedBlock::getCachedLocations)
        .map(
            nodes ->
                Stream.of(nodes)
                    .filter(node -> node.getCacheUsed() > 0)
                    .map(DatanodeInfo::getHostName)
                    .collect(Collectors.toSet()))
        .toList();
  }

  /** Waits, with DataNodes that hear at once what the NameNode wants of them. */
  private static void await(String what, TieredHdfs.Condition condition) throws Exception {
    TieredHdfs.await(
        what,
        () -> {
          hdfs.cluster().triggerHeartbeats();
          return condition.holds();
        });
  }

  private static void awaitCached(Path file, List<Set<String>> hosts) throws Exception {
    await("cached hosts " + hosts, () -> cachedHosts(file).equals(hosts));
  }

  private static PinState only(LeaseStatus status) {
    assertThat(status.pins()).hasSize(1);
    return status.pins().get(0).state();
  }

  @Test
  void oneBlockIsCachedOnTheNodeAskedForAndSurvivesRescans() throws Exception {
    Path file = hdfs.write("/one/file", 4, 3);
    CachePin wanted = pin(file, 2, 2);
    LeaseStatus status = acquire("one", wanted);
    assertThat(status.known()).isTrue();
    assertThat(status.ttlMs()).isBetween(TTL_MS - 5_000, TTL_MS);
    assertThat(status.pins()).containsExactly(new PinStatus(wanted, PinState.PENDING));
    awaitCached(file, List.of(Set.of(), Set.of(), Set.of("node2"), Set.of()));
    assertThat(superuser.renew("one").pins())
        .containsExactly(new PinStatus(wanted, PinState.CACHED));
    assertThat(pool("trident").getStats().getBytesNeeded()).isEqualTo(TieredHdfs.BLOCK);

    Thread.sleep(1_000); // HDFS's monitor rescans every 300 ms
    assertThat(cachedHosts(file)).isEqualTo(List.of(Set.of(), Set.of(), Set.of("node2"), Set.of()));

    assertThat(superuser.release("one")).isTrue();
    awaitCached(file, List.of(Set.of(), Set.of(), Set.of(), Set.of()));
    assertThat(superuser.release("one")).isFalse();
    assertThat(superuser.renew("one").known()).isFalse();
  }

  /** DataNodes do not report that their caches are empty; readers are sent there all the same. */
  @Test
  void aNodeWhoseCacheIsEmptyIsNoCachedLocation() throws Exception {
    Path file = hdfs.write("/emptied/file", 2, 3);
    acquire("emptied", pin(file, 0, 1), pin(file, 1, 1));
    awaitCached(file, List.of(Set.of("node1"), Set.of("node1")));
    superuser.release("emptied");
    await(
        "no cached location",
        () -> hdfs.blocks(file).stream().allMatch(block -> block.getCachedLocations().length == 0));
    long directive =
        hdfs.fileSystem()
            .addCacheDirective(
                new CacheDirectiveInfo.Builder()
                    .setPath(new Path(file.toUri().getPath()))
                    .setPool("trident")
                    .build());
    await(
        "cached for a directive, and uncached",
        () -> hdfs.blocks(file).stream().allMatch(block -> block.getCachedLocations().length == 1));
    hdfs.fileSystem().removeCacheDirective(directive);
    await(
        "no cached location again",
        () -> hdfs.blocks(file).stream().allMatch(block -> block.getCachedLocations().length == 0));
  }

  @Test
  void pinnedAgainRightAfterItWasLetGo() throws Exception {
    Path file = hdfs.write("/again/file", 1, 3);
    acquire("again", pin(file, 0, 1));
    awaitCached(file, List.of(Set.of("node1")));
    for (int i = 0; i < 2; i++) {
      superuser.release("again");
      acquire("again", pin(file, 0, 1));
      await("cached again", () -> only(superuser.renew("again")) == PinState.CACHED);
      superuser.release("again");
      awaitCached(file, List.of(Set.of()));
      acquire("again", pin(file, 0, 1)); // while the NameNode still names the emptied cache
      await("cached anew", () -> only(superuser.renew("again")) == PinState.CACHED);
      awaitCached(file, List.of(Set.of("node1")));
    }
  }

  @Test
  void aLeaseThatNobodyRenewsEnds() throws Exception {
    Path file = hdfs.write("/ttl/file", 1, 3);
    superuser.acquire("short", "job_1", "trident", 3_000, List.of(pin(file, 0, 3)));
    long start = System.nanoTime();
    await(
        "more than the time to live, renewed",
        () -> {
          assertThat(superuser.renew("short").known()).isTrue();
          return System.nanoTime() - start > 4_000_000_000L;
        });
    assertThat(cachedHosts(file)).isEqualTo(List.of(Set.of("node3")));
    awaitCached(file, List.of(Set.of()));
    assertThat(superuser.list()).isEmpty();
  }

  @Test
  void twoUsersShareAPinUntilTheLastLetsGo() throws Exception {
    Path file = hdfs.write("/shared/file", 2, 3);
    BlockCacheProtocol anna = plugin(user("anna"));
    BlockCacheProtocol bert = plugin(user("bert"));
    anna.acquire("a", "application_1", "trident", TTL_MS, List.of(pin(file, 0, 1)));
    bert.acquire(
        "b", "application_2", "trident", TTL_MS, List.of(pin(file, 0, 1), pin(file, 1, 2)));
    awaitCached(file, List.of(Set.of("node1"), Set.of("node2")));

    assertThat(anna.list()).extracting(LeaseInfo::owner).hasSize(2);
    assertThat(anna.renew("b").known()).as("as if there were none").isFalse();
    assertThat(anna.release("b")).isFalse();
    anna.acquire("b", "x", "trident", TTL_MS, List.of(pin(file, 1, 1)));
    assertThat(bert.renew("b").pins()).hasSize(2);
    assertThat(anna.renew("b").pins()).hasSize(1);
    assertThat(anna.release("b")).isTrue();

    bert.release("b");
    awaitCached(file, List.of(Set.of("node1"), Set.of()));
    Thread.sleep(1_000);
    assertThat(cachedHosts(file)).isEqualTo(List.of(Set.of("node1"), Set.of()));
    anna.release("a");
    awaitCached(file, List.of(Set.of(), Set.of()));
  }

  @Test
  void aDirectiveOnTheSameFileKeepsItsReplicas() throws Exception {
    Path file = hdfs.write("/directive/file", 2, 3);
    acquire("lease", pin(file, 0, 1), pin(file, 0, 2));
    awaitCached(file, List.of(Set.of("node1", "node2"), Set.of()));
    long directive =
        hdfs.fileSystem()
            .addCacheDirective(
                new CacheDirectiveInfo.Builder()
                    .setPath(new Path(file.toUri().getPath()))
                    .setPool("trident")
                    .setReplication((short) 1)
                    .build());
    await("the second block cached too", () -> cachedHosts(file).get(1).size() == 1);
    assertThat(cachedHosts(file).get(0)).containsExactlyInAnyOrder("node1", "node2");
    superuser.release("lease");
    await("one replica each", () -> cachedHosts(file).get(0).size() == 1);
    Thread.sleep(1_000);
    assertThat(cachedHosts(file)).allMatch(hosts -> hosts.size() == 1);

    String elsewhere = cachedHosts(file).get(1).contains("node3") ? "node2" : "node3";
    superuser.acquire(
        "lease",
        "job_1",
        "trident",
        TTL_MS,
        List.of(
            new CachePin(
                file.toUri().getPath(),
                hdfs.blocks(file).get(1).getBlock().getBlockId(),
                elsewhere)));
    await("cached where the lease has it", () -> cachedHosts(file).get(1).contains(elsewhere));
    hdfs.fileSystem().removeCacheDirective(directive);
    awaitCached(file, List.of(Set.of(), Set.of(elsewhere)));
  }

  @Test
  void permissionsAreThoseOfTheFileAndThePool() throws Exception {
    Path file = hdfs.write("/secret/file", 1, 3);
    hdfs.fileSystem().setPermission(file, new FsPermission((short) 0600));
    BlockCacheProtocol anna = plugin(user("anna"));
    LeaseStatus refused =
        anna.acquire("secret", "job_1", "trident", TTL_MS, List.of(pin(file, 0, 1)));
    assertThat(only(refused)).isEqualTo(PinState.FORBIDDEN);
    assertThat(refused.pins().get(0).message()).contains("anna");
    assertThat(anna.list()).isEmpty();

    hdfs.fileSystem()
        .addCachePool(new CachePoolInfo("closed").setMode(new FsPermission((short) 0700)));
    Path open = hdfs.write("/open/file", 1, 3);
    assertThatThrownBy(
            () -> anna.acquire("open", "job_1", "closed", TTL_MS, List.of(pin(open, 0, 1))))
        .hasMessageContaining("Permission denied while accessing pool closed");
    assertThatThrownBy(
            () -> anna.acquire("open", "job_1", "nowhere", TTL_MS, List.of(pin(open, 0, 1))))
        .hasMessageContaining("hdfs cacheadmin -addPool nowhere");
    superuser.acquire("mine", "job_2", "closed", TTL_MS, List.of(pin(open, 0, 1)));
    assertThat(anna.list()).as("leases in a pool that she may not read").isEmpty();
    awaitCached(open, List.of(Set.of("node1")));
    hdfs.fileSystem().removeCachePool("closed");
    awaitCached(open, List.of(Set.of()));
    assertThat(superuser.renew("mine").known()).isFalse();
  }

  @Test
  void whatCannotBeCachedIsReportedPerBlock() throws Exception {
    Path file = hdfs.write("/partial/file", 2, 1);
    String holder = hdfs.blocks(file).get(0).getLocations()[0].getHostName();
    String other = holder.equals("node1") ? "node2" : "node1";
    String src = file.toUri().getPath();
    long id = hdfs.blocks(file).get(0).getBlock().getBlockId();
    LeaseStatus status =
        acquire(
            "partial",
            new CachePin(src, id, other),
            new CachePin(src + "-not", id, holder),
            new CachePin(src, 42, holder),
            new CachePin(src, id, holder));
    assertThat(status.pins())
        .extracting(PinStatus::state)
        .containsExactly(
            PinState.NO_REPLICA, PinState.NO_SUCH_FILE, PinState.NO_SUCH_BLOCK, PinState.PENDING);
    assertThat(superuser.renew("partial").pins()).hasSize(1);
  }

  @Test
  void aPoolsLimitHolds() throws Exception {
    addPool("small", 2L * TieredHdfs.BLOCK);
    Path file = hdfs.write("/quota/file", 3, 3);
    List<CachePin> pins = List.of(pin(file, 0, 1), pin(file, 1, 2), pin(file, 2, 3));
    LeaseStatus status = superuser.acquire("quota", "job_1", "small", TTL_MS, pins);
    assertThat(status.pins())
        .extracting(PinStatus::state)
        .containsExactly(PinState.PENDING, PinState.PENDING, PinState.QUOTA_EXCEEDED);
    assertThat(status.pins().get(2).message()).contains("cache pool small is limited to 131072");
    awaitCached(file, List.of(Set.of("node1"), Set.of("node2"), Set.of()));
    Thread.sleep(1_000); // rescans count anew
    assertThat(superuser.acquire("quota", "job_1", "small", TTL_MS, pins).pins())
        .extracting(PinStatus::state)
        .containsExactly(PinState.CACHED, PinState.CACHED, PinState.QUOTA_EXCEEDED);
    assertThat(pool("small").getStats().getBytesNeeded()).isEqualTo(2L * TieredHdfs.BLOCK);
    assertThat(superuser.acquire("same", "job_1", "small", TTL_MS, pins.subList(0, 2)).pins())
        .as("taken over for the same job")
        .extracting(PinStatus::state)
        .containsExactly(PinState.CACHED, PinState.CACHED);
    assertThat(superuser.acquire("other", "job_2", "small", TTL_MS, pins.subList(0, 1)).pins())
        .extracting(PinStatus::state)
        .containsExactly(PinState.QUOTA_EXCEEDED);
    superuser.release("quota");
    Thread.sleep(1_000);
    assertThat(pool("small").getStats().getBytesNeeded()).isEqualTo(2L * TieredHdfs.BLOCK);
    superuser.release("same");
    assertThat(pool("small").getStats().getBytesNeeded()).isZero();
    assertThat(superuser.acquire("more", "job_1", "small", TTL_MS, pins.subList(2, 3)).pins())
        .extracting(PinStatus::state)
        .containsExactly(PinState.PENDING);
  }

  @Test
  void aFullCacheRefusesWithoutDisturbingWhatItHas() throws Exception {
    Path file = hdfs.write("/full/file", CACHE_BLOCKS + 2, 3);
    List<LocatedBlock> blocks = hdfs.blocks(file);
    List<CachePin> pins =
        blocks.stream()
            .map(
                block ->
                    new CachePin(file.toUri().getPath(), block.getBlock().getBlockId(), "node1"))
            .toList();
    LeaseStatus status = superuser.acquire("full", "job_1", "trident", TTL_MS, pins);
    assertThat(status.pins().stream().map(PinStatus::state).filter(PinState.CACHE_FULL::equals))
        .hasSize(2);
    await(
        "the others cached",
        () ->
            superuser.renew("full").pins().stream()
                    .filter(pin -> pin.state() == PinState.CACHED)
                    .count()
                == CACHE_BLOCKS);
    assertThat(superuser.list().get(0).bytes()).isEqualTo((long) CACHE_BLOCKS * TieredHdfs.BLOCK);
  }

  @Test
  void deletedAndAppendedFiles() throws Exception {
    Path gone = hdfs.write("/deleted/file", 1, 3);
    Path grown = hdfs.write("/appended/file", TieredHdfs.BLOCK / 2L, 3);
    CachePin last = pin(grown, 0, 1);
    acquire("files", pin(gone, 0, 2), last);
    awaitCached(gone, List.of(Set.of("node2")));
    awaitCached(grown, List.of(Set.of("node1")));

    hdfs.fileSystem().delete(gone, false);
    await(
        "the deleted file's block reported and gone",
        () -> superuser.renew("files").pins().size() == 1);
    assertThat(superuser.list().get(0).bytes()).isEqualTo(TieredHdfs.BLOCK / 2);

    try (FSDataOutputStream out = hdfs.fileSystem().append(grown)) {
      out.write(new byte[100]);
      out.hflush();
      assertThat(superuser.renew("files").pins())
          .containsExactly(new PinStatus(last, PinState.PENDING));
    }
    await("the longer block cached", () -> only(superuser.renew("files")) == PinState.CACHED);
    awaitCached(grown, List.of(Set.of("node1")));
  }

  @Test
  void requestsThatMakeNoSenseAreRefused() throws Exception {
    Path file = hdfs.write("/nonsense/file", 1, 3);
    CachePin pin = pin(file, 0, 1);
    assertThatThrownBy(() -> superuser.acquire(" ", "job", "trident", TTL_MS, List.of(pin)))
        .hasMessageContaining("The name of a lease has 1 to 256 characters");
    assertThatThrownBy(() -> superuser.acquire("l", "job", "trident", 0, List.of(pin)))
        .hasMessageContaining("positive time to live");
    LeaseStatus capped = superuser.acquire("l", "job", "trident", Long.MAX_VALUE, List.of(pin));
    assertThat(capped.ttlMs()).isBetween(590_000L, 600_000L);
  }
}
