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

import io.trident.core.guard.Guard;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.PinState;
import io.trident.core.text.EnumNames;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.HdfsKeys.WithoutPlugin;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.BlockCacheServer;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseCursor;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.Page;
import io.trident.hdfs.protocol.PinStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveEntry;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a stock NameNode, whole files are cached by HDFS's own directives. */
class WithoutPluginIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static TieredHdfs hdfs;
  private static Path file;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.setLong("dfs.namenode.path.based.cache.refresh.interval.ms", 3_600_000);
    hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}});
    file = hdfs.write("/file", 2, 1);
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

  private static BlockCacher cacher(WithoutPlugin way) throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    conf.setLong(HdfsKeys.CACHE_TTL_MS.name(), 3_000);
    conf.set(HdfsKeys.CACHE_WITHOUT_PLUGIN.name(), EnumNames.dashed(way));
    return new BlockCacher(conf);
  }

  private static List<BlockToCache> blocks(Path path) throws Exception {
    Path known = hdfs.fileSystem().exists(path) ? path : file;
    return hdfs.blocks(known).stream()
        .map(block -> new BlockToCache(path.toString(), block.getBlock().getBlockId(), "node1"))
        .toList();
  }

  private static CacheDirectiveInfo directive() throws Exception {
    var entries = hdfs.fileSystem().listCacheDirectives(null);
    CacheDirectiveEntry entry = entries.next();
    assertThat(entries.hasNext()).as("one directive for both blocks").isFalse();
    return entry.getInfo();
  }

  @Test
  void wholeFilesAreCachedAtOnceAndLetGo() throws Exception {
    try (BlockCacher cacher = cacher(WithoutPlugin.WHOLE_FILES);
        CacheSession refused = cacher.cache("job_0", blocks(file))) {
      assertThat(refused.await(LONG)).isTrue();
      assertThat(refused.progress())
          .extracting(BlockProgress::state)
          .containsOnly(PinState.REFUSED);
      assertThat(refused.progress().get(0).message()).contains("Unknown pool trident");
    }
    hdfs.fileSystem().addCachePool(new CachePoolInfo("trident"));

    try (BlockCacher cacher = cacher(WithoutPlugin.WHOLE_FILES);
        CacheSession session = cacher.cache("job_1", blocks(file));
        CacheSession missing = cacher.cache("job_2", blocks(file.suffix("-not")))) {
      assertThat(session.await(LONG)).isTrue(); // HDFS rescans by itself once an hour only
      assertThat(session.progress())
          .extracting(BlockProgress::state)
          .containsExactly(PinState.CACHED, PinState.CACHED);
      assertThat(session.progress().get(0).message()).isEqualTo("on node1");
      assertThat(missing.await(LONG)).isTrue();
      assertThat(missing.progress())
          .extracting(BlockProgress::state)
          .containsOnly(PinState.NO_SUCH_FILE);

      long expires = directive().getExpiration().getAbsoluteMillis();
      assertThat(expires).isBetween(1L, System.currentTimeMillis() + 4_000);
      TieredHdfs.await(
          "the directive prolonged",
          () -> directive().getExpiration().getAbsoluteMillis() > expires);
    }
    assertThat(hdfs.fileSystem().listCacheDirectives(null).hasNext()).isFalse();
    TieredHdfs.await(
        "an empty cache",
        () -> {
          // wakes HDFS's monitor
          hdfs.fileSystem().listCacheDirectives(null).hasNext();
          return hdfs.fileSystem().getDataNodeStats()[0].getCacheUsed() == 0;
        });
  }

  @Test
  void nothingIsCachedIfConfiguredSo() throws Exception {
    try (BlockCacher cacher = cacher(WithoutPlugin.NOTHING);
        CacheSession session = cacher.cache("job_1", blocks(file))) {
      assertThat(session.await(LONG)).isTrue();
      assertThat(session.progress())
          .extracting(BlockProgress::message)
          .containsOnly("the NameNode runs no Trident plugin");
    }
  }

  /** As after a refusal that is over, such as by service authorisation. */
  @Test
  void leasesComeBackWithThePlugin() throws Exception {
    hdfs.fileSystem().addCachePool(new CachePoolInfo("back"));
    Path other = hdfs.write("/back", 2, 1); // HDFS takes what it uncached for cached
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    conf.setLong(HdfsKeys.CACHE_RENEW_INTERVAL_MS.name(), 100);
    conf.setLong(HdfsKeys.PLUGIN_RETRY_AFTER_MS.name(), 500);
    conf.set(HdfsKeys.CACHE_POOL.name(), "back");
    Plugin plugin = new Plugin();
    try (BlockCacher cacher = new BlockCacher(conf);
        CacheSession session = cacher.cache("job_1", blocks(other))) {
      assertThat(session.await(LONG)).isTrue();
      assertThat(directive().getPool()).isEqualTo("back");
      BlockCacheServer.add(
          ((NameNodeRpcServer) hdfs.cluster().getNameNodeRpc()).getClientRpcServer(),
          plugin,
          new Guard((consequence, failure) -> {}));
      TieredHdfs.await(
          "a lease in place of the directive",
          () -> plugin.held.size() == 2 && !hdfs.fileSystem().listCacheDirectives(null).hasNext());
      TieredHdfs.await(
          "its state reported",
          () ->
              session.progress().stream()
                  .allMatch(block -> block.message().equals("under a lease")));
      plugin.absent = true;
      TieredHdfs.await("given up after a time to live or so, no sooner", () -> plugin.refused > 3);
      assertThat(hdfs.fileSystem().listCacheDirectives(null).hasNext()).isFalse();
      plugin.absent = false;
    }
    TieredHdfs.await("let go", plugin.held::isEmpty);
    plugin.absent = true; // for the other tests
  }

  /** A plugin that grants everything. */
  private static final class Plugin implements BlockCacheProtocol {
    private final Set<CachePin> held = ConcurrentHashMap.newKeySet();
    private volatile boolean absent;
    private volatile int refused;

    private void check() {
      if (absent) {
        refused++;
        throw new UnsupportedOperationException("absent");
      }
    }

    private LeaseStatus status() {
      return held.isEmpty()
          ? LeaseStatus.unknown()
          : new LeaseStatus(
              true,
              60_000,
              held.stream()
                  .map(pin -> new PinStatus(pin, PinState.CACHED, "under a lease"))
                  .toList());
    }

    @Override
    public LeaseStatus acquire(
        String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins) {
      check();
      held.addAll(pins);
      return status();
    }

    @Override
    public Page<LeaseStatus> renew(String leaseId, LeaseCursor from) {
      check();
      return new Page<>(status(), Optional.empty());
    }

    @Override
    public boolean release(String leaseId) {
      check();
      boolean known = !held.isEmpty();
      held.clear();
      return known;
    }

    @Override
    public Page<List<LeaseInfo>> list(LeaseCursor from) {
      check();
      return new Page<>(List.of(), Optional.empty());
    }
  }
}
