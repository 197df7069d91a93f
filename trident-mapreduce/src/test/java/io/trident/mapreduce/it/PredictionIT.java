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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.minicluster.TieredCluster;
import io.trident.storage.ModelDirectory;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Predicted and measured job times, run by run: of a scan and of a job that the processor bounds,
 * their input on disks only. The first run of a class is planned by the constants of the keys, the
 * others by what the runs before taught. Prints a table; {@code -Dtrident.prediction.runs=N} takes
 * more runs than the two that the test needs.
 */
@Tag("slow")
@Tag("measured")
final class PredictionIT {
  private static final int BLOCK = 4 << 20;
  private static final int BLOCKS = 8;
  private static final int RUNS = Integer.getInteger("trident.prediction.runs", 2);
  private static final Path INPUT = new Path("/input/lines");

  private enum Kind {
    SCAN(0),
    DIGEST(200);

    final int rounds;

    Kind(int rounds) {
      this.rounds = rounds;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Test
  void whatRunsTeachMakesPredictionsBetter() throws Exception {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    try (TieredCluster cluster =
        TieredCluster.builder()
            .nodes(3)
            .slotsPerNode(2)
            .baseDir(java.nio.file.Path.of("target", "prediction-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("dfs.datanode.max.locked.memory", Long.toString((long) BLOCKS * BLOCK))
            .set("dfs.cachereport.intervalMsec", "500")
            .set("trident.hdfs.placement.tiers", "DISK")
            .start()) {
      DistributedFileSystem hdfs = cluster.fileSystem();
      hdfs.addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
      TestData.write(hdfs.create(INPUT, true, 4096, (short) 1, BLOCK), BLOCKS * BLOCK, 1);
      print("class    run  predicted  measured  error  tasks of median s");
      for (int run = 1; run <= RUNS; run++) {
        for (Kind kind : Kind.values()) {
          JsonNode report = run(cluster, kind, run);
          double error = report.at("/relativeError").asDouble();
          (run == 1 ? before : after).add(Math.abs(error));
          print(
              "%-8s %3d %9.1f s %7.1f s %+5.0f %% %8.1f"
                  .formatted(
                      kind.label(),
                      run,
                      report.at("/predicted/planned").asDouble(),
                      report.at("/measuredSeconds").asDouble(),
                      100 * error,
                      medianTask(report)));
        }
      }
    }
    print(
        "median error before learning %.0f %%, after %.0f %%"
            .formatted(100 * median(before), 100 * median(after)));
    assertThat(median(after)).as("errors after learning").isLessThan(median(before));
  }

  private static JsonNode run(TieredCluster cluster, Kind kind, int run) throws Exception {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", "trident-yarn");
    conf.set("trident.prefetch.prefetcher", "trident-delay");
    conf.set("trident.prefetch.model-path", "/models");
    conf.set("trident.mapreduce.placements-dir", "/reports");
    conf.set("trident.hdfs.cache.ttl-ms", "15000");
    Job job = Digest.job(conf, new Path("/out/" + kind.label() + run), INPUT, kind.rounds);
    job.setJobName(kind.label() + " " + run);
    assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
    ModelDirectory models = ModelDirectory.of(conf).orElseThrow();
    String jobClass = kind.label() + " #";
    RunningJobs.await(
        "lessons of run " + run,
        () ->
            models.load(jobClass).tasks().getOrDefault(jobClass, List.of()).size() == run * BLOCKS);
    try (InputStream in =
        cluster.fileSystem().open(new Path("/reports", job.getJobID() + "_1.prefetch.json"))) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static double medianTask(JsonNode report) {
    List<Double> seconds = new ArrayList<>();
    for (JsonNode task : report.at("/run/tasks")) {
      seconds.add(task.at("/endSeconds").asDouble() - task.at("/startSeconds").asDouble());
    }
    return median(seconds);
  }

  private static double median(List<Double> values) {
    return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
