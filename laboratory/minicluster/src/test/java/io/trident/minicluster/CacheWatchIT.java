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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.minicluster.CacheWatch.Copy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

/** What DataNodes have in their caches, as they fill at the speed of a slow disk. */
class CacheWatchIT {
  private static final int BLOCK = 1 << 20;
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/cached");

  @Test
  void seesWhenBlocksComeAndGo() throws Exception {
    try (TieredCluster cluster =
        TieredCluster.builder()
            .nodes(1)
            .racks(1)
            .hdfsOnly()
            .baseDir(Path.of("target", "it", "cache-watch-" + UUID.randomUUID()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("trident.hdfs.placement.tiers", "DISK")
            .blockCache(16L * BLOCK, 2.0 * BLOCK)
            .start()) {
      DistributedFileSystem fs = cluster.fileSystem();
      try (FSDataOutputStream out = fs.create(FILE, (short) 1)) {
        out.write(new byte[3 * BLOCK]);
      }
      List<Copy> copies = new ArrayList<>();
      String dataNode = cluster.dataNode(0).getDatanodeUuid();
      for (LocatedBlock block :
          fs.getClient()
              .getLocatedBlocks(FILE.toUri().getPath(), 0, 3L * BLOCK)
              .getLocatedBlocks()) {
        copies.add(new Copy(block.getBlock().getBlockId(), dataNode));
      }
      long start = System.currentTimeMillis();
      try (CacheWatch watch =
          CacheWatch.start(cluster, copies.stream().map(Copy::blockId).toList())) {
        assertThat(watch.isEmpty()).isTrue();
        fs.addCachePool(new CachePoolInfo("pool"));
        long directive =
            fs.addCacheDirective(
                new CacheDirectiveInfo.Builder().setPath(FILE).setPool("pool").build());
        Await.until("all blocks to be cached", () -> watch.cachedSince(start).size() == 3);
        long end = System.currentTimeMillis();

        assertThat(copies)
            .allMatch(copy -> watch.wasCached(copy, end))
            .noneMatch(copy -> watch.wasCached(copy, start));
        // One at a time: the pool of caching threads of a volume never grows beyond its core of
        // one.
        assertThat(copies).anyMatch(copy -> watch.wasCached(copy, end - 900));
        assertThat(copies).anyMatch(copy -> !watch.wasCached(copy, end - 300));

        fs.removeCacheDirective(directive);
        Await.until("the cache to be empty", watch::isEmpty);
        assertThat(copies).allMatch(copy -> watch.wasCached(copy, end));
      }
    }
  }
}
