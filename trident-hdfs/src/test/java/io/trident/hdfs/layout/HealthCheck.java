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

import static io.trident.hdfs.layout.LayoutFigures.metric;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.placement.FailureDomains;
import io.trident.hdfs.layout.ExpectedFiles.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;

/** Compares an HDFS with what there must be. */
final class HealthCheck {
  private static final long LIMIT_SECONDS = 120;

  private final FaultyHdfs cluster;
  private final ExpectedFiles expected;

  /** Replicas that were overwritten, by the node that may still have them. */
  private final Map<String, Set<Member>> corrupt = new HashMap<>();

  private final SecondReplicas second;

  /** Extents that were in their domain at the last check. */
  private final Set<Member> atHome = new HashSet<>();

  private boolean isRoomy = true;
  private long misplaced;

  HealthCheck(FaultyHdfs cluster, ExpectedFiles expected) {
    this.cluster = cluster;
    this.expected = expected;
    this.second = new SecondReplicas(this, expected);
  }

  /** Returns what knows of which extents there may be two replicas. */
  SecondReplicas second() {
    return second;
  }

  /** Notes that a node has a corrupt replica. */
  void isCorrupt(String node, Member member) {
    corrupt.computeIfAbsent(node, any -> new HashSet<>()).add(member);
  }

  /** Notes that the volumes of a node were emptied. */
  void isEmpty(String node) {
    corrupt.remove(node);
    second.isEmpty(node);
  }

  /** Notes that what is rebuilt from now on to the next check may be anywhere. */
  void isCrowded() {
    isRoomy = false;
  }

  /** Returns how many extents, of all checks, were outside of their domain. */
  long misplaced() {
    return misplaced;
  }

  /** Returns the nodes with replicas of a member. */
  Set<String> nodesOf(Member member) throws IOException {
    LocatedBlock block = member.superExtent().blocks(member.extent()).get(0);
    return block.isCorrupt() ? Set.of() : cluster.nodesOf(block);
  }

  /** Returns what could not be read if some nodes were lost, at worst. */
  Set<Member> lostWithout(Set<String> nodes) throws IOException {
    Set<Member> lost = new HashSet<>();
    for (Member member : expected.unbroken()) {
      Set<String> having = nodesOf(member);
      boolean isData = !(member.extent() instanceof ParityExtent);
      boolean isLost =
          having.stream().anyMatch(node -> corrupt.getOrDefault(node, Set.of()).contains(member))
              || (isData ? having.stream().anyMatch(nodes::contains) : nodes.containsAll(having));
      if (isLost || having.isEmpty()) {
        lost.add(member);
      }
    }
    return lost;
  }

