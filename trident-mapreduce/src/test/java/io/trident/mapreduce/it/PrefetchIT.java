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
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.mapreduce.TridentCounter;
import io.trident.storage.ModelDirectory;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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
  private static final int BLOCK = CachingCluster.BLOCK;
  private static final int BLOCKS = 3;
  private static final Path INPUT = new Path("/input/words");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private CachingCluster cluster;
  private DistributedFileSystem hdfs;
  private Job withoutPool;
  private Job invalid;

  @BeforeAll
  void start() throws Exception {
    cluster = CachingCluster.start("prefetch-it", 4, Double.POSITIVE_INFINITY, PATIENCE, Map.of());
    hdfs = cluster.hdfs();
    cluster.write(INPUT, BLOCKS, 1, 1);

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
    Configuration conf = cluster.jobConfiguration();
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
    return cluster.leases().stream()
        .map(LeaseInfo::owner)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void mapsReadFromMemoryWhatWasCachedBeforeAndNothingStaysPinned() throws Exception {
    // Their maps would be given slots of the nodes that cache.
    withoutPool.waitForCompletion(false);
    invalid.waitForCompletion(false);
    Job job = job("oracle", "oracle");
    // The client holds the blocks for as long as the AM may take to start on a busy machine.
    job.getConfiguration().set("trident.hdfs.cache.ttl-ms", "45000");
    job.getConfiguration().set("trident.mapreduce.first-lookup-wait-ms", "30000");
    job.getConfiguration().set("trident.prefetch.model-path", "/models");
    job.getConfiguration().set("trident.mapreduce.placements-dir", "/reports");
    job.submit();
    assertThat(cluster.cachedBlocks(INPUT))
        .as("blocks cached before the job runs")
        .isEqualTo(BLOCKS);
    assertThat(owners()).contains(job.getJobID().toString());
    assertCounted(job);
    assertThat(TestData.counter(job, TridentCounter.MEMORY_LOCAL_MAPS)).isEqualTo(BLOCKS);
    assertThat(TestData.counter(job, TridentCounter.PREFETCHED_READS)).isEqualTo(BLOCKS);
    assertThat(TestData.counter(job, TridentCounter.PREFETCHED_READS_IN_TIME)).isEqualTo(BLOCKS);
    cluster.awaitNothingPinned();
    assertReported(job);
    assertLearned();
  }

  /** What the application master wrote once the job had ended. */
  private void assertReported(Job job) throws Exception {
    Path file = new Path("/reports", job.getJobID() + "_1.prefetch.json");
    cluster.await("the report", () -> hdfs.exists(file) && hdfs.getFileStatus(file).getLen() > 0);
    try (InputStream in = hdfs.open(file)) {
      JsonNode report = new ObjectMapper().readTree(in);
      assertThat(report.at("/prefetcher").asText()).isEqualTo("oracle");
      assertThat(report.at("/measuredSeconds").asDouble()).isPositive();
      assertThat(report.at("/predicted/planned").asDouble()).isPositive();
      assertThat(report.at("/blocks/planned").asInt()).isEqualTo(BLOCKS);
      assertThat(report.at("/blocks/inTime").asInt()).isEqualTo(BLOCKS);
      assertThat(report.at("/bytes/memory").asLong()).isEqualTo(BLOCKS * BLOCK);
      assertThat(report.at("/run/tasks")).hasSize(BLOCKS);
      assertThat(report.at("/run/caching")).as("reported by the client").hasSize(BLOCKS);
    }
  }

  private void assertLearned() throws Exception {
    Configuration conf = cluster.jobConfiguration();
    conf.set("trident.prefetch.model-path", "/models");
    ModelDirectory models = ModelDirectory.of(conf).orElseThrow();
    cluster.await("the job's lessons", () -> !models.load("oracle").tasks().isEmpty());
    LearnedModel learned = models.load("oracle");
    assertThat(learned.tasks().get("oracle")).hasSize(BLOCKS);
    assertThat(learned.times()).containsOnlyKeys(PlatformTime.values());
    cluster.await("those of the platform", () -> !models.load("unknown").times().isEmpty());
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
    cluster.await("the master runs", () -> job.getJobState() == JobStatus.State.RUNNING);
    Thread.sleep(2_000); // the client let go a second after the submission
    assertThat(job.isComplete()).isFalse();
    assertThat(owners()).contains(job.getJobID().toString());
    assertCounted(job);
    cluster.await("the job's leases end", () -> owners().isEmpty());
  }

  @Test
  @Tag("slow")
  void withoutAPoolThatTheUserMayUseTheJobRunsAsWithoutPrefetching() throws Exception {
    assertThat(owners()).doesNotContain(withoutPool.getJobID().toString());
    assertCounted(withoutPool);
    assertThat(TestData.placed(withoutPool)).isEqualTo(BLOCKS);
  }

  @Test
  @Tag("slow")
  void anInvalidKeyLeavesTheJobAsItIs() throws Exception {
    assertCounted(invalid);
    assertThat(TestData.placed(invalid)).as("Trident's master still places").isEqualTo(BLOCKS);
  }
}
