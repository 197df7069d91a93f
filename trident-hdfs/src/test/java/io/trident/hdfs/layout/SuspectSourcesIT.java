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

import static io.trident.hdfs.TieredHdfs.await;
import static io.trident.hdfs.layout.LayoutFigures.metric;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sources that match HDFS's checksums, and not the manifest. */
@Tag("slow")
class SuspectSourcesIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;
  private static final DataExtent LOST = new DataExtent(1, 1);

  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = ReplicatedTable.configuration();
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void delete() throws Exception {
    hdfs.fileSystem().delete(new Path("/t"), true);
    await("forgotten", () -> metric("Extents") == 0 && metric("SuspectReplicas") == 0);
  }

  @Test
  void aSourceThatIsNotWhatTheManifestHasIsReplacedAndThenUsed() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS);
    SilentCorruption corruption = new SilentCorruption(hdfs, table);
    DataExtent source = new DataExtent(LOST.dimension() - 1, 2);
    List<String> before = corruption.nodesOf(source);
    corruption.change(source);
    long failures = metric("RebuildsCorruptSource");
    table.corrupt(LOST);

    await("rebuilt, and the source, too", () -> isIntact(table));
    assertThat(metric("RebuildsCorruptSource")).as("found once").isEqualTo(failures + 1);
    await("the replica is gone", () -> metric("SuspectReplicas") == 0);
    assertThat(corruption.nodesOf(source)).hasSize(1).doesNotContainAnyElementsOf(before);
  }

  @Test
  void sourcesInEachDimensionAreReplacedOneAfterTheOther() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 1);
    SilentCorruption corruption = new SilentCorruption(hdfs, table);
    corruption.change(new DataExtent(0, 0)); // which the lost one is rebuilt from
    corruption.change(new DataExtent(2, 1)); // and that one from this
    long failures = metric("RebuildsCorruptSource");
    table.corrupt(LOST);

    await("rebuilt, and the sources, too", () -> isIntact(table));
    assertThat(metric("RebuildsCorruptSource")).isEqualTo(failures + 2);
  }

  /** Without them nothing can be rebuilt, and they themselves cannot be: HDFS keeps them. */
  @Test
  void suspectsThatCannotBeRebuiltAreKeptAndNotReadAgain() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 2);
    SilentCorruption corruption = new SilentCorruption(hdfs, table);
    List<Extent> parities = List.of(parity(0), parity(1), parity(2));
    for (Extent parity : parities) {
      corruption.change(parity);
    }
    long failures = metric("RebuildsCorruptSource");
    long broken = metric("BrokenExtents");
    table.corrupt(new DataExtent(0, 0), new DataExtent(1, 0), new DataExtent(2, 0));

    await("nothing can be rebuilt", () -> metric("UnrecoverableExtents") == 3);
    await("both replicas of each", () -> metric("SuspectReplicas") == 6);
    assertThat(metric("RebuildsCorruptSource") - failures).as("each is found once").isEqualTo(3);
    assertThat(metric("DegradedExtents")).isEqualTo(3);
    assertThat(metric("BrokenExtents") - broken).isEqualTo(3);
    for (Extent parity : parities) {
      assertThat(table.blocks(parity).get(0).isCorrupt()).isFalse();
      assertThat(corruption.nodesOf(parity)).hasSize(2);
    }
  }

  /** Where all of several replicas fail HDFS's checksums, its clients report none of them. */
  @Test
  void aParityOfWhichBothReplicasFailChecksumsIsReplaced() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 4);
    SilentCorruption corruption = new SilentCorruption(hdfs, table);
    DataExtent[] lost = {new DataExtent(0, 0), new DataExtent(1, 0), new DataExtent(2, 0)};
    Extent parity =
        RecoveryPlanner.plan(table.manifest(), table.manifest().parity(), Damage.of(Set.of(lost)))
            .rebuilds()
            .stream()
            .flatMap(rebuild -> rebuild.reads().stream())
            .map(Read::from)
            .filter(ParityExtent.class::isInstance)
            .findFirst()
            .orElseThrow();
    for (String node : corruption.nodesOf(parity)) {
      corruption.overwrite(parity, node);
    }
    long failures = metric("RebuildsCorruptSource");
    table.corrupt(lost);

    for (DataExtent one : lost) {
      await("rebuilt: " + one, () -> isIntact(table, one));
    }
    assertThat(metric("RebuildsCorruptSource")).isEqualTo(failures + 1);
    await("encoded anew", () -> isIntact(table, parity));
    await("nothing is suspect", () -> metric("SuspectReplicas") == 0);
  }

  @Test
  void ofTwoReplicasTheOneThatIsAsWrittenIsUsed() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 3);
    SilentCorruption corruption = new SilentCorruption(hdfs, table);
    corruption.change(parity(0), corruption.nodesOf(parity(0)).get(0));
    corruption.change(parity(1));
    corruption.change(parity(2));
    table.corrupt(new DataExtent(0, 0), new DataExtent(1, 0), new DataExtent(2, 0));

    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      DataExtent lost = new DataExtent(d, 0);
      await("rebuilt: " + lost, () -> isIntact(table, lost));
    }
  }

  private static ParityExtent parity(int dimension) {
    return new ParityExtent(dimension, 0, 0);
  }

  private static boolean isIntact(ReplicatedTable table) {
    return table.manifest().files().keySet().stream().allMatch(one -> isIntact(table, one));
  }

  private static boolean isIntact(ReplicatedTable table, Extent extent) {
    try {
      return table.isIntact(extent);
    } catch (IOException e) {
      return false; // what is corrupt is found by reading
    }
  }
}
