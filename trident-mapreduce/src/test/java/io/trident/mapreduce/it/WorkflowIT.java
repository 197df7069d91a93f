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
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Chains of two jobs on disks, whose second reads what the first writes. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkflowIT {
  private static final int PARTS = 3;
  private static final Path INPUT = new Path("/input/words");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private CachingCluster cluster;

  @BeforeAll
  void start() throws Exception {
    cluster = CachingCluster.start("workflow-it", 4, Double.POSITIVE_INFINITY, PATIENCE, Map.of());
    cluster.write(INPUT, 1, 1, 1);
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Job job(String name, Path input) throws Exception {
    Job job = WordCount.job(cluster.jobConfiguration(), out(name), input);
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
    return cluster.leases().stream().map(LeaseInfo::leaseId).toList();
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
    // Longer than is waited for what must be let go: not its time ends the lease.
    assertThat(WorkflowChain.keepOutputs(control, PATIENCE.multipliedBy(2))).isOne();
    Thread runner = new Thread(control, "chain");
    runner.setDaemon(true);
    runner.start();
    // As long as jobs take; what is let go of must be so sooner.
    RunningJobs.await("the output is kept", () -> leases().contains("output:/out/writer"));
    RunningJobs.await("the chain ends", control::allFinished);
    control.stop();
    assertThat(control.getFailedJobList()).isEmpty();

    assertThat(TestData.counter(reader, TridentCounter.MEMORY_LOCAL_MAPS)).isEqualTo(PARTS);
    cluster.await("the lease ends with its reader", () -> leases().isEmpty());
    cluster.awaitNothingPinned();

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
    writer.getConfiguration().set("trident.workflow.keep-output-ms", "15000");
    run(writer);
    cluster.await("the output is kept", () -> leases().contains("output:/out/unread"));
    cluster.await("it is in memory", () -> cluster.cachedBytes() > 0);
    cluster.await("its time is over", () -> leases().isEmpty());
    cluster.awaitNothingPinned();
  }

  /** The master that dies held its input, and was about to keep its output. */
  @Test
  void whatAMasterThatDiesHeldIsLetGo() throws Exception {
    // For as long as the next master may take to start.
    run(uber(job("first", INPUT), "45000"));
    cluster.await("the uber job's output is kept", () -> leases().contains("output:/out/first"));

    Job middle = job("middle", out("first"));
    middle.getConfiguration().set("trident.workflow.keep-output-ms", "60000");
    middle.getConfiguration().setInt("mapreduce.am.max-attempts", 1);
    middle.getConfiguration().set(WordCount.WAIT_FOR, "/never");
    middle.submit();
    cluster.await(
        "the master holds its input",
        () -> cluster.masterLog(middle.getJobID().toString()).contains("Kept in memory until"));
    RunningJobs.killMasterNow(middle);
    assertThat(middle.waitForCompletion(false)).isFalse();
    cluster.awaitNothingPinned();
  }

  @Test
  void anotherUsersLeaseIsLeftToItsTime() throws Exception {
    run(uber(job("of-root", INPUT), "300000"));
    cluster.await("the output is kept", () -> leases().contains("output:/out/of-root"));

    Path home = cluster.homeOf("bert");
    Configuration conf = cluster.jobConfiguration();
    UserGroupInformation bert = UserGroupInformation.createRemoteUser("bert");
    Job reader =
        bert.doAs(
            (PrivilegedExceptionAction<Job>)
                () -> {
                  Job job = WordCount.job(conf, new Path(home, "out"), out("of-root"));
                  assertThat(job.waitForCompletion(false)).isTrue();
                  return job;
                });
    assertThat(bert.doAs(counter(reader))).as("it may read it from memory").isOne();
    assertThat(leases()).as("but not let go of it").containsExactly("output:/out/of-root");
    try (BlockCacher cacher = new BlockCacher(conf)) {
      assertThat(cacher.release(cluster.hdfs(), "output:/out/of-root")).isTrue();
    }
    cluster.awaitNothingPinned();
  }

  private static PrivilegedExceptionAction<Long> counter(Job job) {
    return () -> TestData.counter(job, TridentCounter.MEMORY_LOCAL_MAPS);
  }

  /** Has a job run inside its master, with its output kept. */
  private static Job uber(Job job, String keepMs) {
    job.getConfiguration().setBoolean("mapreduce.job.ubertask.enable", true);
    job.getConfiguration().set("trident.workflow.keep-output-ms", keepMs);
    job.setNumReduceTasks(1);
    return job;
  }
}
