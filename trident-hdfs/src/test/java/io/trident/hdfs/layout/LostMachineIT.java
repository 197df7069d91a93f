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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.layout.LostExtents.LostExtent;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A machine that is lost, rather than a process: connections to it time out. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class LostMachineIT {
  private static final String SOCKET_TIMEOUT = "dfs.client.socket-timeout";

  /** Sooner than a connection times out of clients that wait for two minutes. */
  private static final Duration SOON = Duration.ofSeconds(40);

  private LostExtents lost;
  private SilentMachine machine;

  @BeforeAll
  void start() throws Exception {
    lost = LostExtents.of(4, LostExtents.configuration(), fileSystem -> {});
    machine = new SilentMachine(lost.lostNode());
  }

  @AfterAll
  void stop() throws Exception {
    machine.close();
    lost.close();
  }

  /** A client that knows how long a node may be silent. */
  private Configuration knowing() throws IOException {
    Configuration conf = lost.clients();
    conf.setInt(SOCKET_TIMEOUT, 120_000);
    conf.setLong(
        DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, LostExtents.STALE_MS - 1_000);
    return conf;
  }

  /** A client that finds out by a connection only. */
  private Configuration trying() throws IOException {
    Configuration conf = lost.clients();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, 86_400_000);
    return conf;
  }

  private Duration read(LostExtent extent, Configuration conf) throws IOException {
    long start = System.nanoTime();
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), conf);
        FSDataInputStream in = fileSystem.open(extent.path())) {
      byte[] bytes = new byte[extent.written().length];
      in.readFully(0, bytes);
      assertThat(bytes).isEqualTo(extent.written());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void whoKnowsThatTheNodeIsSilentDoesNotTryIt() throws Exception {
    LostExtent extent = lost.next();
    assertThat(read(extent, knowing())).isLessThan(SOON);
    assertThat(extent.nodes()).as("rebuilt").hasSize(2);
    for (int i = 0; i < 4; i++) { // whatever the order of the replicas
      assertThat(read(extent, knowing())).isLessThan(SOON);
    }
  }

  @Test
  void whoTriesItWaitsAsLongAsAConnectionAndARebuildMay() throws Exception {
    LostExtent extent = lost.next();
    Configuration conf = trying();
    conf.setInt(SOCKET_TIMEOUT, 3_000);
    assertThat(read(extent, conf)).isGreaterThanOrEqualTo(Duration.ofSeconds(3)).isLessThan(SOON);
    assertThat(extent.nodes()).as("rebuilt").hasSize(2);
    assertThat(read(extent, conf)).as("with a stale and a rebuilt replica").isLessThan(SOON);
  }

  @Test
  void aHedgedReadIsRebuiltForWhileTheConnectionHangs() throws Exception {
    LostExtent extent = lost.next();
    Configuration conf = trying();
    conf.setInt(SOCKET_TIMEOUT, 120_000);
    conf.setInt("dfs.client.hedged.read.threadpool.size", 4);
    conf.setLong("dfs.client.hedged.read.threshold.millis", 100);
    assertThat(read(extent, conf)).isLessThan(SOON);
    assertThat(extent.nodes()).as("rebuilt").hasSize(2);
  }
}
