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
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.PlatformTime;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.cache.ModelDirectory;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.mapreduce.TridentCounter;
import io.trident.minicluster.TieredCluster;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Jobs whose input is on disks only and is cached before, or while, they run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PrefetchIT {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 3;
  private static final Path INPUT = new Path("/input/words");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private TieredCluster cluster;
  private DistributedFileSystem hdfs;
  private Job withoutPool;
  private Job invalid;

  @BeforeAll
  void start() throws Exception {
    // Java's own account of locked memory: mlock itself needs native code.
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    cluster =
        TieredCluster.builder()
            .nodes(3)
            .slotsPerNode(4)
            .baseDir(java.nio.file.Path.of("target", "prefetch-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("dfs.datanode.max.locked.memory", Long.toString(16L * BLOCK))
            .set("dfs.cachereport.intervalMsec", "500")
            .set("dfs.namenode.path.based.cache.refresh.interval.ms", "500")
            .set("trident.hdfs.placement.tiers", "DISK")
            .start();
    hdfs = cluster.fileSystem();
    hdfs.addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    TestData.write(hdfs.create(INPUT, true, 4096, (short) 1, BLOCK), BLOCKS * BLOCK, 1);

    withoutPool = job("no-pool", "trident-delay");
    withoutPool.getConfiguration().set("trident.hdfs.cache.pool", "nowhere");
    withoutPool.submit();
    invalid = job("invalid", "everything");
    invalid.submit();
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Job job(String name, String prefetcher) throws Exception {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", "trident-yarn");
    conf.set("trident.prefetch.prefetcher", prefetcher);
    Job job = WordCount.job(conf, new Path("/out/" + name), INPUT);
    job.setJobName(name);
    return job;
  }

  private void assertCounted(Job job) throws Exception {
    assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
    assertThat(TestData.counts(job.getConfiguration(), new Path("/out/" + job.getJobName())))
        .isEqualTo(TestData.expected(BLOCKS * BLOCK, 1));
  }

  private Set<String> owners() throws Exception {
    Set<String> owners = new TreeSet<>();
    try (BlockCacher cacher = new BlockCacher(hdfs.getConf())) {
      for (LeaseInfo lease : cacher.leases(hdfs)) {
        owners.add(lease.owner());
      }
    }
    return owners;
  }

  private long cachedBlocks() throws Exception {
    long cached = 0;
    for (var block : hdfs.getFileBlockLocations(hdfs.getFileStatus(INPUT), 0, BLOCKS * BLOCK)) {
      cached += block.getCachedHosts().length;
    }
    return cached;
  }

  /** By heartbeats: DataNodes do not report that their cache is empty. */
  private long cachedBytes() throws Exception {
    long bytes = 0;
    for (DatanodeInfo node : hdfs.getDataNodeStats()) {
      bytes += node.getCacheUsed();
    }
    return bytes;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  @Test
  void mapsReadFromMemoryWhatWasCachedBeforeAndNothingStaysPinned() throws Exception {
    Job job = job("oracle", "oracle");
    // The client would hold the blocks for as long as the AM may take to start.
    job.getConfiguration().set("trident.hdfs.cache.ttl-ms", "15000");
    job.getConfiguration().set("trident.prefetch.model-path", "/models");
    job.getConfiguration().set("trident.mapreduce.placements-dir", "/reports");
    job.submit();
    assertThat(cachedBlocks()).as("blocks cached before the job runs").isEqualTo(BLOCKS);
    assertThat(owners()).contains(job.getJobID().toString());
    assertCounted(job);
    assertThat(TestData.counter(job, TridentCounter.MEMORY_LOCAL_MAPS)).isEqualTo(BLOCKS);
    assertThat(TestData.counter(job, TridentCounter.PREFETCHED_READS)).isEqualTo(BLOCKS);
    assertThat(TestData.counter(job, TridentCounter.PREFETCHED_READS_IN_TIME)).isEqualTo(BLOCKS);
    await("the job's leases end", () -> owners().isEmpty());
    await("the job's blocks are let go", () -> cachedBytes() == 0);
    assertReported(job);
    assertLearned();
  }

  /** What the application master wrote once the job had ended. */
  private void assertReported(Job job) throws Exception {
    Path file = new Path("/reports", job.getJobID() + "_1.prefetch.json");
    await("the report", () -> hdfs.exists(file) && hdfs.getFileStatus(file).getLen() > 0);
    try (InputStream in = hdfs.open(file)) {
      JsonNode report = new ObjectMapper().readTree(in);
      assertThat(report.at("/prefetcher").asText()).isEqualTo("oracle");
      assertThat(report.at("/measuredSeconds").asDouble()).isPositive();
      assertThat(report.at("/predicted/planned").asDouble()).isPositive();
      assertThat(report.at("/blocks/planned").asInt()).isEqualTo(BLOCKS);
      assertThat(report.at("/blocks/inTime").asInt()).isEqualTo(BLOCKS);
      assertThat(report.at("/bytes/memory").asLong()).isEqualTo(BLOCKS * BLOCK);
      assertThat(report.at("/run/tasks")).hasSize(BLOCKS);
      assertThat(report.at("/run/caching")).as("told by the client").hasSize(BLOCKS);
    }
  }

  private void assertLearned() throws Exception {
    Configuration conf = cluster.configuration();
    conf.set("trident.prefetch.model-path", "/models");
    ModelDirectory models = ModelDirectory.of(conf).orElseThrow();
    await("the job's lessons", () -> !models.load("oracle").tasks().isEmpty());
    LearnedModel learned = models.load("oracle");
    assertThat(learned.tasks().get("oracle")).hasSize(BLOCKS);
    assertThat(learned.times()).containsOnlyKeys(PlatformTime.values());
    await("those of the platform", () -> !models.load("unknown").times().isEmpty());
    assertThat(models.load("unknown").tasks()).isEmpty();
    assertThat(models.failures()).isZero();
  }

  @Test
  @Tag("slow")
  void theMasterHoldsTheBlocksLongerThanTheClient() throws Exception {
    Job job = job("held", "prefetch-all");
    job.getConfiguration().set("trident.hdfs.cache.ttl-ms", "1000");
    job.getConfiguration().setInt(WordCount.SLEEP_MS, 6_000);
    job.submit();
    await("the master runs", () -> job.getJobState() == JobStatus.State.RUNNING);
    Thread.sleep(2_000); // the client let go a second after the submission
    assertThat(job.isComplete()).isFalse();
    assertThat(owners()).contains(job.getJobID().toString());
    assertCounted(job);
    await("the job's leases end", () -> owners().isEmpty());
  }

  @Test
  @Tag("slow")
  void withoutAPoolThatTheUserMayUseTheJobRunsAsWithoutPrefetching() throws Exception {
    assertThat(owners()).doesNotContain(withoutPool.getJobID().toString());
    assertCounted(withoutPool);
    assertThat(TestData.placed(withoutPool)).isEqualTo(BLOCKS);
  }

  @Test
  void anInvalidKeyLeavesTheJobAsItIs() throws Exception {
    assertCounted(invalid);
    assertThat(TestData.placed(invalid)).as("Trident's master still places").isEqualTo(BLOCKS);
  }
}
