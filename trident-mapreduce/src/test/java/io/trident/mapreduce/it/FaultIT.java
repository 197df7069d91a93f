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

import io.trident.core.config.CostKeys;
import io.trident.core.model.StorageTier;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersResponseProto;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.config.MapReduceKeys;
import io.trident.minicluster.TieredCluster;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real jobs of the trident-yarn framework whose surroundings fail: each ends with the right output.
 *
 * <p>One cluster serves all; the faults that cost it a node come last.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class FaultIT {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 6;
  private static final Path INPUT = new Path("/input/words");

  /** Maps of the second application master have attempts from here on. */
  private static final int SECOND_MASTER = 1000;

  private TieredCluster cluster;
  private TreeMap<String, Integer> expected;

  @BeforeAll
  void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(4)
            .racks(2)
            .slotsPerNode(4)
            .baseDir(java.nio.file.Path.of("target", "fault-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .start();
    TestData.write(cluster.fileSystem().create(INPUT), BLOCKS * BLOCK, 1);
    expected = TestData.expected(BLOCKS * BLOCK, 1);
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Configuration conf(String framework) {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", framework);
    return conf;
  }

  private static Job submit(String name, Configuration conf, Path input) throws Exception {
    Job job = WordCount.job(conf, new Path("/out/" + name), input);
    job.setJobName(name);
    job.submit();
    return job;
  }

  /** A job that is halfway for some seconds: its maps sleep, and only two run at a time. */
  private Job submitSlow(String name) throws Exception {
    Configuration conf = conf("trident-yarn");
    conf.setLong(WordCount.SLEEP_MS, 1_500);
    conf.setInt("mapreduce.job.running.map.limit", 2);
    return submit(name, conf, INPUT);
  }

  private void assertCounted(Job job) throws Exception {
    assertThat(job.waitForCompletion(false))
        .as(job.getJobName() + ": " + job.getStatus().getFailureInfo())
        .isTrue();
    assertThat(TestData.counts(job.getConfiguration(), new Path("/out/" + job.getJobName())))
        .isEqualTo(expected);
  }

  @Test
  @Order(1)
  void killedMasterIsSucceededByOneThatRecoversItsMaps() throws Exception {
    Job job = submitSlow("killed-master");
    RunningJobs.awaitHalfway(job);
    RunningJobs.killMaster(job);
    assertCounted(job);
    List<Integer> attempts =
        Arrays.stream(job.getTaskReports(TaskType.MAP))
            .map(TaskReport::getSuccessfulTaskAttemptId)
            .map(attempt -> attempt.getId())
            .toList();
    assertThat(attempts).hasSize(BLOCKS);
    assertThat(attempts).as("recovered").anyMatch(attempt -> attempt < SECOND_MASTER);
    assertThat(attempts).as("run by the second").anyMatch(attempt -> attempt >= SECOND_MASTER);
    assertThat(TestData.counter(job, TridentCounter.OPTIMAL_COST)).isPositive();
  }

  @Test
  @Order(2)
  void resourceManagerRestarts() throws Exception {
    Job job = submitSlow("restarted-resource-manager");
    RunningJobs.awaitHalfway(job);
    cluster.restartResourceManager();
    assertThat(job.isComplete()).isFalse();
    assertCounted(job);
    assertThat(firstMasterOnly(job)).as("work is preserved").isTrue();
    assertThat(TestData.placed(job)).isGreaterThanOrEqualTo(BLOCKS);
  }

  private static boolean firstMasterOnly(Job job) throws Exception {
    return Arrays.stream(job.getTaskReports(TaskType.MAP))
        .allMatch(map -> map.getSuccessfulTaskAttemptId().getId() < SECOND_MASTER);
  }

  @Test
  @Order(3)
  void pluginAnswersRubbish() throws Exception {
    byte[] rubbish = new byte[10_000];
    new Random(1).nextBytes(rubbish);
    GetBlockTiersResponseProto answer =
        GetBlockTiersResponseProto.newBuilder()
            .setLocatedBlocks(ByteString.copyFrom(rubbish))
            .build();
    try (FaultyPlugin plugin = new FaultyPlugin(cluster.nameNode(), () -> answer)) {
      assertPlacedByTheAnswersOfHdfs(submit("rubbish-plugin", conf("trident-yarn"), INPUT));
      assertThat(plugin.calls()).isPositive();
    }
  }

  @Test
  @Order(4)
  void pluginSleeps() throws Exception {
    GetBlockTiersResponseProto answer =
        GetBlockTiersResponseProto.newBuilder().setLocatedBlocks(ByteString.EMPTY).build();
    try (FaultyPlugin plugin =
        new FaultyPlugin(
            cluster.nameNode(),
            () -> {
              sleep(10_000);
              return answer;
            })) {
      assertPlacedByTheAnswersOfHdfs(submit("sleeping-plugin", conf("trident-yarn"), INPUT));
      assertThat(plugin.calls()).isPositive();
    }
  }

  private void assertPlacedByTheAnswersOfHdfs(Job job) throws Exception {
    assertCounted(job);
    assertThat(TestData.placed(job)).isEqualTo(BLOCKS);
    assertThat(TestData.counter(job, TridentCounter.NO_PREFERENCE)).isZero();
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The router and the allocator are made within the guard; without a guard nothing is made. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/apache/hadoop/mapreduce/v2/app/TridentAllocatorRouter",
        "org/apache/hadoop/mapreduce/v2/app/rm/TridentContainerAllocator",
        "io/trident/mapreduce/shaded/core/guard/Guard",
        "io/trident/mapreduce/shaded/core/guard/Guard$Report"
      })
  @Order(5)
  void aMasterWithoutAClassWorksAsHadoopsOwn(String missing) throws Exception {
    Configuration conf = conf("trident-yarn");
    java.nio.file.Path copy =
        Files.copy(
            java.nio.file.Path.of(MapReduceKeys.AM_JAR.read(conf::get)),
            Files.createTempDirectory(java.nio.file.Path.of("target"), "jar-").resolve("am.jar"));
    try (var jar = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
      Files.delete(jar.getPath(missing + ".class"));
    }
    conf.set(MapReduceKeys.AM_JAR.name(), copy.toAbsolutePath().toString());
    Job job = submit("without-" + missing.substring(missing.lastIndexOf('/') + 1), conf, INPUT);
    assertCounted(job);
    assertThat(TestData.placed(job)).isZero();
  }

  /** The directory may be listed, its file may not be read: only the tasks find that out. */
  @Test
  @Order(5)
  void inputOfAnotherUserIsNeitherReadNorLocated() throws Exception {
    FileSystem fs = cluster.fileSystem();
    Path secret = new Path("/secret/words");
    TestData.write(fs.create(secret), BLOCK, 2);
    fs.setPermission(secret, FsPermission.createImmutable((short) 0600));
    for (String dir : List.of("", "/staging", "/staging/history")) { // as a real cluster has them
      fs.setPermission(
          new Path("/tmp/hadoop-yarn" + dir), FsPermission.createImmutable((short) 01777));
    }
    Path home = new Path("/user/mallory");
    fs.mkdirs(home);
    fs.setOwner(home, "mallory", "mallory");

    UserGroupInformation mallory = UserGroupInformation.createRemoteUser("mallory");
    Job stock = mallory.doAs(asMallory("yarn", home));
    Job job = mallory.doAs(asMallory("trident-yarn", home));
    for (Job one : List.of(stock, job)) {
      boolean successful =
          mallory.doAs((PrivilegedExceptionAction<Boolean>) () -> one.waitForCompletion(false));
      assertThat(successful).as(one.getJobName()).isFalse();
      assertThat(mallory.doAs((PrivilegedExceptionAction<String>) () -> diagnostics(one)))
          .as(one.getJobName())
          .contains("Permission denied: user=mallory, access=READ, inode=\"/secret/words\"");
    }
    // A replica of each block is in the memory tier: with its tiers known, the best would be less.
    double disk = CostKeys.tier(StorageTier.DISK).defaultValue();
    Path log = new Path(home, "placements/%s_1.placements.jsonl".formatted(job.getJobID()));
    try (var in = fs.open(log)) {
      assertThat(new String(in.readAllBytes(), "UTF-8").lines().toList())
          .isNotEmpty()
          .allMatch(line -> line.endsWith("\"best\":%s}".formatted(disk)));
    }
  }

  private PrivilegedExceptionAction<Job> asMallory(String framework, Path home) {
    return () -> {
      Configuration conf = conf(framework);
      conf.set("trident.mapreduce.placements-dir", new Path(home, "placements").toString());
      conf.setInt("mapreduce.map.maxattempts", 2);
      Job job = WordCount.job(conf, new Path(home, "out-" + framework), new Path("/secret"));
      job.setJobName(framework);
      job.submit();
      return job;
    };
  }

  private static String diagnostics(Job job) throws Exception {
    StringBuilder text = new StringBuilder();
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 10)) {
      text.append(String.join("\n", job.getTaskDiagnostics(event.getTaskAttemptId())));
    }
    return text.toString();
  }

  @Test
  @Order(6)
  void dataNodeStops() throws Exception {
    Job job = submitSlow("stopped-data-node");
    RunningJobs.awaitHalfway(job);
    cluster.stopDataNode(0);
    assertThat(job.isComplete()).isFalse();
    assertCounted(job);
    assertThat(TestData.placed(job)).isGreaterThanOrEqualTo(BLOCKS);
    cluster.startDataNode(0);
  }

  @Test
  @Order(7)
  void nodeManagerStops() throws Exception {
    Job job = submitSlow("stopped-node-manager");
    RunningJobs.awaitHalfway(job);
    cluster.stopNodeManager(nodeOfARunningMap(job));
    assertThat(job.isComplete()).isFalse();
    assertCounted(job);
    assertThat(TestData.placed(job)).isGreaterThanOrEqualTo(BLOCKS);
  }

  /** Waits until some node runs a map of the job, and not its master. */
  private int nodeOfARunningMap(Job job) throws Exception {
    int[] found = {-1};
    RunningJobs.await(
        "a node that runs a map and not the master",
        () -> {
          for (int node = 0; node < cluster.nodeNames().size(); node++) {
            List<String> containers =
                cluster.nodeManager(node).getNMContext().getContainers().values().stream()
                    .filter(container -> isOf(job, container))
                    .map(container -> container.getContainerId().toString())
                    .toList();
            if (!containers.isEmpty()
                && containers.stream().noneMatch(id -> id.endsWith("_01_000001"))) {
              found[0] = node;
            }
          }
          return found[0] >= 0;
        });
    return found[0];
  }

  private static boolean isOf(Job job, Container container) {
    return container.isRunning()
        && job.getJobID()
            .toString()
            .equals(
                container
                    .getContainerId()
                    .getApplicationAttemptId()
                    .getApplicationId()
                    .toString()
                    .replaceFirst("application", "job"));
  }
}
