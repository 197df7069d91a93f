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
package io.trident.layout.mapreduce;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.replication.LostParts;
import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.ReplicaRecovery.Collisions;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.replica.FoundParts;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.mapreduce.replica.ReplicaGroup;
import io.trident.layout.mapreduce.replica.ReplicaRequest;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.ReplicaStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replica groups on HDFS: made, lost with a node, and recovered, exactly. */
@Tag("slow")
class ReplicaGroupIT {
  private static final int NODES = 4;
  private static final int ROWS = 1_500;

  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start(NODES);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void live() throws InterruptedException {
    CrashingHdfs.crashAfter(Integer.MAX_VALUE);
  }

  private static ReplicaRequest request(TestFiles source, String column, int partitions) {
    ConversionRequest columns = source.request(4, 4_000);
    return new ReplicaRequest(
        new PartitionScheme(column, partitions),
        NodeMapId.ofAllNodes(partitions),
        1,
        columns.schema(),
        columns.format(),
        columns.options(),
        1 << 20);
  }

  private static ReplicaCreation.Result create(
      Path source, Path target, TestFiles files, String column, int partitions) throws Exception {
    return new ReplicaCreation(cluster.conf(), text -> {})
        .run(source, target, request(files, column, partitions), Earlier.RESUME);
  }

  private static ReplicaRecovery.Result recover(Path directory) throws Exception {
    return new ReplicaRecovery(cluster.conf(), text -> {}).run(directory, Collisions.IF_MOVED);
  }

  private static ReplicaRegistration registration() {
    return new ReplicaRegistration(cluster.conf(), text -> {});
  }

  private static TestFiles write(Path directory, String format, int seed, int replication)
      throws IOException {
    TestFiles source = new TestFiles(format, ROWS, new Random(seed));
    source.writeTo(cluster.files(), directory);
    for (String name : source.files().keySet()) {
      cluster.files().setReplication(new Path(directory, name), (short) replication);
    }
    cluster.hdfs().triggerHeartbeats();
    return source;
  }

