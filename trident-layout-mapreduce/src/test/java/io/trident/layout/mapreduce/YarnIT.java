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
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs in processes of their own, as users have them. */
@Tag("slow")
class YarnIT {
  private static final Path DESCRIPTION = new Path("/work");
  private static final String NAME = "Trident: convert /data/orders (0a1b2c3d)";

  private static TieredCluster start() throws IOException {
    return TieredCluster.builder()
        .nodes(3)
        .racks(3)
        .baseDir(java.nio.file.Path.of("target", "yarn-it-" + System.nanoTime()))
        .set("yarn.resourcemanager.scheduler.class", CapacityScheduler.class.getName())
        .set("mapreduce.framework.name", "yarn")
        .start();
  }

  @Test
  void attemptsThatFailLeaveNothing() throws Exception {
    try (TieredCluster cluster = start()) {
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

  @Test
  void theJobOfAClientThatDiedIsEnded() throws Exception {
    try (TieredCluster cluster = start()) {
      List<String> lines = new ArrayList<>();
      Jobs jobs = new Jobs(cluster.fileSystem(), lines::add);
      jobs.endEarlier(cluster.configuration(), DESCRIPTION); // there is none
      assertThat(lines).isEmpty();

      assertThatItIsEnded(cluster, endless(cluster), NAME + "\n%s\n");
      assertThatItIsEnded(cluster, endless(cluster), NAME + "\n"); // died before it knew more
    }
  }

  private static void assertThatItIsEnded(TieredCluster cluster, Job orphan, String text)
      throws Exception {
    Path note = new Path(DESCRIPTION, "job");
    try (OutputStream out = cluster.fileSystem().create(note)) {
      out.write(text.formatted(orphan.getJobID()).getBytes(StandardCharsets.UTF_8));
    }
    List<String> lines = new ArrayList<>();

    new Jobs(cluster.fileSystem(), lines::add).endEarlier(cluster.configuration(), DESCRIPTION);

    assertThat(orphan.getJobState()).isEqualTo(JobStatus.State.KILLED);
    assertThat(cluster.fileSystem().exists(note)).isFalse();
    assertThat(lines).containsExactly("Ends job %s of an earlier run".formatted(orphan.getJobID()));
  }

  /** Starts a job whose map never ends; returns once the map runs. */
  private static Job endless(TieredCluster cluster) throws Exception {
    Path input = new Path("/endless/in");
    try (OutputStream out = cluster.fileSystem().create(input)) {
      out.write('x');
    }
    cluster.fileSystem().delete(Endless.RUNS, false);
    Job job = Job.getInstance(cluster.configuration(), NAME);
    job.setMapperClass(Endless.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, new Path("/endless/out-" + System.nanoTime()));
    job.submit();
    while (!cluster.fileSystem().exists(Endless.RUNS)) {
      assertThat(job.isComplete()).isFalse();
      Thread.sleep(100);
    }
    return job;
  }

  /** Maps for ever. */
  public static final class Endless extends Mapper<LongWritable, Text, LongWritable, Text> {
    private static final Path RUNS = new Path("/endless/runs");

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      FileSystem.get(context.getConfiguration()).create(RUNS).close();
      while (true) {
        context.progress();
        Thread.sleep(1_000);
      }
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
