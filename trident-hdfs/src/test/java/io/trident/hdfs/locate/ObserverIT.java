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
package io.trident.hdfs.locate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.BlockTiersClient;
import io.trident.hdfs.protocol.NameNodeProxies;
import java.io.File;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A standby and an observer that lag behind the active NameNode by an hour. */
@Tag("slow")
class ObserverIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @Test
  void onlyTheActiveNameNodeAnswers() throws Exception {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    Configuration conf = TieredHdfs.configuration();
    conf.unset(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY);
    conf.set(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, "1h");
    conf.setBoolean("dfs.namenode.state.context.enabled", true);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniQJMHACluster.Builder builder = new MiniQJMHACluster.Builder(conf).setNumNameNodes(3);
    builder.getDfsBuilder().numDataNodes(1);
    try (MiniQJMHACluster journals = builder.build()) {
      MiniDFSCluster cluster = journals.getDfsCluster();
      cluster.transitionToActive(2); // not the first that a client may try
      cluster.transitionToObserver(0);
      cluster.waitActive(2);
      Configuration client = new Configuration(conf);
      String service = "service-" + directory.getName(); // file systems are cached by this name
      HATestUtil.setFailoverConfigurations(
          cluster, client, service, 0, ObserverReadProxyProvider.class);
      client.set("fs.defaultFS", "hdfs://" + service);
      client.setBoolean("dfs.client.failover.random.order", true);
      FileSystem fileSystem = FileSystem.get(client);
      Path path = fileSystem.makeQualified(new Path("/file"));
      DFSTestUtil.createFile(
          cluster.getFileSystem(2), new Path("/file"), 3L * TieredHdfs.BLOCK, (short) 1, 1);

      for (int i = 0; i < 12; i++) {
        try (TierLocator locator = new TierLocator(client)) {
          FileSegment whole = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
          SegmentTiers found = requireNonNull(locator.locate(List.of(whole), TIMEOUT).get(whole));
          assertThat(found.availability()).as("look-up " + i).isEqualTo(Availability.KNOWN);
          assertThat(found.blocks()).hasSize(3);
          for (Degradation cause : Degradation.values()) {
            assertThat(locator.metrics().count(cause)).as(cause.name()).isZero();
          }
        }
      }
      for (int i = 0; i < 2; i++) {
        assertRefuses(cluster.getNameNode(i).getNameNodeAddress(), client);
      }
      BlockCacheProtocol leases =
          NameNodeProxies.toActive(
              URI.create("hdfs://" + service),
              client,
              BlockCacheProtocol.class,
              (nameNode, user, own) -> BlockCacheClient.to(nameNode, user, own, TIMEOUT));
      assertThat(leases.list()).isEmpty();
      assertThat(leases.renew("none").known()).isFalse();
    } finally {
      FileUtil.fullyDelete(directory);
    }
  }

  private static void assertRefuses(InetSocketAddress nameNode, Configuration conf)
      throws Exception {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    String active = "Trident answers on the active NameNode only";
    try (BlockTiersClient tiers = BlockTiersClient.to(nameNode, user, conf, TIMEOUT);
        BlockCacheClient cache = BlockCacheClient.to(nameNode, user, conf, TIMEOUT)) {
      assertThatThrownBy(() -> tiers.getBlockTiers("/file", 0, 1)).hasMessageContaining(active);
      assertThatThrownBy(() -> tiers.getBlockTiersOfFiles(List.of("/file")))
          .hasMessageContaining(active);
      assertThatThrownBy(() -> cache.acquire("l", "o", "p", 1, List.of()))
          .hasMessageContaining(active);
      assertThatThrownBy(() -> cache.renew("l")).hasMessageContaining(active);
      assertThatThrownBy(() -> cache.release("l")).hasMessageContaining(active);
      assertThatThrownBy(cache::list).hasMessageContaining(active);
    }
  }
}
