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
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.model.BlockInput;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import java.io.File;
import java.net.ServerSocket;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TierLocatorIT {
  private static final int LISTING_LIMIT = 25;

  private static TieredHdfs hdfs;

  private final AtomicLong clock = new AtomicLong();

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_BATCHED_LISTING_LIMIT, LISTING_LIMIT);
    hdfs = TieredHdfs.start(conf, 3, 2);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private TierLocator locator() throws Exception {
    return new TierLocator(hdfs.clientConfiguration(), clock::get);
  }

  private static SegmentTiers locate(TierLocator locator, FileSegment segment) {
    return requireNonNull(locator.locate(List.of(segment)).get(segment));
  }

  @Test
  void agreesWithHdfsOnEveryReplica() throws Exception {
    Path path = hdfs.write("/agrees/with spaces/and%20percent", 3, 3);
    FileSegment whole = new FileSegment(path.toString(), 0, 3L * TieredHdfs.BLOCK);

    try (TierLocator locator = locator()) {
      SegmentTiers found = locate(locator, whole);

      assertThat(found.availability()).isEqualTo(Availability.KNOWN);
      List<LocatedBlock> expected = hdfs.blocks(path);
      assertThat(found.blocks()).hasSize(expected.size()).hasSize(3);
      for (int i = 0; i < expected.size(); i++) {
        LocatedBlock block = expected.get(i);
        StoredBlock tiers = found.blocks().get(i);
        assertThat(tiers.blockId()).isEqualTo(block.getBlock().getBlockId());
        assertThat(tiers.offset()).isEqualTo(block.getStartOffset());
        assertThat(tiers.length()).isEqualTo(TieredHdfs.BLOCK);
        assertThat(tiers.replicas()).hasSize(3);
        List<String> ids = List.of(block.getStorageIDs());
        for (StoredReplica replica : tiers.replicas()) {
          int at = ids.indexOf(replica.storageId());
          assertThat(at).isNotNegative();
          assertThat(replica.storageType()).isEqualTo(block.getStorageTypes()[at].name());
          assertThat(replica.node())
              .isEqualTo(block.getLocations()[at].getHostName())
              .startsWith("node");
        }
      }
    }
  }

  @Test
  void inputsWeighBlocksByOverlap() throws Exception {
    Path path = hdfs.write("/overlap", 3, 1);
    FileSegment middle =
        new FileSegment(path.toString(), TieredHdfs.BLOCK - 10L, TieredHdfs.BLOCK + 15L);

    try (TierLocator locator = locator()) {
      assertThat(locate(locator, middle).inputs())
          .extracting(BlockInput::bytes)
          .containsExactly(10L, (long) TieredHdfs.BLOCK, 5L);
    }
  }

  @Test
  void asksOncePerFileHoweverManySegments() throws Exception {
    List<FileSegment> segments = new ArrayList<>();
    for (int file = 0; file < 2; file++) {
      Path path = hdfs.write("/many/" + file, 4, 1);
      for (int i = 0; i < 400; i++) {
        segments.add(new FileSegment(path.toString(), i * (TieredHdfs.BLOCK / 100), 100));
      }
    }
    try (TierLocator locator = locator()) {
      long before = hdfs.listingCalls();
      long locationCalls = hdfs.blockLocationCalls();
      Map<FileSegment, SegmentTiers> found = locator.locate(segments);

      assertThat(found.keySet()).containsExactlyElementsOf(segments);
      assertThat(found.values()).allMatch(s -> s.availability() == Availability.KNOWN);
      assertThat(hdfs.listingCalls() - before).isEqualTo(1);
      assertThat(locator.locate(segments)).isEqualTo(found);
      assertThat(hdfs.listingCalls() - before).as("remembered").isEqualTo(1);
      assertThat(hdfs.blockLocationCalls()).isEqualTo(locationCalls);
      assertThat(locator.metrics().lookups()).isEqualTo(4);
      assertThat(locator.metrics().hits()).isEqualTo(2);
    }
  }

  private static List<FileSegment> wholes(List<Path> paths) {
    return paths.stream().map(path -> new FileSegment(path.toString(), 0, Long.MAX_VALUE)).toList();
  }

  @Test
  void manyFilesAreFoundAsEachAlone() throws Exception {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      paths.add(hdfs.write("/several %/file " + i + "/part", i, 1 + i % 3));
    }
    Path secret = hdfs.write("/several secret", 1, 1);
    hdfs.fileSystem().setPermission(secret, new FsPermission((short) 0600));
    paths.add(secret);
    paths.add(paths.get(0).getParent()); // a directory of one file
    paths.add(paths.get(0).suffix("-not"));
    hdfs.fileSystem().mkdirs(new Path("/several nothing"));
    paths.add(hdfs.fileSystem().makeQualified(new Path("/several nothing")));
    paths.add(new Path(new File("pom.xml").toURI()));
    try (TierLocator together = locator();
        TierLocator alone = locator()) {
      List<FileSegment> segments = wholes(paths);
      long before = hdfs.listingCalls();
      Map<FileSegment, SegmentTiers> found = together.locate(segments);

      assertThat(hdfs.listingCalls() - before).isEqualTo(1);
      assertThat(found.keySet()).containsExactlyElementsOf(segments);
      for (FileSegment segment : segments) {
        assertThat(requireNonNull(found.get(segment)))
            .usingRecursiveComparison()
            .ignoringCollectionOrderInFields("blocks.replicas") // HDFS sorts them by distance
            .isEqualTo(locate(alone, segment));
      }
      assertThat(found.values())
          .extracting(SegmentTiers::availability)
          .contains(Availability.MISSING, Availability.NO_TIERS, Availability.KNOWN);
    }
  }

  @Test
  void moreFilesThanFitInACallTakeSeveral() throws Exception {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      paths.add(hdfs.write("/more/" + i, 1, 1));
    }
    Configuration conf = hdfs.clientConfiguration();
    conf.setInt(HdfsKeys.LOCATE_BATCH_FILES.name(), 7);
    try (TierLocator locator = new TierLocator(conf, clock::get)) {
      long before = hdfs.listingCalls();
      assertThat(locator.locate(wholes(paths)).values())
          .hasSize(20)
          .allMatch(file -> file.blocks().size() == 1);
      assertThat(hdfs.listingCalls() - before).isEqualTo(3);
    }
  }

  @Test
  void whereCallsForManyFilesAreRefusedEachIsAskedAlone() throws Exception {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < LISTING_LIMIT + 1; i++) {
      paths.add(hdfs.write("/refused/" + i, 1, 1));
    }
    Configuration conf = hdfs.clientConfiguration();
    conf.setInt(HdfsKeys.LOCATE_BATCH_FILES.name(), 1_000);
    try (TierLocator locator = new TierLocator(conf, clock::get)) {
      long before = hdfs.blockLocationCalls();
      assertThat(locator.locate(wholes(paths)).values())
          .allMatch(file -> file.blocks().size() == 1);
      assertThat(hdfs.blockLocationCalls() - before).isEqualTo(LISTING_LIMIT + 1);
      assertThat(locator.metrics().count(Degradation.NO_BATCHES)).isEqualTo(1);
    }
  }

  @Test
  void aLookUpMayBeGivenLessTime() throws Exception {
    List<Path> paths = List.of(hdfs.write("/hasty/1", 1, 1), hdfs.write("/hasty/2", 1, 1));
    try (TierLocator locator = locator()) {
      assertThat(locator.locate(wholes(paths), Duration.ZERO).values())
          .extracting(SegmentTiers::availability)
          .containsOnly(Availability.UNREACHABLE);
      TieredHdfs.await(
          "the answers that came later",
          () ->
              locator.locate(wholes(paths)).values().stream()
                  .allMatch(file -> file.availability() == Availability.KNOWN));
    }
  }

  @Test
  void nodesAreKnownByRackAndAddressOnceSeen() throws Exception {
    Path path = hdfs.write("/nodes", 1, 3);
    try (TierLocator locator = locator()) {
      assertThat(locator.nodes().rackOf("node1")).isEqualTo(NetworkTopology.DEFAULT_RACK);
      locator.locate(wholes(List.of(path)));

      for (LocatedBlock block : hdfs.blocks(path)) {
        for (DatanodeInfo node : block.getLocations()) {
          assertThat(locator.nodes().rackOf(node.getHostName()))
              .isEqualTo(node.getNetworkLocation())
              .startsWith("/r");
        }
      }
      assertThat(locator.nodes().rackOf("elsewhere")).isEqualTo(NetworkTopology.DEFAULT_RACK);
      assertThat(locator.nodes().nameOf("elsewhere")).isEqualTo("elsewhere");
    }
  }

  @Test
  void asksAgainOnceTheAnswerIsOld() throws Exception {
    Path path = hdfs.write("/aging", 1, 1);
    FileSegment segment = new FileSegment(path.toString(), 0, 10L * TieredHdfs.BLOCK);
    try (TierLocator locator = locator()) {
      assertThat(locate(locator, segment).blocks()).hasSize(1);
      hdfs.write("/aging", 2, 1);

      clock.addAndGet(29_000_000_000L);
      assertThat(locate(locator, segment).blocks()).hasSize(1);
      clock.addAndGet(1_000_000_000L);
      assertThat(locate(locator, segment).blocks()).hasSize(2);
    }
  }

  @Test
  void emptyFileHasNoBlocks() throws Exception {
    Path path = hdfs.write("/empty", 0, 1);
    try (TierLocator locator = locator()) {
      SegmentTiers found = locate(locator, new FileSegment(path.toString(), 0, 0));
      assertThat(found.availability()).isEqualTo(Availability.KNOWN);
      assertThat(found.inputs()).isEmpty();
    }
  }

  @Test
  void snapshotPathsWork() throws Exception {
    hdfs.write("/snap/file", 2, 1);
    hdfs.fileSystem().allowSnapshot(new Path("/snap"));
    hdfs.fileSystem().createSnapshot(new Path("/snap"), "s1");
    hdfs.fileSystem().delete(new Path("/snap/file"), false);
    Path path = hdfs.fileSystem().makeQualified(new Path("/snap/.snapshot/s1/file"));
    try (TierLocator locator = locator()) {
      assertThat(locate(locator, new FileSegment(path.toString(), 0, 1)).blocks()).hasSize(1);
    }
  }

  @Test
  void mountedPathsAreResolved() throws Exception {
    Path path = hdfs.write("/mounted/file", 2, 1);
    Configuration conf = hdfs.clientConfiguration();
    ConfigUtil.addLink(conf, "locator-mounts", "/data", path.getParent().toUri());
    try (TierLocator locator = new TierLocator(conf, clock::get)) {
      FileSegment mounted = new FileSegment("viewfs://locator-mounts/data/file", 0, Long.MAX_VALUE);
      FileSegment unmounted = new FileSegment("viewfs://locator-mounts/other/file", 0, 1);
      FileSegment stored = new FileSegment(path.toString(), 0, Long.MAX_VALUE);
      assertThat(locate(locator, mounted).blocks())
          .extracting(StoredBlock::blockId, StoredBlock::offset, StoredBlock::replicas)
          .isEqualTo(
              locate(locator, stored).blocks().stream()
                  .map(block -> tuple(block.blockId(), block.offset(), block.replicas()))
                  .toList())
          .hasSize(2);
      assertThat(locate(locator, unmounted).availability()).isEqualTo(Availability.MISSING);
    }
  }

  @Test
  void missingFileAndDirectoryAreMissing() throws Exception {
    Path file = hdfs.write("/here/file", 1, 1);
    try (TierLocator locator = locator()) {
      for (Path path : List.of(file.suffix("-not"), file.getParent())) {
        assertThat(locate(locator, new FileSegment(path.toString(), 0, 1)).availability())
            .isEqualTo(Availability.MISSING);
      }
      assertThat(locator.metrics().count(Degradation.MISSING)).isEqualTo(2);
    }
  }

  @Test
  void anotherUserIsRefusedWhatHdfsRefuses() throws Exception {
    Path path = hdfs.write("/private/file", 1, 1);
    hdfs.fileSystem().setPermission(path, new FsPermission((short) 0600));
    FileSegment segment = new FileSegment(path.toString(), 0, 1);
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("somebody", new String[] {"people"});
    try (TierLocator own = locator();
        TierLocator others = other.doAs((PrivilegedExceptionAction<TierLocator>) this::locator)) {
      assertThat(locate(own, segment).availability()).isEqualTo(Availability.KNOWN);
      assertThat(locate(others, segment).availability()).isEqualTo(Availability.FORBIDDEN);
      assertThat(locate(others, segment).blocks()).isEmpty();
      assertThat(others.metrics().count(Degradation.FORBIDDEN)).isEqualTo(1);
    }
  }

  @Test
  void erasureCodedFilesHaveNoTiers() throws Exception {
    ErasureCodingPolicy policy =
        hdfs.fileSystem().getAllErasureCodingPolicies().stream()
            .filter(info -> info.getPolicy().getName().startsWith("XOR-2-1"))
            .findFirst()
            .orElseThrow()
            .getPolicy();
    Path directory = new Path("/coded");
    hdfs.fileSystem().mkdirs(directory);
    hdfs.fileSystem().enableErasureCodingPolicy(policy.getName());
    hdfs.fileSystem().setErasureCodingPolicy(directory, policy.getName());
    Path path = hdfs.fileSystem().makeQualified(new Path(directory, "file"));
    hdfs.fileSystem().createFile(path).blockSize(policy.getCellSize()).build().close();
    try (TierLocator locator = locator()) {
      assertThat(locate(locator, new FileSegment(path.toString(), 0, 1)).availability())
          .isEqualTo(Availability.ERASURE_CODED);
      assertThat(locator.metrics().count(Degradation.ERASURE_CODED)).isEqualTo(1);
    }
  }

  @Test
  void otherFileSystemsHaveNoTiers() throws Exception {
    String local = new File("pom.xml").toURI().toString();
    try (TierLocator locator = locator()) {
      for (String path : List.of(local, "nosuchscheme://host/file")) {
        assertThat(locate(locator, new FileSegment(path, 0, 1)).availability())
            .isEqualTo(Availability.NO_TIERS);
      }
      assertThat(locator.metrics().count(Degradation.NOT_HDFS)).isEqualTo(2);
    }
  }

  @Test
  void anUnreachableNameNodeIsDistinguishedAndAskedAgainLater() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Path good = hdfs.write("/reachable", 1, 1);
    FileSegment reachable = new FileSegment(good.toString(), 0, 1);
    FileSegment gone = new FileSegment("hdfs://localhost:" + port + "/file", 0, 1);
    try (TierLocator locator = locator()) {
      Map<FileSegment, SegmentTiers> found = locator.locate(List.of(gone, reachable));

      assertThat(requireNonNull(found.get(gone)).availability())
          .isEqualTo(Availability.UNREACHABLE);
      assertThat(requireNonNull(found.get(reachable)).availability()).isEqualTo(Availability.KNOWN);
      assertThat(locator.metrics().count(Degradation.UNREACHABLE)).isEqualTo(1);
      locate(locator, gone);
      assertThat(locator.metrics().count(Degradation.UNREACHABLE)).isEqualTo(1);
      clock.addAndGet(10_000_000_000L);
      locate(locator, gone);
      assertThat(locator.metrics().count(Degradation.UNREACHABLE)).isEqualTo(2);
    }
  }

  @Test
  void unusableTextIsMissing() throws Exception {
    try (TierLocator locator = locator()) {
      for (String path : List.of("", "hdfs://", ":")) {
        assertThat(locate(locator, new FileSegment(path, 0, 1)).availability())
            .isIn(Availability.MISSING, Availability.UNREACHABLE);
      }
    }
  }

  @Test
  void closedLocatorKnowsNothing() throws Exception {
    FileSegment segment = new FileSegment(hdfs.write("/closed", 1, 1).toString(), 0, 1);
    TierLocator locator = locator();
    locator.close();
    assertThat(locate(locator, segment).availability()).isEqualTo(Availability.UNREACHABLE);
  }
}
