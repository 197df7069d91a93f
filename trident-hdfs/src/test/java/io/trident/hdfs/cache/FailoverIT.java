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

import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import java.io.File;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FailoverIT {
  @Test
  void leasesFollowTheActiveNameNodeAndThoseOfTheDeadDoNot() throws Exception {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    Configuration conf = TieredHdfs.configuration();
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(1)
            .build();
    try {
      cluster.waitActive();
      cluster.transitionToActive(0);
      Configuration client = new Configuration(conf);
      String service = "service-" + directory.getName(); // file systems are cached by this name
      HATestUtil.setFailoverConfigurations(
          cluster, client, service, 0, ConfiguredFailoverProxyProvider.class);
      client.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "hdfs://" + service);
      client.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 200);
      client.setLong(HdfsKeys.CACHE_RENEW_INTERVAL_MS.name(), 500);
      DistributedFileSystem hdfs = (DistributedFileSystem) FileSystem.get(client);
      hdfs.addCachePool(new CachePoolInfo("trident"));
      Path path = hdfs.makeQualified(new Path("/file"));
      DFSTestUtil.createFile(hdfs, path, 3L * TieredHdfs.BLOCK, (short) 1, 1);
      TieredHdfs.await(
          "cache capacity known", () -> hdfs.getDataNodeStats()[0].getCacheCapacity() > 0);
      List<LocatedBlock> blocks =
          hdfs.getClient().getLocatedBlocks("/file", 0, Long.MAX_VALUE).getLocatedBlocks();
      String node = blocks.get(0).getLocations()[0].getDatanodeUuid();

      try (BlockCacher cacher = new BlockCacher(client);
          CacheSession session =
              cacher.cache(
                  "alive",
                  List.of(
                      new BlockToCache(path.toString(), id(blocks, 0), node),
                      new BlockToCache(path.toString(), id(blocks, 1), node)))) {
        assertThat(session.await(Duration.ofSeconds(60))).isTrue();
        InetSocketAddress first = cluster.getNameNode(0).getNameNodeAddress();
        try (BlockCacheClient dead =
            BlockCacheClient.to(
                first, UserGroupInformation.getCurrentUser(), client, Duration.ofSeconds(10))) {
          dead.acquire(
              "lease",
              "dead",
              "trident",
              600_000,
              List.of(new CachePin("/file", id(blocks, 2), node)));
        }
        TieredHdfs.await("three blocks cached", () -> cached(hdfs) == 3);

        cluster.transitionToStandby(0);
        cluster.transitionToActive(1);
        TieredHdfs.await(
            "the lease of the living on the new active NameNode",
            () ->
                cacher.leases(hdfs).stream()
                    .map(LeaseInfo::owner)
                    .toList()
                    .equals(List.of("alive")));
        TieredHdfs.await("its two blocks cached", () -> cached(hdfs) == 2);
        assertThat(session.isSettled()).isTrue();

        cluster.transitionToStandby(1);
        cluster.transitionToActive(0);
        TieredHdfs.await(
            "and back, without what the first NameNode had",
            () ->
                cacher.leases(hdfs).stream()
                    .map(LeaseInfo::owner)
                    .toList()
                    .equals(List.of("alive")));
      }
      TieredHdfs.await("all let go", () -> cached(hdfs) == 0);
    } finally {
      cluster.shutdown(true);
      FileUtil.fullyDelete(directory);
    }
  }

  private static long id(List<LocatedBlock> blocks, int block) {
    return blocks.get(block).getBlock().getBlockId();
  }

  private static long cached(DistributedFileSystem hdfs) throws Exception {
    return hdfs.getDataNodeStats()[0].getCacheUsed() == 0
        ? 0
        : hdfs.getClient().getLocatedBlocks("/file", 0, Long.MAX_VALUE).getLocatedBlocks().stream()
            .filter(block -> block.getCachedLocations().length > 0)
            .count();
  }
}
