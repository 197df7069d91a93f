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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.ParityExtent;
import io.trident.hdfs.layout.ExpectedFiles.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;

/** Draws faults and changes at random, makes them, and notes what there must be then. */
final class RandomSteps {
  private static final String TABLES = "/tables";
  private static final String FILES = "/files";
  private static final int MOST_TABLES = 3;
  private static final int MOST_DEAD = 4;
  private static final int ROWS = 1500;

  private final FaultyHdfs cluster;
  private final DistributedFileSystem fileSystem;
  private final Random random;
  private final ExpectedFiles expected = new ExpectedFiles();
  private final HealthCheck health;
  private final Set<String> snapshots = new TreeSet<>();
  private final Map<RandomStep, Integer> done = new EnumMap<>(RandomStep.class);
  private int names;

  RandomSteps(FaultyHdfs cluster, Random random) throws Exception {
    this.cluster = cluster;
    this.fileSystem = cluster.hdfs().fileSystem();
    this.random = random;
    this.health = new HealthCheck(cluster, expected);
    fileSystem.mkdirs(new Path(FILES));
    fileSystem.mkdirs(new Path(TABLES));
    fileSystem.allowSnapshot(new Path(TABLES));
    for (int i = 0; i < MOST_TABLES; i++) {
      writeTable();
    }
    health.awaitHealth();
  }

  /** Makes a step that can be made now, and looks at some extents; returns what it did. */
  RandomStep next() throws Exception {
    RandomStep step = RandomStep.draw(random);
    while (!make(step)) {
      step = RandomStep.draw(random);
    }
    done.merge(step, 1, Integer::sum);
    List<Member> members = expected.members();
    for (int i = 0; i < 3 && !members.isEmpty(); i++) {
      health.read(any(members));
    }
    return step;
  }

  /** Has all nodes back, and compares everything. */
  void end() throws Exception {
    for (String node : cluster.leaving()) {
      recommission(node);
    }
    reviveAll();
    health.awaitHealth();
  }

  /** Returns how often each step was made, and how many extents were outside of their domain. */
  String summary() {
    return "%s, %d outside of their domain".formatted(done, health.misplaced());
  }

  private boolean make(RandomStep step) throws Exception {
    return switch (step) {
      case KILL -> !cluster.serving().isEmpty() && kill(Set.of(any(cluster.serving())));
      case KILL_RACK -> kill(cluster.aliveOf("/r" + (1 + random.nextInt(FaultyHdfs.RACKS))));
      case REVIVE -> revive();
      case REVIVE_EMPTY -> reviveEmpty();
      case CORRUPT -> corrupt();
      case RESTART_NAME_NODE -> restartNameNode();
      case RENAME -> rename();
      case SNAPSHOT -> snapshot();
      case DELETE_SNAPSHOT -> deleteSnapshot();
      case SET_QUOTA -> quota(1);
      case CLEAR_QUOTA -> quota(HdfsConstants.QUOTA_RESET);
      case DECOMMISSION -> decommission();
      case RECOMMISSION -> recommission();
      case WRITE_FILE -> writeFile();
      case DELETE_FILE -> deleteFile();
      case BREAK -> breakOne();
      case WRITE_TABLE -> expected.tables().size() < MOST_TABLES && writeTable();
      case DELETE_TABLE -> deleteTable();
      case READ -> read();
      case LOSE -> lose();
      case AWAIT_HEALTH -> awaitHealth();
    };
  }

  private <T> T any(Collection<T> of) {
    return List.copyOf(of).get(random.nextInt(of.size()));
  }

  private String name(String directory) {
    return "%s/%d".formatted(directory, names++);
  }

  private boolean kill(Set<String> nodes) throws Exception {
    if (nodes.isEmpty()
        || cluster.dead().size() + nodes.size() > MOST_DEAD
        || !expected.survives(health.lostWithout(nodes))
        || !health.othersSurviveWithout(nodes)) {
      return false;
    }
    for (String node : nodes) {
      health.second().goes(node);
      cluster.kill(node);
    }
    if (!cluster.isRoomy()) {
      health.isCrowded();
    }
    return true;
  }

  private boolean revive() throws Exception {
    if (cluster.dead().isEmpty()) {
      return false;
    }
    revive(any(new TreeSet<>(cluster.dead())));
    return true;
  }

  private boolean reviveEmpty() throws Exception {
    if (cluster.dead().isEmpty()) {
      return false;
    }
    String node = any(new TreeSet<>(cluster.dead()));
    health.isEmpty(node);
    cluster.reviveEmpty(node);
    return true;
  }

  private void reviveAll() throws Exception {
    for (String node : cluster.dead()) {
      revive(node);
    }
  }

  private void revive(String node) throws Exception {
    health.second().returns(node);
    cluster.revive(node);
  }

  /** Overwrites the replica of an extent, or one of a parity, and has HDFS know. */
  private boolean corrupt() throws Exception {
    if (expected.unbroken().isEmpty()) {
      return false;
    }
    Member member = any(expected.unbroken());
    Set<String> nodes = health.nodesOf(member);
    boolean isParity = member.extent() instanceof ParityExtent;
    Set<Member> lost = new HashSet<>(health.lostWithout(Set.of()));
    boolean isNews = lost.add(member); // where all replicas are corrupt, a client reports none
    if (!isNews || nodes.size() != (isParity ? 2 : 1) || !expected.survives(lost)) {
      return false;
    }
    String node = any(nodes);
    health.isCorrupt(node, member);
    cluster
        .hdfs()
        .cluster()
        .corruptReplica(
            cluster.processOf(node),
            member.superExtent().blocks(member.extent()).get(0).getBlock());
    for (int i = 0; i < (isParity ? 5 : 1); i++) {
      health.read(member); // from one of both; what a reader finds it reports
    }
    return true;
  }

