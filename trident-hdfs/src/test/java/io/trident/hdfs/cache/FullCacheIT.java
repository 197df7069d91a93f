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

import io.trident.core.storage.PinState;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.PinStatus;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Leases on a node whose cache has room for four blocks, and caches when the test lets it. */
class FullCacheIT {
  private static final int ROOM = 4;
  private static final int PLENTY = 1_000;

  private static final Semaphore LET_CACHE = new Semaphore(0);

  private static TieredHdfs hdfs;
  private static BlockCacheClient nameNode;

  /** Puts a block into the cache once the test lets it. */
  private static final class GatedCache extends NativeIO.POSIX.NoMlockCacheManipulator {
    @Override
    public void mlock(String identifier, ByteBuffer buffer, long length) {
      LET_CACHE.acquireUninterruptibly();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, (long) ROOM * TieredHdfs.BLOCK);
    hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}});
    NativeIO.POSIX.setCacheManipulator(new GatedCache());
    hdfs.fileSystem().addCachePool(new CachePoolInfo("trident"));
    nameNode =
        BlockCacheClient.to(
            hdfs.cluster().getNameNode().getNameNodeAddress(),
            UserGroupInformation.getCurrentUser(),
            hdfs.clientConfiguration(),
            Duration.ofSeconds(20));
    TieredHdfs.await(
        "cache capacity known",
        () -> hdfs.fileSystem().getDataNodeStats()[0].getCacheCapacity() > 0);
  }

  @AfterAll
  static void stop() throws Exception {
    LET_CACHE.release(PLENTY);
    nameNode.close();
    hdfs.close();
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
  }

  @AfterEach
  void nothingStaysPinned() throws Exception {
    LET_CACHE.release(PLENTY);
    for (LeaseInfo lease : nameNode.list()) {
      nameNode.release(lease.leaseId());
    }
    await("an empty cache", () -> usedBytes() == 0);
    LET_CACHE.drainPermits();
  }

  private static void await(String what, TieredHdfs.Condition condition) throws Exception {
    TieredHdfs.await(
        what,
        () -> {
          hdfs.cluster().triggerHeartbeats();
          return condition.holds();
        });
  }

  private static long usedBytes() throws Exception {
    return hdfs.fileSystem().getDataNodeStats()[0].getCacheUsed();
  }

  private static List<CachePin> pins(Path file, int from, int to) throws Exception {
    List<Long> blocks =
        hdfs.blocks(file).stream().map(block -> block.getBlock().getBlockId()).toList();
    return IntStream.range(from, to)
        .mapToObj(i -> new CachePin(file.toUri().getPath(), blocks.get(i), "node1"))
        .toList();
  }

  private static List<PinState> acquire(String lease, List<CachePin> pins) throws Exception {
    return nameNode.acquire(lease, "job_1", "trident", 60_000, pins).pins().stream()
        .map(PinStatus::state)
        .toList();
  }

  private static void awaitAllCached(String lease) throws Exception {
    await(
        "all cached of lease " + lease,
        () ->
            nameNode.renew(lease).pins().stream().allMatch(pin -> pin.state() == PinState.CACHED));
  }

  @Test
  void aBlockOnItsWayIntoTheCacheCountsOnce() throws Exception {
    Path file = hdfs.write("/way/file", ROOM + 1, 1);
    assertThat(acquire("client", pins(file, 0, ROOM - 1))).containsOnly(PinState.PENDING);
    await("the first on its way", () -> usedBytes() == TieredHdfs.BLOCK);

    assertThat(acquire("more", pins(file, ROOM - 1, ROOM + 1)))
        .as("room for one more")
        .containsExactly(PinState.PENDING, PinState.CACHE_FULL);
    LET_CACHE.release(PLENTY);
    awaitAllCached("client");
    awaitAllCached("more");
    await("a full cache", () -> usedBytes() == (long) ROOM * TieredHdfs.BLOCK);
  }

  /** HDFS uncaches what is appended to; by the time that ends the room may be another's. */
  @Test
  void whatALeaseHoldsIsNotRefusedToAnother() throws Exception {
    LET_CACHE.release(PLENTY);
    Path full = hdfs.write("/held/full", ROOM, 1);
    Path grown = hdfs.write("/held/grown", TieredHdfs.BLOCK / 2L, 1);
    acquire("client", pins(full, 0, ROOM - 1));
    acquire("client", pins(grown, 0, 1));
    awaitAllCached("client");
    try (FSDataOutputStream out = hdfs.fileSystem().append(grown)) {
      out.write(new byte[100]);
      out.hflush();
      await("the open block uncached", () -> usedBytes() == (ROOM - 1L) * TieredHdfs.BLOCK);
      assertThat(acquire("other", pins(full, ROOM - 1, ROOM))).containsExactly(PinState.PENDING);
      awaitAllCached("other");
    }

    assertThat(acquire("master", pins(grown, 0, 1)))
        .as("what the client's lease holds")
        .containsExactly(PinState.PENDING);
    nameNode.release("client");
    awaitAllCached("master");
    awaitAllCached("other");
  }
}
