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

import io.trident.core.storage.PinState;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.fgl.FSNLockManager;
import org.apache.hadoop.hdfs.server.namenode.fgl.GlobalFSNamesystemLock;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.metrics2.lib.MutableRatesWithAggregation;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** Whoever has many blocks pinned at once lets others have the NameNode's lock in between. */
class PinsPerLockIT {
  private static final int BLOCK = 1024;
  private static final int NODES = 3;

  /** Two full portions, and one pin or a few. */
  private static final int BLOCKS = 1 + 2 * LeasedBlocks.PINS_PER_LOCK / NODES;

  private static final int PORTIONS = 3;

  /** The NameNode's own lock; counts how often Trident had it for writing. */
  public static final class CountingLock extends GlobalFSNamesystemLock {
    private static final AtomicInteger WRITES = new AtomicInteger();

    public CountingLock(Configuration conf, MutableRatesWithAggregation holdTimes) {
      super(conf, holdTimes);
    }

    @Override
    public void writeUnlock(RwLockMode mode, String operation) {
      super.writeUnlock(mode, operation);
      if (operation.equals("tridentBlockCache")) {
        WRITES.incrementAndGet();
      }
    }
  }

  @Test
  void pinsAreTakenAndLetGoInPortions() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setClass(
        DFSConfigKeys.DFS_NAMENODE_LOCK_MODEL_PROVIDER_KEY,
        CountingLock.class,
        FSNLockManager.class);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 64L << 20);
    StorageType[][] types = {{StorageType.DISK}, {StorageType.DISK}, {StorageType.DISK}};
    try (TieredHdfs hdfs = TieredHdfs.start(conf, 1, types)) {
      hdfs.fileSystem().addCachePool(new CachePoolInfo("trident"));
      TieredHdfs.await(
          "cache capacity known",
          () ->
              Stream.of(hdfs.fileSystem().getDataNodeStats())
                  .allMatch(node -> node.getCacheCapacity() > 0));
      List<CachePin> pins = pins(hdfs, write(hdfs));
      assertThat(pins).hasSizeGreaterThan((PORTIONS - 1) * LeasedBlocks.PINS_PER_LOCK);
      BlockCacheClient client =
          BlockCacheClient.to(
              hdfs.cluster().getNameNode().getNameNodeAddress(),
              UserGroupInformation.getCurrentUser(),
              hdfs.clientConfiguration(),
              Duration.ofSeconds(60));

      int before = CountingLock.WRITES.get();
      assertThat(client.acquire("many", "job_1", "trident", 60_000, pins).pins())
          .hasSameSizeAs(pins)
          .allSatisfy(pin -> assertThat(pin.state()).isIn(PinState.PENDING, PinState.CACHED));
      assertThat(CountingLock.WRITES.get() - before).isGreaterThanOrEqualTo(PORTIONS);

      before = CountingLock.WRITES.get();
      assertThat(client.release("many")).isTrue();
      assertThat(CountingLock.WRITES.get() - before).isGreaterThanOrEqualTo(PORTIONS);
    }
  }

  private static Path write(TieredHdfs hdfs) throws Exception {
    Path file = new Path("/many");
    try (FSDataOutputStream out =
        hdfs.fileSystem().create(file, true, 4096, (short) NODES, BLOCK)) {
      out.write(new byte[BLOCKS * BLOCK]);
    }
    TieredHdfs.await(
        "all replicas",
        () -> hdfs.blocks(file).stream().allMatch(block -> block.getLocations().length == NODES));
    return file;
  }

  private static List<CachePin> pins(TieredHdfs hdfs, Path file) throws Exception {
    return hdfs.blocks(file).stream()
        .map(LocatedBlock::getBlock)
        .flatMap(
            block ->
                IntStream.rangeClosed(1, NODES)
                    .mapToObj(
                        node -> new CachePin(file.toString(), block.getBlockId(), "node" + node)))
        .toList();
  }
}