  private boolean restartNameNode() throws Exception {
    cluster.restartNameNode();
    health.isCrowded(); // nodes are there as they report
    return true;
  }

  private boolean rename() throws IOException {
    if (expected.tables().isEmpty()) {
      return false;
    }
    String from = any(expected.tables().keySet());
    String to = name(TABLES);
    try {
      assertThat(fileSystem.rename(new Path(from), new Path(to))).as("renamed").isTrue();
    } catch (QuotaExceededException e) {
      return false; // HDFS keeps what is in snapshots under another name then
    }
    expected.rename(from, to);
    return true;
  }

  private boolean snapshot() throws IOException {
    String name = "s%d".formatted(names++);
    fileSystem.createSnapshot(new Path(TABLES), name);
    snapshots.add(name);
    return true;
  }

  private boolean deleteSnapshot() throws IOException {
    if (snapshots.isEmpty()) {
      return false;
    }
    String name = any(snapshots);
    fileSystem.deleteSnapshot(new Path(TABLES), name);
    snapshots.remove(name);
    return true;
  }

  private boolean quota(long bytes) throws IOException {
    fileSystem.setQuota(new Path(TABLES), HdfsConstants.QUOTA_DONT_SET, bytes);
    return true;
  }

  private boolean decommission() throws IOException {
    if (cluster.leaving().size() == 2 || cluster.serving().size() <= FaultyHdfs.NODES / 2) {
      return false;
    }
    cluster.decommission(any(cluster.serving()));
    if (!cluster.isRoomy()) {
      health.isCrowded();
    }
    return true;
  }

  private boolean recommission() throws IOException {
    if (cluster.leaving().isEmpty()) {
      return false;
    }
    recommission(any(new TreeSet<>(cluster.leaving())));
    return true;
  }

  private void recommission(String node) throws IOException {
    health.second().stays(node);
    cluster.recommission(node);
  }

  private boolean writeFile() throws IOException {
    byte[] content = new byte[1 + random.nextInt(200_000)];
    random.nextBytes(content);
    String path = name(FILES);
    write(path, content);
    expected.ordinary().put(path, content);
    return true;
  }

  private void write(String path, byte[] content) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(new Path(path), true)) {
      out.write(content);
    }
  }

  private boolean deleteFile() throws IOException {
    if (expected.ordinary().isEmpty()) {
      return false;
    }
    String path = any(expected.ordinary().keySet());
    assertThat(fileSystem.delete(new Path(path), false)).as("deleted").isTrue();
    expected.ordinary().remove(path);
    return true;
  }

  /** Replaces, appends to or deletes an extent. */
  private boolean breakOne() throws Exception {
    if (expected.unbroken().isEmpty()) {
      return false;
    }
    Member member = any(expected.unbroken());
    Set<Member> lost = new HashSet<>(health.lostWithout(Set.of()));
    boolean isLost = lost.contains(member);
    lost.add(member);
    if (!expected.survives(lost)) {
      return false;
    }
    quota(HdfsConstants.QUOTA_RESET);
    Path path = member.superExtent().path(member.extent());
    byte[] more = "1,other,1\n".getBytes(StandardCharsets.UTF_8);
    switch (random.nextInt(3)) {
      case 0 -> {
        write(path.toUri().getPath(), more);
        expected.isBroken(member, Optional.of(more));
      }
      case 1 -> {
        assertThat(fileSystem.delete(path, false)).as("deleted").isTrue();
        expected.isBroken(member, Optional.empty());
      }
      default -> {
        if (isLost || !cluster.leaving().isEmpty()) {
          return false;
        }
        try (FSDataOutputStream out = fileSystem.append(path)) {
          out.write(more);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(member.superExtent().written(member.extent()));
        all.write(more);
        expected.isBroken(member, Optional.of(all.toByteArray()));
      }
    }
    return true;
  }

  private boolean writeTable() throws Exception {
    quota(HdfsConstants.QUOTA_RESET);
    String path = name(TABLES);
    expected
        .tables()
        .put(
            path,
            ReplicatedTable.build(
                cluster.hdfs(), path, ROWS + random.nextInt(ROWS), 1 + random.nextInt(2)));
    fileSystem.delete(new Path(path + ".kept"), true);
    return true;
  }

  private boolean deleteTable() throws IOException {
    if (expected.tables().size() < 2) {
      return false;
    }
    String path = any(expected.tables().keySet());
    assertThat(fileSystem.delete(new Path(path), true)).as("deleted").isTrue();
    expected.delete(path);
    return true;
  }

  private boolean read() {
    if (expected.superExtents().isEmpty()) {
      return false;
    }
    ReplicatedTable one = any(expected.superExtents());
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      for (DataExtent extent : one.manifest().geometry().extentsOf(d)) {
        health.read(new Member(one, extent));
      }
    }
    return true;
  }

  /** Loses nodes until something is lost for good; with the nodes it comes back. */
  private boolean lose() throws Exception {
    reviveAll();
    health.awaitHealth();
    List<String> nodes = new ArrayList<>(cluster.serving());
    Collections.shuffle(nodes, random);
    Set<Member> lost = Set.of();
    for (String node : nodes) {
      if (lost.isEmpty()
          && cluster.dead().size() <= MOST_DEAD
          && health.othersSurviveWithout(Set.of(node))) {
        lost = expected.unrecoverable(health.lostWithout(Set.of(node)));
        health.second().goes(node);
        cluster.kill(node);
      }
    }
    health.isCrowded();
    assertThat(lost).as("what can be rebuilt is").containsAll(health.awaitLost());
    reviveAll();
    health.awaitHealth();
    return true;
  }

  private boolean awaitHealth() throws Exception {
    health.awaitHealth();
    return true;
  }
}
