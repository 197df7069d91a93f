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

import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.LeaseInfo;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs whose input is prefetched while something goes wrong: each ends as it would without
 * prefetching, nothing stays pinned, and the application master logs what was not cached.
 *
 * <p>Caching a block takes a second, so that faults come before it. One map reads all of a job's
 * blocks and waits until the test lets it end.
 */
@Tag("slow")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PrefetchFaultIT {
  private static final int BLOCKS = 2;

  /** Blocks that a node's cache has room for. */
  private static final int ROOM = 8;

  /** Of a block, in which what comes before it is cached is done on a busy machine, too. */
  private static final double SECONDS_TO_CACHE = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final List<Running> submitted = new ArrayList<>();
  private CachingCluster cluster;

  @BeforeAll
  void start() throws Exception {
    cluster =
        CachingCluster.start(
            "prefetch-fault-it",
            8,
            CachingCluster.BLOCK / SECONDS_TO_CACHE,
            PATIENCE,
            Map.of(
                "dfs.datanode.max.locked.memory", Integer.toString(ROOM * CachingCluster.BLOCK),
                // The client holds the blocks for as long as the AM may take to start.
                "trident.hdfs.cache.ttl-ms", "60000",
                "trident.hdfs.cache.poll-interval-ms", "200",
                "trident.hdfs.cache.renew-interval-ms", "500",
                "dfs.namenode.heartbeat.recheck-interval", "500",
                "dfs.client.retry.policy.enabled", "true"));
    cluster
        .hdfs()
        .addCachePool(
            new CachePoolInfo("small")
                .setMode(new FsPermission((short) 0777))
                .setLimit((long) CachingCluster.BLOCK));
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Ends what a test that failed left running, so that the next one is not disturbed. */
  @AfterEach
  void nothingStaysPinned() throws Exception {
    for (Running one : submitted) {
      if (!one.isComplete()) {
        one.kill();
      }
    }
    submitted.clear();
    cluster.awaitNothingPinned();
  }

  /** A job that runs, and whose it is. */
  private record Running(Job job, UserGroupInformation user) {
    boolean succeeds() throws Exception {
      return user.doAs((PrivilegedExceptionAction<Boolean>) () -> job.waitForCompletion(false));
    }

    boolean isComplete() throws Exception {
      return user.doAs((PrivilegedExceptionAction<Boolean>) job::isComplete);
    }

    void kill() throws Exception {
      user.doAs(
          (PrivilegedExceptionAction<Void>)
              () -> {
                job.killJob();
                return null;
              });
    }

    String id() {
      JobID id = job.getJobID();
      return id == null ? "" : id.toString();
    }
  }

  private Running submit(String name, Path input) throws Exception {
    return submit(name, input, UserGroupInformation.getCurrentUser(), Map.of());
  }

  /** Submits a job of one map, which ends once {@link #letEnd} is called. */
  private Running submit(
      String name, Path input, UserGroupInformation user, Map<String, String> settings)
      throws Exception {
    Path home = cluster.homeOf(user.getShortUserName());
    Configuration conf = cluster.jobConfiguration();
    conf.set("trident.prefetch.prefetcher", "prefetch-all");
    conf.setLong("mapreduce.input.fileinputformat.split.minsize", 16L * CachingCluster.BLOCK);
    conf.setInt("mapreduce.map.maxattempts", 1);
    conf.set(WordCount.WAIT_FOR, go(name).toString());
    settings.forEach(conf::set);
    Job job =
        user.doAs(
            (PrivilegedExceptionAction<Job>)
                () -> {
                  Job made = WordCount.job(conf, new Path(home, "out-" + name), input);
                  made.setJobName(name);
                  made.submit();
                  return made;
                });
    Running running = new Running(job, user);
    submitted.add(running);
    return running;
  }

  private static Path go(String name) {
    return new Path("/go/" + name);
  }

  private void letEnd(String name) throws Exception {
    cluster.hdfs().create(go(name)).close();
  }

  private void assertCounted(Running running, int blocks, long seed) throws Exception {
    assertThat(running.succeeds()).as(running.job().getStatus().getFailureInfo()).isTrue();
    Path out =
        new Path(
            "/user/%s/out-%s"
                .formatted(running.user().getShortUserName(), running.job().getJobName()));
    assertThat(TestData.counts(cluster.jobConfiguration(), out))
        .isEqualTo(TestData.expected(blocks * CachingCluster.BLOCK, seed));
  }

  /** Waits for what the master logs of its blocks when it ends. */
  private void awaitLogged(Running running, String... words) throws Exception {
    cluster.await(
        "the master's last word",
        () -> cluster.masterLog(running.id()).contains("prefetched blocks were cached at the end"));
    String log = cluster.masterLog(running.id());
    assertThat(
            log.lines()
                .filter(line -> line.contains("prefetched blocks were cached at the end"))
                .toList())
        .last()
        .asString()
        .contains(words);
  }

  private List<LeaseInfo> leasesOf(Running running) throws Exception {
    return cluster.leases().stream().filter(lease -> lease.owner().equals(running.id())).toList();
  }

  private static UserGroupInformation user(String name) {
    return UserGroupInformation.createRemoteUser(name);
  }

  @Test
  @Order(1)
  void filesThatChangeBetweenPlanAndCaching() throws Exception {
    Path grown = new Path("/in/appended/words");
    Path replaced = new Path("/in/replaced/words");
    Path deleted = new Path("/in/deleted/words");
    for (Path file : List.of(grown, replaced, deleted)) {
      cluster.write(file, BLOCKS, 1, 1);
    }
    cluster.write(new Path("/in/new"), BLOCKS, 1, 2);
    // The last block of this one is half full, and its plan is of the shorter block.
    try (OutputStream out = cluster.hdfs().append(grown)) {
      out.write("\n".repeat(CachingCluster.BLOCK / 2).getBytes(StandardCharsets.US_ASCII));
    }

    Running appending = submit("appended", grown.getParent());
    try (FSDataOutputStream out = cluster.hdfs().append(grown)) {
      out.write("\n \n".getBytes(StandardCharsets.US_ASCII)); // no further words
    }
    Running replacing = submit("replaced", replaced.getParent());
    assertThat(cluster.hdfs().delete(replaced, false)).isTrue();
    assertThat(cluster.hdfs().rename(new Path("/in/new"), replaced)).isTrue();
    Running deleting = submit("deleted", deleted.getParent());
    assertThat(cluster.hdfs().delete(deleted, false)).isTrue();
    cluster.await("the longer block cached, too", () -> cluster.cachedBlocks(grown) == BLOCKS + 1);
    List.of("appended", "replaced", "deleted").forEach(this::letEndUnchecked);

    assertCounted(appending, BLOCKS, 1);
    awaitLogged(appending, "3 of 3 prefetched blocks");
    assertCounted(replacing, BLOCKS, 2);
    awaitLogged(replacing, "0 of 2 prefetched", "2 of 2 blocks are not", "has no such block");
    assertThat(deleting.succeeds()).as("as without prefetching").isFalse();
    awaitLogged(deleting, "0 of 2 prefetched", "File does not exist: /in/deleted/words");
  }

  private void letEndUnchecked(String name) {
    try {
      letEnd(name);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Order(2)
  void usersShareBlocksAndQuotasAndPermissionsHold() throws Exception {
    Path shared = new Path("/in/shared/words");
    Path secret = new Path("/in/secret/words");
    Path large = new Path("/in/large/words");
    cluster.write(shared, BLOCKS, 1, 3);
    cluster.write(secret, BLOCKS, 1, 4);
    cluster.write(large, BLOCKS, 1, 5);

    Running anna = submit("of-anna", shared.getParent(), user("anna"), Map.of());
    Running bert = submit("of-bert", shared.getParent(), user("bert"), Map.of());
    Running eve = submit("of-eve", secret.getParent(), user("eve"), Map.of());
    cluster.hdfs().setPermission(secret, new FsPermission((short) 0600));
    Running limited =
        submit(
            "limited",
            large.getParent(),
            UserGroupInformation.getCurrentUser(),
            Map.of("trident.hdfs.cache.pool", "small"));

    letEnd("of-eve");
    letEnd("of-anna");
    assertCounted(anna, BLOCKS, 3);
    cluster.await("anna's leases end", () -> leasesOf(anna).isEmpty());
    assertThat(bert.isComplete()).isFalse();
    cluster.await("bert's blocks are cached", () -> cluster.cachedBlocks(shared) == BLOCKS);
    Thread.sleep(1_000); // HDFS's monitor rescans every 500 ms
    assertThat(cluster.cachedBlocks(shared)).isEqualTo(BLOCKS);
    letEnd("of-bert");
    assertCounted(bert, BLOCKS, 3);
    awaitLogged(bert, "2 of 2 prefetched blocks");

    assertThat(eve.succeeds()).as("as without prefetching").isFalse();
    awaitLogged(
        eve,
        "0 of 2 prefetched",
        "Permission denied: user=eve, access=READ, inode=\"/in/secret/words\"");

    cluster.await("what the quota allows is cached", () -> cluster.cachedBlocks(large) == 1);
    letEnd("limited");
    assertCounted(limited, BLOCKS, 5);
    awaitLogged(limited, "1 of 2 prefetched", "cache pool small is limited to 1048576 bytes");
  }

  /** Caching takes seconds for each block, so the second job is planned while there is room. */
  @Test
  @Order(3)
  void whatACacheHasNoRoomForIsReadFromDisk() throws Exception {
    Path early = new Path("/in/early/words");
    Path late = new Path("/in/late/words");
    cluster.writeOnFirstNode(early, ROOM, 8);
    cluster.writeOnFirstNode(late, BLOCKS, 9);

    Running fills = submit("early", early.getParent());
    Running waits = submit("late", late.getParent());
    letEnd("late");
    assertCounted(waits, BLOCKS, 9);
    awaitLogged(waits, "0 of 2 prefetched", "2 of 2 blocks are not", "has 0 of 8388608 bytes");
    assertThat(cluster.cachedBlocks(late)).isZero();
    letEnd("early");
    assertCounted(fills, ROOM, 8);
    awaitLogged(fills, "of 8 prefetched blocks were cached");
  }

  @Test
  @Order(4)
  void nameNodeRestartsWhileAJobRuns() throws Exception {
    Path input = new Path("/in/restarted/words");
    cluster.write(input, BLOCKS, 1, 6);
    Running running = submit("restarted", input.getParent());
    cluster.await(
        "the master holds what is cached",
        () ->
            cluster.masterLog(running.id()).contains("Holding 2 prefetched blocks")
                && cluster.cachedBlocks(input) == BLOCKS);
    cluster.daemons().restartNameNode();
    cluster.await(
        "what the living hold is cached again",
        () -> !leasesOf(running).isEmpty() && cluster.cachedBlocks(input) == BLOCKS);
    assertThat(running.isComplete()).isFalse();
    letEnd("restarted");
    assertCounted(running, BLOCKS, 6);
    awaitLogged(running, "2 of 2 prefetched blocks");
  }

  /** The client's lease ends before the master stops: only the master's holds the blocks then. */
  @Test
  @Order(5)
  void aMasterThatStopsLeavesItsBlocksToTheNext() throws Exception {
    Path input = new Path("/in/stopped/words");
    cluster.write(input, BLOCKS, 1, 10);
    Running running =
        submit(
            "stopped",
            input.getParent(),
            UserGroupInformation.getCurrentUser(),
            Map.of("trident.hdfs.cache.ttl-ms", "90000", "mapreduce.map.maxattempts", "4"));
    cluster.await("client and master hold the blocks", () -> leasesOf(running).size() == 2);
    cluster.await(
        "the master alone holds what is cached",
        () -> leasesOf(running).size() == 1 && cluster.cachedBlocks(input) == BLOCKS);
    String left = leasesOf(running).get(0).leaseId();

    RunningJobs.stopMaster(running.job());
    cluster.await(
        "the next master holds the blocks",
        () -> {
          assertThat(cluster.cachedBlocks(input)).as("cached all the time").isEqualTo(BLOCKS);
          return leasesOf(running).stream().anyMatch(lease -> !lease.leaseId().equals(left));
        });
    cluster.await("the lease that was left ends", () -> leasesOf(running).size() == 1);
    assertThat(cluster.cachedBlocks(input)).isEqualTo(BLOCKS);
    letEnd("stopped");
    assertCounted(running, BLOCKS, 10);
    awaitLogged(running, "2 of 2 prefetched blocks");
  }

  @Test
  @Order(6)
  void dataNodeDiesWhileItCaches() throws Exception {
    Path input = new Path("/in/dead/words");
    cluster.write(input, BLOCKS, 3, 7);
    Running running = submit("dead", input.getParent());
    cluster.await("blocks are asked for", () -> !leasesOf(running).isEmpty());
    LeaseInfo lease = leasesOf(running).get(0);
    assertThat(lease.status().pins()).anyMatch(pin -> pin.state() == PinState.PENDING);
    Set<String> nodes =
        lease.status().pins().stream().map(pin -> pin.pin().node()).collect(Collectors.toSet());
    int dies = cluster.daemons().nodeNames().indexOf(nodes.iterator().next());
    cluster.daemons().loseDataNode(dies);
    cluster.await( // once the NameNode calls the node dead
        "its blocks leave the lease",
        () ->
            leasesOf(running).stream()
                .allMatch(
                    one ->
                        one.status().pins().stream()
                            .allMatch(
                                pin ->
                                    !pin.pin()
                                        .node()
                                        .equals(cluster.daemons().nodeNames().get(dies)))));
    assertThat(running.isComplete()).isFalse();
    letEnd("dead");
    assertCounted(running, BLOCKS, 7);
    awaitLogged(running, "blocks are not cached; the first, ");
    cluster.daemons().startDataNode(dies);
  }
}
