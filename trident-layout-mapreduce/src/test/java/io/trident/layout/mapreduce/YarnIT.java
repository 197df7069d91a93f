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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.minicluster.TieredCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs in processes of their own, as users have them. */
@Tag("slow")
class YarnIT {
  @Test
  void attemptsThatFailLeaveNothing() throws Exception {
    try (TieredCluster cluster =
        TieredCluster.builder()
            .nodes(3)
            .racks(3)
            .baseDir(java.nio.file.Path.of("target", "yarn-it-" + System.nanoTime()))
            .set("yarn.resourcemanager.scheduler.class", CapacityScheduler.class.getName())
            .set("mapreduce.framework.name", "yarn")
            .start()) {
      Path directory = new Path("/data/orders");
      TestFiles source = new TestFiles("csv", 3_000, new Random(5));
      source.writeTo(cluster.fileSystem(), directory);
      Configuration conf = cluster.configuration();
      conf.setClass("fs.hdfs.impl", FirstAttemptsFail.class, FileSystem.class);
      List<String> lines = new ArrayList<>();

      Conversion.Result converted =
          new Conversion(conf, new Renames(cluster.fileSystem()), lines::add)
              .run(directory, source.request(4, 24_000), Earlier.RESUME);

      assertThat(converted.rows()).isEqualTo(source.rows().size());
      assertThat(converted.cost().bytesShuffled()).isPositive();
      assertThat(failedReduces(cluster.configuration())).isPositive();
      assertThat(lines).anyMatch(line -> line.contains("reduces"));
      TableView view = TableView.of(directory, cluster.configuration());
      assertThat(view.broken()).isEmpty();
      assertThat(view.lost()).isEmpty();

      cluster.fileSystem().delete(new Path("/data/.orders.trident-old"), true);
      new Reversion(cluster.configuration(), new Renames(cluster.fileSystem()), lines::add)
          .run(directory);
      Map<String, byte[]> back = TestFiles.read(cluster.fileSystem(), directory);
      assertThat(back.keySet()).isEqualTo(source.files().keySet());
      back.forEach((name, bytes) -> assertThat(bytes).isEqualTo(source.files().get(name)));
    }
  }

  private static long failedReduces(Configuration conf) throws Exception {
    long failed = 0;
    Cluster jobs = new Cluster(conf);
    for (JobStatus status : jobs.getAllJobStatuses()) {
      failed +=
          jobs.getJob(status.getJobID())
              .getCounters()
              .findCounter(JobCounter.NUM_FAILED_REDUCES)
              .getValue();
    }
    jobs.close();
    return failed;
  }
}