  private static void awaitReplication(Path directory, int replication) throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    while (true) {
      boolean isThere = true;
      for (var file : cluster.files().listStatus(directory)) {
        for (var block : cluster.files().getFileBlockLocations(file, 0, file.getLen())) {
          isThere &= block.getHosts().length == replication;
        }
      }
      if (isThere) {
        return;
      }
      assertThat(System.nanoTime()).as("time").isLessThan(end);
      cluster.hdfs().triggerHeartbeats();
      Thread.sleep(100);
    }
  }

  /** Returns the rows of a directory's visible files, sorted. */
  private static List<String> rows(Path directory, TestFiles source) throws IOException {
    List<String> rows = new ArrayList<>();
    Map<String, byte[]> files = new TreeMap<>();
    for (var status : cluster.files().listStatus(directory)) {
      if (status.isFile()) {
        try (var in = cluster.files().open(status.getPath())) {
          files.put(status.getPath().getName(), in.readAllBytes());
        }
      }
    }
    for (byte[] bytes : files.values()) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      for (String row : text.split("\n", -1)) {
        if (!row.isEmpty() && !(row + "\n").equals(source.header())) {
          rows.add(row);
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static void verify(Path replica, int rows) throws Exception {
    Verification.Result result =
        new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
            .run(replica, new Path(replica, "_trident"), new Path("/reports"));
    assertThat(result.problems()).isEmpty();
    assertThat(result.rows()).isEqualTo(rows);
  }

  private static LostParts lost(Path source) throws IOException {
    return FoundParts.lost(cluster.files(), ReplicaGroup.of(cluster.files(), source));
  }

  /**
   * Stops the node that has a file, and has the NameNode take it for dead. Of nodes that came back
   * lately one may have nothing.
   */
  private static DataNodeProperties killNodeOf(Path file) throws Exception {
    String address = cluster.files().getFileBlockLocations(file, 0, 1)[0].getNames()[0];
    int node = 0;
    while (!cluster
        .hdfs()
        .getDataNodes()
        .get(node)
        .getXferAddress()
        .toString()
        .endsWith(address.substring(address.lastIndexOf(':')))) {
      node++;
    }
    var id = cluster.hdfs().getDataNodes().get(node).getDatanodeId();
    DataNodeProperties stopped = cluster.hdfs().stopDataNode(node);
    cluster.hdfs().setDataNodeDead(id);
    return stopped;
  }

  private static void revive(DataNodeProperties node) throws Exception {
    cluster.hdfs().restartDataNode(node);
    cluster.hdfs().waitActive();
    long end = System.nanoTime() + 60_000_000_000L;
    while (cluster.files().getDataNodeStats(DatanodeReportType.LIVE).length < NODES) {
      assertThat(System.nanoTime()).as("time").isLessThan(end);
      Thread.sleep(50);
    }
    cluster.hdfs().triggerBlockReports();
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "multiline", "json", "text"})
  void aReplicaHasTheRowsOfItsSourceEachInItsPartition(String format) throws Exception {
    Path source = new Path("/made/" + format);
    Path target = new Path("/made/" + format + "-by-name");
    TestFiles files = write(source, format, 1, 3);

    ReplicaCreation.Result made = create(source, target, files, "name", 6);

    assertThat(made.statistics().stored().rows()).isEqualTo(files.rows().size());
    assertThat(made.statistics().colliding().rows()).as("the source has three replicas").isZero();
    verify(target, files.rows().size());
    assertThat(TestFiles.read(cluster.files(), source).keySet()).isEqualTo(files.files().keySet());
    Replica replica = Replica.open(cluster.files(), target);
    Set<Object> keys = new HashSet<>();
    assertThat(made.statistics().distinctKeys().orElseThrow()).isBetween(300L, 300L * 20);
    for (int p = 0; p < 6; p++) {
      assertThat(made.statistics().partitions().get(p).nodes()).hasSizeBetween(0, 1);
      assertThat(keys.add(replica.file(p))).isTrue();
    }
    assertThat(replica.statistics(cluster.files())).isEqualTo(made.statistics());
    assertThat(cluster.files().exists(new Path(target, "_convert"))).isFalse();
    assertThat(ReplicaGroup.of(cluster.files(), target).source())
        .isEqualTo(cluster.files().makeQualified(source));
  }

  @Test
  void aLostNodeIsRecoveredInAllMembersFromWhatIsLeft() throws Exception {
    Path source = new Path("/node/source");
    Path byName = new Path("/node/by-name");
    Path byId = new Path("/node/by-id");
    TestFiles files = write(source, "csv", 2, 1);
    awaitReplication(source, 1);
    ReplicaStatistics first = create(source, byName, files, "name", 8).statistics();
    ReplicaStatistics second = create(source, byId, files, "id", 12).statistics();
    assertThat(first.colliding().rows()).isPositive();
    assertThat(second.colliding().rows()).isLessThan(first.colliding().rows());
    cluster.files().setPermission(byName, new FsPermission((short) 0750));
    Path statistics = new Path(byName, ReplicaPaths.STATISTICS);
    Path manifest = new Path(byName, "_trident/se0000/manifest");
    for (Path file : List.of(statistics, manifest)) {
      cluster.files().setPermission(file, new FsPermission((short) 0640));
      cluster.files().setOwner(file, "somebody", "some");
    }
    List<String> expected = files.rows().stream().sorted().toList();
    Map<String, byte[]> bytes = TestFiles.read(cluster.files(), source);

    for (int round = 0; round < 3; round++) {
      // HDFS may lose a file of one replica while it deletes surplus ones of it.
      awaitReplication(source, 1);
      DataNodeProperties stopped =
          killNodeOf(new Path(byName, "se0000-e%02d.csv".formatted(round)));
      LostParts lost = lost(source);
      assertThat(lost.isNone()).isFalse();

      ReplicaRecovery.Result recovered = recover(source);

      assertThat(recovered.partitions())
          .isEqualTo(lost.byMember().get(1).size() + lost.byMember().get(2).size());
      assertThat(recovered.files()).isEqualTo(lost.byMember().get(0).size());
      assertThat(lost(source).isNone()).isTrue();
      assertThat(rows(byName, files)).isEqualTo(expected);
      assertThat(rows(byId, files)).isEqualTo(expected);
      TestFiles.read(cluster.files(), source)
          .forEach((name, now) -> assertThat(now).as(name).isEqualTo(bytes.get(name)));
      assertThat(registration().verify(source).problems()).isEmpty();
      revive(stopped);
    }
    assertThat(recover(source).partitions()).isZero();
    for (Path file : List.of(statistics, manifest)) {
      assertThat(cluster.files().getFileStatus(file).getPermission().toShort())
          .isEqualTo((short) 0640);
      assertThat(cluster.files().getFileStatus(file).getOwner()).isEqualTo("somebody");
    }
    assertThat(cluster.files().getFileStatus(byName).getPermission().toShort())
        .isEqualTo((short) 0750);
  }

  @Test
  void whatWouldLoseRowsIsRefusedAndChangesNothing() throws Exception {
    Path source = new Path("/refused/source");
    Path target = new Path("/refused/by-name");
    TestFiles files = write(source, "csv", 3, 3);
    create(source, target, files, "name", 6);
    Replica replica = Replica.open(cluster.files(), target);
    // Both copies of some rows go; three nodes would be needed for that.
    cluster.files().delete(replica.file(2), false);
    for (String name : files.files().keySet()) {
      if (files.files().get(name).length > 5_000) {
        cluster.files().delete(new Path(source, name), false);
        break;
      }
    }
    List<String> before = cluster.names(target);

    assertThatThrownBy(() -> recover(source))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be recovered: partition 2 has ")
        .hasMessageContaining("Nothing was changed");

    assertThat(cluster.names(target)).isEqualTo(before);
    assertThat(Replica.open(cluster.files(), target).manifest()).isEqualTo(replica.manifest());
  }

  @Test
  void aPartitionThatWasReplacedIsWrittenAgain() throws Exception {
    Path source = new Path("/replaced/source");
    Path target = new Path("/replaced/by-name");
    TestFiles files = write(source, "json", 4, 3);
    create(source, target, files, "name", 5);
    Replica replica = Replica.open(cluster.files(), target);
    try (var out = cluster.files().create(replica.file(1), true)) {
      out.write('x');
    }
    cluster.files().delete(replica.order(3), false);

    ReplicaRecovery.Result recovered = recover(target);

    assertThat(recovered.partitions()).isEqualTo(2);
    verify(target, files.rows().size());
  }

  @Test
  void aCrashAtAnyStepIsMadeGoodByRunningAgain() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Configuration crashing = cluster.conf();
    crashing.setClass("fs.hdfs.impl", CrashingHdfs.class, FileSystem.class);
    crashing.setBoolean("fs.hdfs.impl.disable.cache", true);
    Path source = new Path("/crash/source");
    TestFiles files = write(source, "csv", 5, 3);
    int many = 1 << 20;
    CrashingHdfs.crashAfter(many);
    new ReplicaCreation(crashing, text -> {})
        .run(source, new Path("/crash/all"), request(files, "name", 4), Earlier.RESUME);
    int changes = many - CrashingHdfs.left();
    assertThat(changes).isGreaterThan(20);
    for (int i = 0; i < 3; i++) {
      Path target = new Path("/crash/" + i);
      crash(
          1 + random.nextInt(changes),
          () ->
              new ReplicaCreation(crashing, text -> {})
                  .run(source, target, request(files, "name", 4), Earlier.RESUME));
      create(source, target, files, "name", 4);
      verify(target, files.rows().size());

      Replica replica = Replica.open(cluster.files(), target);
      cluster.files().delete(replica.file(0), false);
      cluster.files().delete(replica.file(3), false);
      crash(
          1 + random.nextInt(20),
          () -> new ReplicaRecovery(crashing, text -> {}).run(target, Collisions.IF_MOVED));
      recover(target);
      verify(target, files.rows().size());
      assertThat(rows(target, files))
          .as("seed %d", seed)
          .isEqualTo(files.rows().stream().sorted().toList());
    }
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws Exception;
  }

  private static void crash(int changes, Step step) throws Exception {
    CrashingHdfs.crashAfter(changes);
    try {
      step.run();
    } catch (IOException | UncheckedIOException e) {
      // as it was to
    }
    CrashingHdfs.crashAfter(Integer.MAX_VALUE);
  }

  @Test
  void aReplicaThatWasRenamedIsRegisteredAndOneOfOtherRowsIsNot() throws Exception {
    Path source = new Path("/register/source");
    TestFiles files = write(source, "csv", 7, 3);
    create(source, new Path("/register/old"), files, "name", 4);
    Path target = new Path("/register/new");
    cluster.files().rename(new Path("/register/old"), target);
    assertThat(registration().verify(source).problems()).hasSize(1);

    ReplicaStatistics statistics =
        registration().register(source, target, NodeMapId.ofAllNodes(4), 1);

    assertThat(statistics.stored().rows()).isEqualTo(files.rows().size());
    assertThat(registration().verify(target).problems()).isEmpty();

    Path copy = new Path("/register/copy");
    FileUtil.copy(cluster.files(), target, cluster.files(), copy, false, cluster.conf());
    assertThat(registration().register(source, copy, NodeMapId.ofAllNodes(4), 1).scheme())
        .isEqualTo(new PartitionScheme("name", 4));
    assertThat(registration().verify(copy).problems()).isEmpty();

    Path other = new Path("/register/other");
    write(other, "csv", 8, 3);
    assertThatThrownBy(() -> registration().register(other, target, NodeMapId.ofAllNodes(4), 1))
        .hasMessageContaining("is no replica of");
    Path same = new Path("/register/same");
    write(same, "csv", 7, 3);
    Path first = new Path(same, "part-000");
    byte[] bytes = requireNonNull(TestFiles.read(cluster.files(), first).get("part-000"));
    bytes[bytes.length / 2]++; // as long as before
    try (var out = cluster.files().create(first, true)) {
      out.write(bytes);
    }
    assertThatThrownBy(() -> registration().register(same, target, NodeMapId.ofAllNodes(4), 1))
        .hasMessageContaining("is no replica of");
    assertThat(ReplicaGroup.ofSource(cluster.files(), same).replicas()).isEmpty();
  }

  @Test
  void whatCannotBeARequestIsRefused() throws Exception {
    Path source = new Path("/wrong/source");
    TestFiles files = write(source, "csv", 6, 3);
    create(source, new Path("/wrong/by-name"), files, "name", 4);

    assertThatThrownBy(() -> create(source, new Path("/wrong/by-name"), files, "id", 4))
        .hasMessageContaining("already; give another directory");
    assertThatThrownBy(() -> create(source, new Path("/wrong/source/in"), files, "id", 4))
        .hasMessageContaining("are one in the other");
    TestFiles lines = new TestFiles("json", 10, new Random(1));
    assertThatThrownBy(() -> create(source, new Path("/wrong/d"), lines, "id", 4))
        .hasMessageContaining("different columns or options of the format");
    assertThatThrownBy(() -> create(source, new Path("/wrong/c"), files, "absent", 4))
        .hasMessageContaining("There is no column absent");
    assertThatThrownBy(() -> recover(new Path("/wrong")))
        .hasMessageContaining("in no replica group");
    cluster.files().mkdirs(new Path("/wrong/plain"));
    assertThatThrownBy(() -> create(source, new Path("/wrong/plain"), files, "id", 4))
        .hasMessageContaining("is no replica");
    assertThat(cluster.files().getXAttrs(new Path("/wrong/by-name")).keySet())
        .contains(ReplicaPaths.NODES)
        .noneMatch(name -> name.startsWith(ReplicaPaths.REPLICA));
  }
}
