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
import static io.trident.hdfs.layout.ExtentCluster.assertGroupsApart;
import static io.trident.hdfs.layout.ExtentCluster.awaitKnown;
import static io.trident.hdfs.layout.ExtentCluster.hasAllReplicas;
import static io.trident.hdfs.layout.ExtentCluster.kill;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where members of a parity group are rebuilt that are lost at once. */
@Tag("slow")
class GroupRebuildIT {
  private static final int NODES = 12;

  /** A patched HDFS chooses nodes for a batch of blocks before it expects one of them anywhere. */
  @Test
  void membersOfAGroupThatAreLostAtOnceAreRebuiltApart() throws Exception {
    Configuration conf = ExtentCluster.configuration("nodes");
    conf.setInt(HdfsKeys.LAYOUT_DOMAINS.name(), 2);
    try (TieredHdfs hdfs = ExtentCluster.start(conf, NODES, 1, 1L << 30, StorageType.DISK)) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/lost", 3000);
      awaitKnown(hdfs, table);
      assertGroupsApart(table);

      kill(hdfs, table.nodeOf(new DataExtent(1, 0)));
      kill(hdfs, table.nodeOf(new DataExtent(1, 1)));
      await("rebuilt", table::isIntact);
      await("parities copied", () -> hasAllReplicas(table));
      assertGroupsApart(table);
    }
  }
}
