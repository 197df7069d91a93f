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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.Trash;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LayoutRecoveryIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;

  /** Whether HDFS's classes are those of trident-hdfs-patches. */
  private static final boolean IS_PATCHED = Boolean.getBoolean("trident.hdfs.patched");

  private static final Pattern SHOWS_REBUILT =
      Pattern.compile(
          "(?s)Rebuilds: done</th><td class='number'>[1-9].*None: each extent can be read.");

  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    // A start with lost extents; HDFS counts them among those that it waits for.
    conf.setFloat(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_THRESHOLD_PCT_KEY, 0.5f);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    conf.setInt("dfs.client.retry.window.base", 50);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void deleteTables() throws IOException {
    for (FileStatus directory : hdfs.fileSystem().listStatus(new Path("/"))) {
      hdfs.fileSystem().delete(directory.getPath(), true);
    }
  }

  @Test
  void extentsOfALostNodeAreRebuiltInPlaceWhileTheirTableIsRenamed() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/lost/t", ROWS);
    int node = table.nodeOf(new DataExtent(1, 1));
    DataNodeProperties lost = stop(node);
    table.rename("/lost/u");
    await("rebuilt", table::isIntact);
    assertHealthy("/lost");
    await("no longer degraded", () -> metric("DegradedExtents") == 0);
    await("on the page", () -> SHOWS_REBUILT.matcher(LayoutFigures.page(hdfs)).find());

    hdfs.restart(lost);
    hdfs.cluster().waitActive();
    await("extra replicas removed", () -> hasOneReplicaEach(table));
    assertHealthy("/lost");
  }

  /** The trash is a directory of its user's, to which HDFS's clients rename what is deleted. */
  @Test
  void aTableInTheTrashIsRebuiltThereAndRestored() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/lost/t", ROWS);
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY, 60);
    Path path = new Path("/lost/t");
    assertThat(Trash.moveToAppropriateTrash(hdfs.fileSystem(), path, conf)).isTrue();
    Path current = new Path(hdfs.fileSystem().getTrashRoot(path), "Current");
    table.isAt(Path.mergePaths(current, path).toUri().getPath());
    DataNodeProperties lost = stop(table.nodeOf(new DataExtent(1, 1)));
    await("rebuilt", table::isIntact);

    table.rename("/lost/t");
    hdfs.restart(lost);
    hdfs.cluster().waitActive();
    await("extra replicas removed", () -> hasOneReplicaEach(table));
    assertHealthy("/lost");
  }

  @Test
  void aCorruptReplicaIsRebuilt() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/corrupt", ROWS + 1);
    table.corrupt(new DataExtent(0, 2));
    await("rebuilt", table::isIntact);
    assertHealthy("/corrupt");
  }

  @Test
  void extentsOfTwoDimensionsAreRebuilt() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/two-dimensions", ROWS + 2);
    table.corrupt(new DataExtent(0, 1));
    table.corrupt(new DataExtent(1, 2));
    await("rebuilt", table::isIntact);
    assertHealthy("/two-dimensions");
  }

  @Test
  void twoExtentsOfAParityGroupAreRebuilt() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/two-of-a-group", ROWS + 3);
    table.corrupt(new DataExtent(2, 0));
    table.corrupt(new DataExtent(2, 1));
    await("rebuilt", table::isIntact);
    assertHealthy("/two-of-a-group");
  }

  @Test
  void anExtentOfEachDimensionIsRebuiltFromParity() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/hole", ROWS + 4);
    table.corrupt(new DataExtent(0, 0));
    table.corrupt(new DataExtent(1, 0));
    table.corrupt(new DataExtent(2, 0));
    await("rebuilt", table::isIntact);
    assertHealthy("/hole");
  }

  @Test
  void extentsThatWereAppendedAreRebuiltAsOthers() throws Exception {
    ReplicatedTable table = ReplicatedTable.build(hdfs, "/grown/t", ROWS);
    List<ReplicatedTable> all = new ArrayList<>(List.of(table));
    all.addAll(ReplicatedTable.append(hdfs, "/grown/t", ROWS + 1, 1, 2));
    for (ReplicatedTable one : all) {
      one.corrupt(new DataExtent(0, 1));
      one.corrupt(new DataExtent(2, 3));
    }
    for (ReplicatedTable one : all) {
      await("rebuilt", one::isIntact);
    }
    assertHealthy("/grown");
  }

  private static ReplicatedTable writeWithDoubleParity(String directory) throws Exception {
    return ReplicatedTable.write(
        hdfs.cluster(), hdfs.fileSystem(), directory, ROWS, ReplicatedTable.DOUBLE_PARITY);
  }

  @Test
  void twoExtentsOfAGroupInEachDimensionAreRebuiltFromTwoParities() throws Exception {
    ReplicatedTable table = writeWithDoubleParity("/two-in-each");
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      table.corrupt(new DataExtent(d, 1));
      table.corrupt(new DataExtent(d, 2));
    }
    await("rebuilt", table::isIntact);
    assertHealthy("/two-in-each");
  }

  @Test
  void anExtentAndAParityOfAGroupInEachDimensionAreRebuilt() throws Exception {
    ReplicatedTable table = writeWithDoubleParity("/one-and-parity");
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      table.corrupt(new DataExtent(d, 3));
      table.corrupt(new ParityExtent(d, 0, d % 2));
    }
    await("rebuilt", table::isIntact);
    assertHealthy("/one-and-parity");
  }

  @Test
  void aNameNodeThatStartsMeanwhileGoesOn() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/restart", ROWS + 5);
    DataNodeProperties lost = stop(table.nodeOf(new DataExtent(2, 3)));
    hdfs.restartNameNode();
    hdfs.cluster().waitActive(0);
    await("rebuilt", () -> !hdfs.cluster().getNameNode(0).isInSafeMode() && table.isIntact());
    assertHealthy("/restart");
    hdfs.restart(lost);
    hdfs.cluster().waitActive();
  }

  @Test
  void aFileThatIsNotWhatWasWrittenIsLeftAlone() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/changed", ROWS + 6);
    DataExtent appended = new DataExtent(0, 1);
    DataExtent replaced = new DataExtent(0, 3);
    DataExtent lost = new DataExtent(1, 0);
    long broken = metric("BrokenExtents");
    try (FSDataOutputStream out = hdfs.fileSystem().append(table.path(appended))) {
      out.writeBytes("1,more,1\n");
    }
    try (FSDataOutputStream out = hdfs.fileSystem().create(table.path(replaced), true)) {
      out.writeBytes("1,other,1\n");
    }
    LocatedBlock before = table.blocks(appended).get(0);
    table.corrupt(appended);

    table.corrupt(lost); // whose rows are also in both
    await("rebuilt although its sources are broken", () -> table.isIntact(lost));
    assertThat(metric("BrokenExtents") - broken).isEqualTo(2);
    assertThat(new String(table.bytes(replaced), StandardCharsets.UTF_8)).isEqualTo("1,other,1\n");
    assertThat(table.blocks(appended).get(0).getBlock()).isEqualTo(before.getBlock());
    assertThatThrownBy(() -> table.bytes(appended)).isInstanceOf(IOException.class);
  }

  @Test
  void whatIsRebuiltIsNotChargedToQuotasAndNeedsNoneLeft() throws Exception {
    Path parent = new Path("/quota");
    hdfs.fileSystem().mkdirs(parent);
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/quota/t", ROWS + 9);
    ContentSummary before = hdfs.fileSystem().getContentSummary(parent);
    hdfs.fileSystem()
        .setQuota(
            parent, before.getFileCount() + before.getDirectoryCount(), before.getSpaceConsumed());
    table.corrupt(new DataExtent(0, 1));
    table.corrupt(new DataExtent(2, 3));
    await("rebuilt", table::isIntact);
    ContentSummary after = hdfs.fileSystem().getContentSummary(parent);
    assertThat(after.getSpaceConsumed()).isEqualTo(before.getSpaceConsumed());
    assertThat(after.getFileCount()).isEqualTo(before.getFileCount());
    assertHealthy("/quota");
  }

  @Test
  void nothingIsReadFromExtentsWhoseNamesWereSwapped() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/swapped", ROWS + 8);
    Path one = table.path(new DataExtent(1, 1));
    Path other = table.path(new DataExtent(1, 2));
    Path aside = new Path(one.getParent(), "aside");
    hdfs.fileSystem().rename(one, aside);
    hdfs.fileSystem().rename(other, one);
    hdfs.fileSystem().rename(aside, other);

    long failed = failures();
    DataExtent lost = new DataExtent(2, 0); // which dimension 1 is bucketed by
    table.corrupt(lost);
    await("rebuilt from others", () -> table.isIntact(lost));
    assertThat(failures()).isEqualTo(failed);
  }

  /** Waits until the NameNode knows a table, and has forgotten what tests before this one lost. */
  private static void awaitKnown(ReplicatedTable table) throws Exception {
    String file = table.path(new DataExtent(0, 0)).toUri().getPath();
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      await("known", () -> client.demand(file) == ExtentState.READABLE);
    }
    await("forgotten", () -> hdfs.cluster().getNamesystem().getMissingBlocksCount() == 0);
  }

  @Test
  void whatIsRebuiltIsMissingInUnpatchedModeOnly() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/counted", ROWS + 9);
    awaitKnown(table);
    int node = table.nodeOf(new DataExtent(1, 1));
    DataNode stopped = hdfs.cluster().getDataNodes().get(node);
    DataNodeProperties lost = hdfs.cluster().stopDataNode(node);
    FSNamesystem namesystem = hdfs.cluster().getNamesystem();
    long missing;
    long urgent;
    namesystem.writeLock(RwLockMode.GLOBAL); // else all may be rebuilt before the first look
    try {
      hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
      missing = namesystem.getMissingBlocksCount();
      urgent = namesystem.getHighestPriorityLowRedundancyReplicatedBlocks();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, "test");
    }
    while (!table.isIntact()) {
      missing = Math.max(missing, namesystem.getMissingBlocksCount());
      urgent = Math.max(urgent, namesystem.getHighestPriorityLowRedundancyReplicatedBlocks());
    }
    assertThat(missing > 0).isEqualTo(!IS_PATCHED);
    if (IS_PATCHED) {
      assertThat(urgent).isPositive();
    }
    assertHealthy("/counted");
    hdfs.cluster().restartDataNode(lost, true);
    hdfs.cluster().waitActive();
  }

  @Test
  void whatTooLittleIsLeftOfIsMissing() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/hopeless", ROWS + 10);
    awaitKnown(table);
    List<DataExtent> lost = new ArrayList<>();
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      lost.add(new DataExtent(d, 0));
      lost.add(new DataExtent(d, 1));
    }
    for (DataExtent extent : lost) {
      hdfs.cluster().corruptReplica(table.nodeOf(extent), table.blocks(extent).get(0).getBlock());
    }
    for (DataExtent extent : lost) {
      assertThatThrownBy(() -> table.bytes(extent)).isInstanceOf(IOException.class);
    }
    await(
        "counted as missing",
        () -> hdfs.cluster().getNamesystem().getMissingBlocksCount() == lost.size());
    assertThat(fsck("/hopeless")).contains("is CORRUPT");
  }

  private static long failures() {
    return metric("RebuildsCorruptSource")
        + metric("RebuildsUnreadable")
        + metric("RebuildsMismatch")
        + metric("RebuildsFailed");
  }

  @Test
  void whatIsInSnapshotsOnlyIsNotRebuiltAndNothingIsReadFromIt() throws Exception {
    Path parent = new Path("/snapped");
    hdfs.fileSystem().mkdirs(parent);
    hdfs.fileSystem().allowSnapshot(parent);
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/snapped/t", ROWS + 7);
    hdfs.fileSystem().createSnapshot(parent, "s");
    table.rename("/snapped/u"); // so that the table is in both
    DataExtent replaced = new DataExtent(0, 3);
    DataExtent lost = new DataExtent(1, 0);
    try (FSDataOutputStream out = hdfs.fileSystem().create(table.path(replaced), true)) {
      out.writeBytes("1,other,1\n");
    }
    table.corrupt(lost); // whose rows are also in what was replaced
    await("rebuilt although a source is broken", () -> table.isIntact(lost));

    table.corrupt(new DataExtent(2, 0));
    hdfs.fileSystem().delete(new Path("/snapped/u"), true);
    await("no longer known", () -> metric("Extents") == 0);
    await("no longer degraded", () -> metric("DegradedExtents") == 0);
    hdfs.fileSystem().deleteSnapshot(parent, "s");
    hdfs.fileSystem().disallowSnapshot(parent);
  }

  private static DataNodeProperties stop(int node) throws Exception {
    DataNode stopped = hdfs.cluster().getDataNodes().get(node);
    DataNodeProperties properties = hdfs.cluster().stopDataNode(node);
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
    return properties;
  }

  private static boolean hasOneReplicaEach(ReplicatedTable table) throws IOException {
    List<Extent> extents = new ArrayList<>(table.manifest().files().keySet());
    extents.removeIf(ParityExtent.class::isInstance);
    for (Extent extent : extents) {
      if (table.blocks(extent).get(0).getLocations().length != 1) {
        return false;
      }
    }
    return true;
  }

  private static void assertHealthy(String path) throws Exception {
    await("a healthy " + path, () -> fsck(path).contains("is HEALTHY"));
  }

  private static String fsck(String path) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ToolRunner.run(
        new DFSck(
            hdfs.cluster().getConfiguration(0), new PrintStream(out, true, StandardCharsets.UTF_8)),
        new String[] {new Path(path).toString()});
    return out.toString(StandardCharsets.UTF_8);
  }
}
