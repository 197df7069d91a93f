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
package io.trident.cli.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.CommandRun;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.TaskRun;
import io.trident.minicluster.TieredCluster;
import io.trident.storage.ModelDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The command against a real HDFS with the plugin. */
class PrefetchCommandIT {
  private static final Path DIR = Path.of("target", "prefetch-" + UUID.randomUUID());
  private static final int BLOCK = 1 << 20;

  private static TieredCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    cluster =
        TieredCluster.builder()
            .nodes(2)
            .racks(1)
            .hdfsOnly()
            .baseDir(DIR)
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("dfs.datanode.max.locked.memory", Integer.toString(64 * BLOCK))
            .set("dfs.heartbeat.interval", "1")
            .set("dfs.cachereport.intervalMsec", "200")
            .start();
    hdfs = cluster.fileSystem();
    write("/input/part-0", 3);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void write(String name, int blocks) throws IOException {
    try (FSDataOutputStream out = hdfs.create(new org.apache.hadoop.fs.Path(name), (short) 1)) {
      out.write(new byte[blocks * BLOCK]);
    }
  }

  private static long cached(String file) throws IOException {
    long cached = 0;
    for (BlockLocation block :
        hdfs.getFileBlockLocations(new org.apache.hadoop.fs.Path(file), 0, Long.MAX_VALUE)) {
      cached += block.getCachedHosts().length;
    }
    return cached;
  }

  /** Runs a command as with HADOOP_CONF_DIR set. */
  private static CommandRun run(String... args) throws IOException {
    return runWith("", args);
  }

  private static CommandRun runWith(String modelPath, String... args) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setLong("trident.hdfs.cache.poll-interval-ms", 200);
    conf.set("trident.prefetch.model-path", modelPath);
    return CommandRun.configured("core-site.xml", conf, args);
  }

  @Test
  void plansCachesListsAndLetsGo() throws Exception {
    CommandRun plan = run("prefetch", "--dry-run", "--prefetcher", "prefetch-all", "/input");
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("3 blocks, 3 tasks", "prefetcher prefetch-all", "Predicted job time", "disk");
    assertThat(cached("/input/part-0")).isZero();

    CommandRun noPool = run("prefetch", "--prefetcher", "prefetch-all", "/input");
    assertThat(noPool.exitCode()).isEqualTo(1);
    assertThat(noPool.out())
        .contains("hdfs cacheadmin -addPool trident", "0 of 3 blocks are cached");
    hdfs.addCachePool(new CachePoolInfo("trident"));

    CommandRun done = run("prefetch", "--prefetcher", "prefetch-all", "--ttl", "300", "/input");
    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("3 of 3 blocks are cached");
    assertThat(cached("/input/part-0")).isEqualTo(3);

    CommandRun again = run("prefetch", "/input");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out()).contains("Nothing to cache");

    CommandRun listed = run("prefetch", "--list");
    assertThat(listed.exitCode()).as(listed.err()).isZero();
    String row =
        listed.out().lines().filter(line -> line.contains("cli_")).findFirst().orElseThrow();
    assertThat(Arrays.asList(row.split(" +"))).contains("trident", "3145728", "3");
    String lease = row.substring(0, row.indexOf(' '));
    CommandRun released = run("prefetch", "--release", lease);
    assertThat(released.exitCode()).as(released.err()).isZero();
    assertThat(run("prefetch", "--list").out()).doesNotContain("cli_");
    CommandRun twice = run("prefetch", "--release", lease);
    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.err()).contains("There is no lease " + lease);
  }

  @Test
  void predictsByWhatJobsOfTheClassTaught() throws Exception {
    write("/learned/part-0", 2);
    String models = cluster.configuration().get("fs.defaultFS") + "/models";
    Configuration conf = cluster.configuration();
    conf.set("trident.prefetch.model-path", models);
    // Tasks that take 40 s beside reading, of a job that could start its tasks after 7 s.
    List<TaskRun> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tasks.add(new TaskRun(8, 48, 1, Map.of(StorageTier.MEMORY, (long) BLOCK)));
    }
    ModelDirectory directory = ModelDirectory.of(conf).orElseThrow();
    directory.learn(new JobRun("nightly #", 0, 7, 0, tasks, List.of()));
    assertThat(directory.failures()).isZero();

    CommandRun none = run("prefetch", "--dry-run", "/learned");
    assertThat(none.out()).contains("trident.prefetch.model-path is not set");
    CommandRun unknown =
        runWith(models, "prefetch", "--dry-run", "--job-class", "other", "/learned");
    assertThat(unknown.out())
        .contains("configured cpu times, as no job of class \"other\" is known")
        .contains("times of the platform learned from 1 jobs");
    CommandRun known =
        runWith(models, "prefetch", "--dry-run", "--job-class", "nightly 7", "/learned");
    assertThat(known.exitCode()).as(known.err()).isZero();
    assertThat(known.out()).contains("cpu times learned from 4 tasks of job class \"nightly #\"");

    write("/no-directory", 1);
    CommandRun unread = runWith(models + "/../no-directory", "prefetch", "--dry-run", "/learned");
    assertThat(unread.exitCode()).as(unread.err()).isZero();
    assertThat(unread.out()).contains("what jobs taught cannot be read from");

    assertThat(predictedNone(none)).isLessThan(20);
    assertThat(predictedNone(unknown)).as("by the platform's times").isBetween(7.0, 20.0);
    assertThat(predictedNone(known)).as("by the class's times").isBetween(47.0, 60.0);
  }

  /** Returns the seconds that the command predicts without prefetching. */
  private static double predictedNone(CommandRun run) {
    List<String> lines = run.out().lines().toList();
    for (int i = 0; i + 2 < lines.size(); i++) {
      if (lines.get(i).startsWith("Predicted job time")) {
        return Double.parseDouble(lines.get(i + 2).strip().split(" +")[0]);
      }
    }
    throw new AssertionError(run.out() + run.err());
  }
}
