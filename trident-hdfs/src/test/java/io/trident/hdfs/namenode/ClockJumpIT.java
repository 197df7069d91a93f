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

import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.cache.CacheSession;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ServicePlugin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real HDFS and a client whose clocks jump by hours, in turn and together. */
@Tag("slow")
class ClockJumpIT {
  private static final long HOURS = TimeUnit.HOURS.toNanos(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicLong NAME_NODE_SET_BY = new AtomicLong();

  private final AtomicLong clientSetBy = new AtomicLong();

  /** The plugin, as HDFS makes it, by a clock that the test sets. */
  public static final class ClockedPlugin implements ServicePlugin {
    private final TridentNameNodePlugin plugin =
        new TridentNameNodePlugin(() -> System.nanoTime() + NAME_NODE_SET_BY.get());

    @Override
    public void start(Object service) {
      plugin.start(service);
    }

    @Override
    public void stop() {
      plugin.stop();
    }

    @Override
    public void close() {
      plugin.close();
    }
  }

  @Test
  void theLivingKeepTheirBlocksAndTheDeadDoNot() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, ClockedPlugin.class.getName());
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    conf.setLong(HdfsKeys.CACHE_RENEW_INTERVAL_MS.name(), 300);
    try (TieredHdfs hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}})) {
      hdfs.fileSystem().addCachePool(new CachePoolInfo("trident"));
      TieredHdfs.await(
          "cache capacity known",
          () -> hdfs.fileSystem().getDataNodeStats()[0].getCacheCapacity() > 0);
      Path file = hdfs.write("/file", 2, 1);
      try (BlockCacher cacher =
              new BlockCacher(
                  hdfs.clientConfiguration(), () -> System.nanoTime() + clientSetBy.get());
          BlockCacheClient dead =
              BlockCacheClient.to(
                  hdfs.cluster().getNameNode().getNameNodeAddress(),
                  UserGroupInformation.getCurrentUser(),
                  hdfs.clientConfiguration(),
                  PATIENCE);
          CacheSession alive = cacher.cache("alive", List.of(block(hdfs, file, 0)))) {
        assertThat(alive.await(PATIENCE)).isTrue();

        pinForTheDead(dead, hdfs, file, TimeUnit.HOURS.toMillis(1));
        NAME_NODE_SET_BY.addAndGet(HOURS);
        assertOnlyTheLivingHolds(cacher, hdfs, alive);
        NAME_NODE_SET_BY.addAndGet(HOURS);
        clientSetBy.addAndGet(HOURS);
        assertOnlyTheLivingHolds(cacher, hdfs, alive);

        pinForTheDead(dead, hdfs, file, 3_000);
        NAME_NODE_SET_BY.addAndGet(-2 * HOURS);
        assertOnlyTheLivingHolds(cacher, hdfs, alive);
        pinForTheDead(dead, hdfs, file, 3_000);
        clientSetBy.addAndGet(-2 * HOURS);
        assertOnlyTheLivingHolds(cacher, hdfs, alive);
      }
      TieredHdfs.await("all let go", () -> cachedBytes(hdfs) == 0);
    }
  }

  private static BlockToCache block(TieredHdfs hdfs, Path file, int block) throws Exception {
    return new BlockToCache(
        file.toString(), hdfs.blocks(file).get(block).getBlock().getBlockId(), "node1");
  }

  /** Has the second block cached for a client that will not be heard of again. */
  private static void pinForTheDead(BlockCacheClient dead, TieredHdfs hdfs, Path file, long ttlMs)
      throws Exception {
    CachePin pin = new CachePin(file.toUri().getPath(), block(hdfs, file, 1).blockId(), "node1");
    dead.acquire("dead", "dead", "trident", ttlMs, List.of(pin));
    TieredHdfs.await("both cached", () -> cachedBytes(hdfs) == 2L * TieredHdfs.BLOCK);
  }

  private static void assertOnlyTheLivingHolds(
      BlockCacher cacher, TieredHdfs hdfs, CacheSession alive) throws Exception {
    TieredHdfs.await(
        "one lease, that of the living, and its block",
        () ->
            cacher.leases(hdfs.fileSystem()).stream()
                    .map(LeaseInfo::owner)
                    .toList()
                    .equals(List.of("alive"))
                && cachedBytes(hdfs) == TieredHdfs.BLOCK
                && alive.progress().stream()
                    .map(BlockProgress::state)
                    .allMatch(PinState.CACHED::equals));
  }

  private static long cachedBytes(TieredHdfs hdfs) throws Exception {
    return Stream.of(hdfs.fileSystem().getDataNodeStats())
        .mapToLong(node -> node.getCacheUsed())
        .sum();
  }
}
