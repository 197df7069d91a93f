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

import static io.trident.hdfs.TieredHdfs.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A NameNode fails while a reader waits for an extent. */
@Tag("slow")
@Timeout(300)
class ReaderFailoverIT {
  private static final DataExtent WANTED = new DataExtent(1, 1);

  @Test
  void aReaderWaitsForTheNextActiveNameNode() throws Exception {
    Configuration conf = LostExtents.configuration();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (TwoNameNodes hdfs = TwoNameNodes.start(conf)) {
      MiniDFSCluster cluster = hdfs.cluster();
      DistributedFileSystem fileSystem = hdfs.fileSystem();
      ReplicatedTable table = ReplicatedTable.write(cluster, fileSystem, "/table", 600);
      await(
          "the table is known",
          () -> {
            try (LayoutTableClient client = LayoutTableClient.of(fileSystem)) {
              return client.demand(table.path(WANTED).toUri().getPath()) == ExtentState.READABLE;
            }
          });
      Configuration clients = new Configuration(conf);
      clients.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
      clients.setLong(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), 120_000);
      clients.setInt("dfs.client.max.block.acquire.failures", 0);

      try (FileSystem client = FileSystem.newInstance(clients);
          FSDataInputStream in = client.open(table.path(WANTED))) {
        cluster.stopDataNode(table.nodeOf(WANTED));
        cluster.transitionToStandby(0);
        Future<byte[]> reader = thread.submit(in::readAllBytes);
        Thread.sleep(3_000); // no NameNode is active
        assertThat(reader).isNotDone();
        cluster.shutdownNameNode(0);
        Thread.sleep(2_000);
        assertThat(reader).isNotDone();
        cluster.transitionToActive(1);
        assertThat(reader.get(120, TimeUnit.SECONDS)).isEqualTo(table.written(WANTED));
      }
    } finally {
      thread.shutdownNow();
    }
  }
}
