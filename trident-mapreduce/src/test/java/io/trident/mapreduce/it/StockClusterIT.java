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
package io.trident.mapreduce.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.mapreduce.TridentCounter;
import io.trident.minicluster.TieredCluster;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;

/** The trident-yarn framework where no daemon has anything of Trident: only the client does. */
final class StockClusterIT {
  private static final int BLOCK = 1 << 20;

  @Test
  void mapsAreMatchedByTheAnswersOfStockHdfs() throws Exception {
    try (TieredCluster cluster =
        TieredCluster.builder()
            .nodes(4)
            .racks(2)
            .baseDir(Path.of("target", "stock-cluster-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("dfs.namenode.plugins", "")
            .set("dfs.block.replicator.classname", BlockPlacementPolicyDefault.class.getName())
            .set("yarn.resourcemanager.scheduler.class", CapacityScheduler.class.getName())
            .start()) {
      assertThat(cluster.resourceManager().getResourceScheduler().getClass())
          .isEqualTo(CapacityScheduler.class);
      var input = new org.apache.hadoop.fs.Path("/input");
      var output = new org.apache.hadoop.fs.Path("/output");
      TestData.write(cluster.fileSystem().create(input), 3 * BLOCK, 1);
      Configuration conf = cluster.configuration();
      conf.set("mapreduce.framework.name", "trident-yarn");

      Job job = WordCount.job(conf, output, input);
      assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
      assertThat(TestData.counts(conf, output)).isEqualTo(TestData.expected(3 * BLOCK, 1));
      assertThat(TestData.placed(job)).isEqualTo(3);
      assertThat(TestData.counter(job, TridentCounter.NO_PREFERENCE)).isZero();
      assertThat(TestData.counter(job, TridentCounter.OPTIMAL_COST))
          .isPositive()
          .isEqualTo(TestData.counter(job, TridentCounter.ASSIGNMENT_COST));
    }
  }
}
