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
package io.trident.hdfs.locate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.ReplicaState;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.BlockTiersClient;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NameNodePluginIT {
  private static TieredHdfs hdfs;

  private final AtomicLong clock = new AtomicLong();

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setBoolean("hadoop.security.authorization", true);
    hdfs = TieredHdfs.start(conf, 3, 2);
    hdfs.fileSystem().addCachePool(new CachePoolInfo("pool"));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void heartbeatsGoOn() {
    setHeartbeats(true);
  }

  private static void setHeartbeats(boolean on) {
    for (DataNode node : hdfs.cluster().getDataNodes()) {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !on);
    }
  }

  private TierLocator locator() throws Exception {
    return new TierLocator(hdfs.clientConfiguration(), clock::get);
  }

  private SegmentTiers fresh(TierLocator locator, Path path) {
    clock.addAndGet(3_600_000_000_000L);
    FileSegment whole = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
    return requireNonNull(locator.locate(List.of(whole)).get(whole));
  }

  private static Stream<ReplicaState> states(SegmentTiers segment) {
    return segment.blocks().stream()
        .flatMap(block -> block.replicas().stream())
        .map(StoredReplica::state);
  }

  private static void assertPluginAnswered(TierLocator locator) {
    for (Degradation cause :
        List.of(Degradation.PLUGIN_ABSENT, Degradation.PLUGIN_SLOW, Degradation.PLUGIN_FAILED)) {
      assertThat(locator.metrics().count(cause)).as(cause.name()).isZero();
    }
  }

  /** Every node has a place of its own for each block that it is to cache. */
  private static void assertPlacesInQueues(SegmentTiers pending) {
    Map<String, List<Integer>> places = new HashMap<>();
    for (StoredBlock block : pending.blocks()) {
      for (StoredReplica replica : block.replicas()) {
        if (replica.state() == ReplicaState.CACHE_PENDING) {
          places.computeIfAbsent(replica.node(), node -> new ArrayList<>()).add(replica.ahead());
        }
      }
    }
    places.forEach(
        (node, queue) ->
            assertThat(queue)
                .as(node)
                .containsExactlyInAnyOrderElementsOf(
                    IntStream.range(0, queue.size()).boxed().toList()));
  }

  @Test
  void pendingReplicasAreSeenUntilTheyAreCached() throws Exception {
    Path path = hdfs.write("/cached/file", 2, 3);
    Path other = hdfs.write("/uncached/file", 1, 3);
    TieredHdfs.await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
    setHeartbeats(false); // no node hears that it shall cache
    long directive = cache(path, 2);
    try (TierLocator locator = locator()) {
      TieredHdfs.await(
          "two pending replicas of each block",
          () ->
              states(fresh(locator, path)).filter(ReplicaState.CACHE_PENDING::equals).count() == 4);
      SegmentTiers pending = fresh(locator, path);
      assertThat(pending.cachePending()).isTrue();
      assertPlacesInQueues(pending);
      FileSegment another = new FileSegment(other.toString(), 0, Long.MAX_VALUE);
      clock.addAndGet(3_600_000_000_000L);
      Map<FileSegment, SegmentTiers> both = locator.locate(List.of(another, pending.segment()));
      assertThat(states(requireNonNull(both.get(pending.segment()))))
          .as("asked with another file")
          .containsExactlyInAnyOrderElementsOf(states(pending).toList());
      assertThat(requireNonNull(both.get(another)).cachePending()).isFalse();
      assertThat(states(pending)).doesNotContain(ReplicaState.CACHED);
      assertThat(states(fresh(locator, other))).containsOnly(ReplicaState.STORED);

      setHeartbeats(true);
      TieredHdfs.await(
          "two cached replicas of each block",
          () -> states(fresh(locator, path)).filter(ReplicaState.CACHED::equals).count() == 4);
      assertThat(fresh(locator, path).cachePending()).isFalse();

      hdfs.fileSystem().removeCacheDirective(directive);
      TieredHdfs.await(
          "no cached replica, though the NameNode goes on naming some",
          () -> states(fresh(locator, path)).allMatch(ReplicaState.STORED::equals));
      assertThat(hdfs.blocks(path)).anyMatch(block -> block.getCachedLocations().length > 0);
      assertPluginAnswered(locator);
    }
  }

  @Test
  void pendingAnswersAgeFaster() throws Exception {
    Path path = hdfs.write("/ages/file", 1, 3);
    FileSegment segment = new FileSegment(path.toString(), 0, 1);
    setHeartbeats(false);
    cache(path, 1);
    try (TierLocator locator = locator()) {
      TieredHdfs.await("a pending replica", () -> fresh(locator, path).cachePending());
      setHeartbeats(true);
      TieredHdfs.await(
          "it being cached",
          () -> {
            clock.addAndGet(1_000_000_000L);
            return states(requireNonNull(locator.locate(List.of(segment)).get(segment)))
                .anyMatch(ReplicaState.CACHED::equals);
          });
      long calls = hdfs.blockLocationCalls();
      clock.addAndGet(20_000_000_000L);
      locator.locate(List.of(segment));
      assertThat(hdfs.blockLocationCalls()).as("30 s now").isEqualTo(calls);
    }
  }

  @Test
  void answersAsHdfsDoesInOneCall() throws Exception {
    Path path = hdfs.write("/same/with space", 3, 2);
    try (TierLocator locator = locator()) {
      fresh(locator, path); // connects
      long calls = hdfs.blockLocationCalls();
      SegmentTiers found = fresh(locator, path);
      assertThat(hdfs.blockLocationCalls() - calls).isEqualTo(1);
      assertThat(found.blocks())
          .extracting(StoredBlock::blockId)
          .containsExactlyElementsOf(
              hdfs.blocks(path).stream().map(block -> block.getBlock().getBlockId()).toList());
      assertPluginAnswered(locator);
    }
  }

  @Test
  void permissionsAreThoseOfHdfs() throws Exception {
    Path path = hdfs.write("/secret/file", 1, 1);
    hdfs.fileSystem().setPermission(path, new FsPermission((short) 0600));
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("somebody", new String[] {"people"});
    try (TierLocator own = locator();
        TierLocator others = other.doAs((PrivilegedExceptionAction<TierLocator>) this::locator)) {
      assertThat(fresh(own, path).availability()).isEqualTo(Availability.KNOWN);
      SegmentTiers refused = fresh(others, path);
      assertThat(refused.availability()).isEqualTo(Availability.FORBIDDEN);
      assertThat(refused.blocks()).isEmpty();
      assertThat(fresh(others, path.suffix("-not")).availability()).isEqualTo(Availability.MISSING);
      assertPluginAnswered(others);
    }
  }

  @Test
  void refreshedServiceAclsKeepThePlugin() throws Exception {
    Path path = hdfs.write("/acl/file", 1, 1);
    for (int i = 0; i < 3; i++) {
      hdfs.cluster().getNameNodeRpc().refreshServiceAcl();
      // Another user each time, so that there is no open connection.
      UserGroupInformation other =
          UserGroupInformation.createUserForTesting("newcomer" + i, new String[] {"people"});
      try (TierLocator after = other.doAs((PrivilegedExceptionAction<TierLocator>) this::locator)) {
        assertThat(fresh(after, path).availability()).isEqualTo(Availability.KNOWN);
        assertPluginAnswered(after);
      }
    }
  }

  @Test
  void whatIsLookedUpInASecondIsLimitedOverAllClients() throws Exception {
    int perSecond = 20;
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setInt(HdfsKeys.PLUGIN_MAX_FILES_PER_SECOND.name(), perSecond);
    try (TieredHdfs limited = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}})) {
      String file = limited.write("/file", 1, 1).toUri().getPath();
      long located = limited.blockLocationCalls();
      long start = System.nanoTime();
      int answered = 0;
      int refused = 0;
      for (int i = 0; i < 10 * perSecond; i++) {
        try (BlockTiersClient client =
            BlockTiersClient.to(
                limited.cluster().getNameNode().getNameNodeAddress(),
                UserGroupInformation.createRemoteUser("user" + i % 3),
                limited.clientConfiguration(),
                Duration.ofSeconds(20))) {
          client.getBlockTiers(file, 0, Long.MAX_VALUE);
          answered++;
        } catch (RemoteException e) {
          assertThat(e.unwrapRemoteException()).isInstanceOf(RetriableException.class);
          refused++;
        }
      }
      double seconds = 1 + (System.nanoTime() - start) / 1e9;
      assertThat((double) answered).isLessThanOrEqualTo(seconds * perSecond + 1);
      assertThat(limited.blockLocationCalls() - located).as("no more").isEqualTo(answered);
      // The other half may be kept for users who ask for little, however fast these asked.
      assertThat(answered).isGreaterThanOrEqualTo(perSecond / 2);
      assertThat(refused).isPositive();
    }
  }

  private static long cache(Path path, int replication) throws Exception {
    return hdfs.fileSystem()
        .addCacheDirective(
            new CacheDirectiveInfo.Builder()
                .setPath(new Path(path.toUri().getPath()))
                .setPool("pool")
                .setReplication((short) replication)
                .build());
  }
}
