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

import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.workflow.WorkflowChain;
import io.trident.minicluster.TieredCluster;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Chains of two jobs on disks, whose second reads what the first writes. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkflowIT {
  private static final int BLOCK = 1 << 20;
  private static final int PARTS = 3;
  private static final Path INPUT = new Path("/input/words");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private TieredCluster cluster;
  private DistributedFileSystem hdfs;

  @BeforeAll
  void start() throws Exception {
    // Java's own account of locked memory: mlock itself needs native code.
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    cluster =
        TieredCluster.builder()
            .nodes(3)
            .slotsPerNode(4)
            .baseDir(java.nio.file.Path.of("target", "workflow-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("dfs.datanode.max.locked.memory", Long.toString(16L * BLOCK))
            .set("dfs.cachereport.intervalMsec", "500")
            .set("dfs.namenode.path.based.cache.refresh.interval.ms", "500")
            .set("trident.hdfs.placement.tiers", "DISK")
            .start();
    hdfs = cluster.fileSystem();
    hdfs.addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    TestData.write(hdfs.create(INPUT, true, 4096, (short) 1, BLOCK), BLOCK, 1);
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Job job(String name, Path input) throws Exception {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", "trident-yarn");
    Job job = WordCount.job(conf, out(name), input);
    job.setJobName(name);
    job.setNumReduceTasks(PARTS);
    return job;
  }

  private static Path out(String name) {
    return new Path("/out/" + name);
  }

  private static void run(Job job) throws Exception {
    assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
  }

  private List<String> leases() throws Exception {
    try (BlockCacher cacher = new BlockCacher(hdfs.getConf())) {
      return cacher.leases(hdfs).stream().map(LeaseInfo::leaseId).toList();
    }
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
  void theSecondJobReadsFromMemoryAndLetsGo() throws Exception {
    Job writer = job("writer", INPUT);
    Job reader = job("reader", out("writer"));
    ControlledJob first = new ControlledJob(writer, null);
    ControlledJob second = new ControlledJob(reader, List.of(first));
    JobControl control = new JobControl("chain");
    control.addJob(first);
    control.addJob(second);
    assertThat(WorkflowChain.keepOutputs(control, Duration.ofSeconds(30))).isOne();
    Thread runner = new Thread(control, "chain");
    runner.setDaemon(true);
    runner.start();
    await("the output is kept", () -> leases().contains("output:/out/writer"));
    await("the chain ends", control::allFinished);
    control.stop();
    assertThat(control.getFailedJobList()).isEmpty();

    assertThat(TestData.counter(reader, TridentCounter.MEMORY_LOCAL_MAPS)).isEqualTo(PARTS);
    await("the lease ends with its reader", () -> leases().isEmpty());
    await("nothing stays pinned", () -> cachedBytes() == 0);

    Job later = job("later", out("writer"));
    run(later);
    assertThat(TestData.counter(later, TridentCounter.DISK_LOCAL_MAPS)).isEqualTo(PARTS);
    assertThat(TestData.counts(later.getConfiguration(), out("later")))
        .isEqualTo(TestData.counts(reader.getConfiguration(), out("reader")));
    assertThat(leases()).as("the option was not set").isEmpty();
  }

  @Test
  void anOutputThatNobodyReadsIsLetGoAfterItsTime() throws Exception {
    Job writer = job("unread", INPUT);
    writer.getConfiguration().set("trident.workflow.keep-output-ms", "8000");
    run(writer);
    await("the output is kept", () -> leases().contains("output:/out/unread"));
    await("it is in memory", () -> cachedBytes() > 0);
    await("its time is over", () -> leases().isEmpty());
    await("nothing stays pinned", () -> cachedBytes() == 0);
  }
}