  /** Returns whether all files that HDFS itself copies would have a replica without some nodes. */
  boolean othersSurviveWithout(Set<String> nodes) throws IOException {
    RemoteIterator<LocatedFileStatus> files =
        cluster.hdfs().fileSystem().listFiles(new Path("/"), true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      if (file.getReplication() == 3 && file.getLen() > 0) {
        for (LocatedBlock block : cluster.hdfs().blocks(file.getPath())) {
          if (nodes.containsAll(cluster.nodesOf(block))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Fails if a member can be read and is not what is expected. */
  void read(Member member) {
    byte[] found;
    try {
      found = member.superExtent().bytes(member.extent());
    } catch (IOException e) {
      return; // perhaps it is being rebuilt
    }
    assertThat(expected.allows(member, found))
        .as(
            "%s of %s is what was written",
            member.extent(), member.superExtent().path(member.extent()))
        .isTrue();
  }

  /** Waits until all that can be rebuilt is, and compares everything. */
  void awaitHealth() throws Exception {
    for (Member member : expected.unbroken()) {
      within("intact: " + member, () -> member.superExtent().isIntact(member.extent()));
    }
    for (Member member : expected.unbroken()) {
      int replicas = member.extent() instanceof ParityExtent ? 2 : 1;
      within(
          "%d replicas of %s".formatted(replicas, member),
          () -> serving(member).size() == replicas && areIntact(member));
    }
    corrupt.keySet().retainAll(cluster.dead());
    for (Member member : expected.members()) {
      read(member);
    }
    for (Map.Entry<String, byte[]> file : expected.ordinary().entrySet()) {
      try (FSDataInputStream in = cluster.hdfs().fileSystem().open(new Path(file.getKey()))) {
        assertThat(in.readAllBytes()).as(file.getKey()).isEqualTo(file.getValue());
      }
    }
    awaitMetrics(0);
    for (String table : expected.tables().keySet()) {
      if (!expected.hasBroken(table)) {
        within("a healthy " + table, () -> fsck(table).contains("is HEALTHY"));
      }
    }
    within("healthy files", () -> fsck("/files").contains("is HEALTHY"));
    checkPlaces();
  }

  /**
   * Reads a member from each of its nodes, so that a client reports those whose replica is corrupt:
   * a NameNode that was restarted has forgotten it.
   */
  private boolean areIntact(Member member) throws IOException {
    Set<DatanodeInfo> unread = new HashSet<>(serving(member));
    for (int i = 0; i < 100 && !unread.isEmpty(); i++) {
      if (!member.superExtent().isIntact(member.extent())) {
        return false;
      }
      unread.remove(member.superExtent().readFrom(member.extent()));
    }
    return unread.isEmpty();
  }

  /** Waits until what is lost is what cannot be rebuilt, and returns it. */
  Set<Member> awaitLost() throws Exception {
    within(
        "nothing to rebuild",
        () -> {
          Set<Member> lost = lostWithout(Set.of());
          return expected.unrecoverable(lost).equals(lost);
        });
    Set<Member> lost = lostWithout(Set.of());
    awaitMetrics(lost.size());
    for (Member member : expected.members()) {
      read(member);
    }
    return lost;
  }

  private void awaitMetrics(int lost) throws Exception {
    int files = expected.members().size();
    within(
        "metrics: %d extents, %d lost".formatted(files, lost),
        () ->
            metric("Extents") == files
                && metric("DegradedExtents") == lost
                && metric("UnrecoverableExtents") == lost);
  }

  private List<DatanodeInfo> serving(Member member) throws IOException {
    return Arrays.<DatanodeInfo>stream(
            member.superExtent().blocks(member.extent()).get(0).getLocations())
        .filter(DatanodeInfo::isInService)
        .toList();
  }

  /** Extents that were at home stay there while there is room. */
  private void checkPlaces() throws IOException {
    FailureDomains domains = cluster.domains().domains();
    Set<Member> now = new HashSet<>();
    for (Member member : expected.unbroken()) {
      Extent extent = member.extent();
      if (!(extent instanceof ParityExtent)) {
        String rack = serving(member).get(0).getNetworkLocation();
        if (requireNonNull(domains.domainOf().get(rack)) == extent.dimension()) {
          now.add(member);
        } else {
          misplaced++;
          assertThat(isRoomy && atHome.contains(member) && !second.mayBe(member))
              .as("%s has left its domain for %s although there was room", member, rack)
              .isFalse();
        }
      }
    }
    atHome.clear();
    second.checked();
    atHome.addAll(now);
    isRoomy = cluster.isRoomy();
  }

  /** Something that can be asked again and again. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private void within(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (true) {
      String seen = "not so";
      try {
        if (condition.holds()) {
          return;
        }
      } catch (IOException e) {
        seen = e.toString();
      }
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(
            "Not within %d s: %s (%s); %s"
                .formatted(LIMIT_SECONDS, what, seen, Diagnosis.of(cluster)));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private String fsck(String path) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ToolRunner.run(
        new DFSck(
            cluster.hdfs().cluster().getConfiguration(0),
            new PrintStream(out, true, StandardCharsets.UTF_8)),
        new String[] {path});
    return out.toString(StandardCharsets.UTF_8);
  }
}
