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
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.DomainMapJson;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.placement.KnownExtents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A cluster that places extents by their dimensions, and where they are in it. */
final class ExtentCluster {
  private static final LeavingNodes LEAVING = new LeavingNodes();

  private ExtentCluster() {}

  static Configuration configuration(String isolation) throws IOException {
    Configuration conf = ReplicatedTable.configuration();
    conf.set(HdfsKeys.LAYOUT_ISOLATION.name(), isolation);
    LEAVING.configure(conf);
    return conf;
  }

  static TieredHdfs start(int nodes, int racks, String isolation) throws Exception {
    return start(configuration(isolation), nodes, racks, 1L << 30, StorageType.DISK);
  }

  /** Starts nodes with the same volumes, and waits until all of them are in a domain. */
  static TieredHdfs start(
      Configuration conf, int nodes, int racks, long capacity, StorageType... volumes)
      throws Exception {
    StorageType[][] types = new StorageType[nodes][];
    Arrays.fill(types, volumes);
    long[][] capacities = new long[nodes][];
    Arrays.fill(capacities, LongStream.generate(() -> capacity).limit(volumes.length).toArray());
    TieredHdfs hdfs = TieredHdfs.start(conf, racks, types, capacities);
    await(
        "all nodes have a home",
        () ->
            hdfs.fileSystem().exists(KeptDomains.PATH)
                && domains(hdfs).homes().stream().mapToInt(homes -> homes.sequence().size()).sum()
                    == nodes);
    return hdfs;
  }

  /** Waits until the placement policy looks up where a table's extents are. */
  static void awaitKnown(TieredHdfs hdfs, ReplicatedTable table) throws Exception {
    await("reported", table::isIntact);
    await(
        "known where copies are placed",
        () ->
            KnownExtents.has(
                hdfs.cluster().getNamesystem().getBlockManager().getBlockPlacementPolicy(),
                table.path(new DataExtent(0, 0)).toUri().getPath()));
  }

  static DomainMap domains(TieredHdfs hdfs) throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(KeptDomains.PATH)) {
      return DomainMapJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  static int domain(TieredHdfs hdfs, DatanodeInfo node) throws IOException {
    DomainMap map = domains(hdfs);
    Integer byRack = map.domains().domainOf().get(node.getNetworkLocation());
    return byRack != null
        ? byRack
        : requireNonNull(map.domains().domainOf().get(node.getDatanodeUuid()));
  }

  /** Returns the nodes with replicas that do not leave. */
  static List<DatanodeInfo> nodes(ReplicatedTable table, Extent extent) throws IOException {
    return Stream.of(table.blocks(extent).get(0).getLocations())
        .filter(DatanodeInfo::isInService)
        .<DatanodeInfo>map(node -> node)
        .toList();
  }

  static List<Extent> extents(ReplicatedTable table) {
    return new ArrayList<>(table.manifest().files().keySet());
  }

  /** Returns whether nothing is to be copied any more. */
  static boolean hasAllReplicas(ReplicatedTable table) throws IOException {
    for (Extent extent : extents(table)) {
      if (nodes(table, extent).size() != (extent instanceof ParityExtent ? 2 : 1)) {
        return false;
      }
    }
    return true;
  }

  /** No two extents of a parity group on one node. */
  static void assertGroupsApart(ReplicatedTable table) throws IOException {
    for (Extent extent : extents(table)) {
      if (extent instanceof DataExtent data) {
        assertThat(nodesOfGroup(table, data))
            .as("%s", extent)
            .doesNotContain(nodes(table, data).get(0).getDatanodeUuid());
      }
    }
  }

  private static Set<String> nodesOfGroup(ReplicatedTable table, DataExtent extent)
      throws IOException {
    Set<String> nodes = new HashSet<>();
    for (Extent mate : ReplicatedTable.SINGLE_PARITY.others(extent)) {
      if (mate instanceof DataExtent) {
        nodes(table, mate).forEach(node -> nodes.add(node.getDatanodeUuid()));
      }
    }
    return nodes;
  }

  static void kill(TieredHdfs hdfs, int node) throws Exception {
    DataNode stopped = hdfs.cluster().getDataNodes().get(node);
    hdfs.cluster().stopDataNode(node);
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
  }

  /** Has nodes leave, and no others. */
  static void decommission(TieredHdfs hdfs, DatanodeInfo... nodes) throws IOException {
    LEAVING.set(hdfs, Stream.of(nodes).map(DatanodeInfo::getXferAddr).toList());
  }
}
