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

import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.io.File;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HighAvailabilityIT {
  private final AtomicLong clock = new AtomicLong();

  @Test
  void followsTheActiveNameNode() throws Exception {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    Configuration conf = TieredHdfs.configuration();
    conf.unset(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(2)
            .build();
    try {
      cluster.waitActive();
      cluster.transitionToActive(1); // not the first that a client may try
      Configuration client = new Configuration(conf);
      String service = "service-" + directory.getName(); // file systems are cached by this name
      HATestUtil.setFailoverConfigurations(
          cluster, client, service, 0, ConfiguredFailoverProxyProvider.class);
      client.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "hdfs://" + service);
      FileSystem fileSystem = FileSystem.get(client);
      Path path = fileSystem.makeQualified(new Path("/file"));
      DFSTestUtil.createFile(fileSystem, path, 3L * TieredHdfs.BLOCK, (short) 2, 1);
      try (TierLocator locator = new TierLocator(client, clock::get)) {
        DFSTestUtil.waitReplication(fileSystem, path, (short) 2); // a file is closed with the first
        assertKnown(locator, path);
        cluster.transitionToStandby(1);
        cluster.transitionToActive(0);
        DFSTestUtil.waitReplication(fileSystem, path, (short) 2);
        assertKnown(locator, path);
        cluster.shutdownNameNode(1);
        assertKnown(locator, path);
        cluster.shutdownNameNode(0);
        assertThat(fresh(locator, path).availability()).isEqualTo(Availability.UNREACHABLE);
      }
    } finally {
      cluster.shutdown(true);
      FileUtil.fullyDelete(directory);
    }
  }

  private void assertKnown(TierLocator locator, Path path) {
    SegmentTiers found = fresh(locator, path);
    assertThat(found.availability()).isEqualTo(Availability.KNOWN);
    assertThat(found.blocks()).hasSize(3).allMatch(block -> block.replicas().size() == 2);
    for (Degradation cause : Degradation.values()) {
      assertThat(locator.metrics().count(cause)).as(cause.name()).isZero();
    }
  }

  private SegmentTiers fresh(TierLocator locator, Path path) {
    clock.addAndGet(3_600_000_000_000L);
    FileSegment whole = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
    return requireNonNull(locator.locate(List.of(whole)).get(whole));
  }
}
