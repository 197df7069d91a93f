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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.FailureDomains;
import io.trident.core.layout.placement.HomeNodes;
import io.trident.core.layout.placement.HomeRacks;
import io.trident.core.layout.placement.Isolation;
import io.trident.core.layout.placement.Rack;
import io.trident.core.layout.value.Value;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.placement.TierPlacementPolicy;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.layout.extent.ExtentSinks;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.SuperExtentWriter;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import io.trident.layout.table.BuildPaths;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.jspecify.annotations.Nullable;

/** A super-extent, mostly the only one, of a table with three dimensions. */
final class ReplicatedTable {
  static final int EXTENTS = 4;
  static final int DIMENSIONS = 3;
  static final ParityGroups SINGLE_PARITY = new ParityGroups(EXTENTS, 2, 1);
  static final ParityGroups DOUBLE_PARITY = new ParityGroups(EXTENTS, 4, 2);

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fileSystem;
  private final int number;
  private final ParityGroups groups;
  private final TablePaths paths = new TablePaths(".csv");
  private final Map<Extent, byte[]> written = new HashMap<>();
  private Path directory;
  private boolean favoursHomes = true;
  private @Nullable Manifest manifest;

  private ReplicatedTable(
      MiniDFSCluster cluster,
      DistributedFileSystem fileSystem,
      Path directory,
      int number,
      ParityGroups groups) {
    this.groups = groups;
    this.cluster = cluster;
    this.fileSystem = fileSystem;
    this.number = number;
    this.directory = directory;
  }

  /** Writes a table of random rows, and registers it. */
  static ReplicatedTable write(TieredHdfs hdfs, String directory, int rows) throws Exception {
    return write(hdfs.cluster(), hdfs.fileSystem(), directory, rows);
  }

  /** Writes a table of random rows, and registers it. */
  static ReplicatedTable write(
      MiniDFSCluster cluster, DistributedFileSystem fileSystem, String directory, int rows)
      throws Exception {
    return write(cluster, fileSystem, directory, rows, SINGLE_PARITY);
  }

  /** Writes a table of random rows with parity groups, and registers it. */
  static ReplicatedTable write(
      MiniDFSCluster cluster,
      DistributedFileSystem fileSystem,
      String directory,
      int rows,
      ParityGroups groups)
      throws Exception {
    ReplicatedTable table =
        new ReplicatedTable(cluster, fileSystem, new Path(directory), 0, groups);
    table.write(rows, new Random(rows));
    return table;
  }

  /** Writes a table where one is built, leaves its nodes to the NameNode, and publishes it. */
  static ReplicatedTable build(TieredHdfs hdfs, String directory, int rows) throws Exception {
    return build(hdfs, directory, rows, 1).get(0);
  }

  /** Builds and publishes a table of super-extents with as many rows each. */
  static List<ReplicatedTable> build(TieredHdfs hdfs, String directory, int rows, int superExtents)
      throws Exception {
    Path build = new Path(BuildPaths.directory(directory));
    List<ReplicatedTable> all = write(hdfs, build, rows, 0, superExtents);
    hdfs.fileSystem().mkdirs(new Path(directory));
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      client.publish(build.toString(), directory, directory + ".kept");
    }
    all.forEach(one -> one.directory = new Path(directory));
    return all;
  }

  /** Builds super-extents with as many rows each, and appends them to a table. */
  static List<ReplicatedTable> append(
      TieredHdfs hdfs, String directory, int rows, int first, int superExtents) throws Exception {
    Path build = new Path(BuildPaths.directory(directory));
    List<ReplicatedTable> all = write(hdfs, build, rows, first, superExtents);
    String source = directory + ".source";
    hdfs.fileSystem().mkdirs(new Path(source));
    try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      client.append(build.toString(), directory, source, source + ".kept");
    }
    all.forEach(one -> one.directory = new Path(directory));
    return all;
  }

  private static List<ReplicatedTable> write(
      TieredHdfs hdfs, Path build, int rows, int first, int superExtents) throws Exception {
    List<ReplicatedTable> all = new ArrayList<>();
    for (int number = first; number < first + superExtents; number++) {
      ReplicatedTable one =
          new ReplicatedTable(hdfs.cluster(), hdfs.fileSystem(), build, number, SINGLE_PARITY);
      one.favoursHomes = false;
      one.write(rows, new Random(rows + number));
      all.add(one);
    }
    return all;
  }

  private void write(int rows, Random random) throws Exception {
    Schema schema =
        new Schema(
            List.of(
                new Column("a", ColumnType.of(ColumnType.Kind.LONG)),
                new Column("b", ColumnType.of(ColumnType.Kind.STRING)),
                new Column("c", ColumnType.of(ColumnType.Kind.INT))));
    TableSpec spec =
        new TableSpec(
            schema,
            List.of(
                DimensionSpec.byRange(
                    "a", List.of(Value.ofLong(250), Value.ofLong(500), Value.ofLong(750))),
                DimensionSpec.byHash("b"),
                DimensionSpec.byRange(
                    "c", List.of(Value.ofInt(25), Value.ofInt(50), Value.ofInt(75)))),
            new FormatSpec("csv", 1, Map.of()),
            EXTENTS,
            1 << 20,
            groups.limit(),
            groups.parities());
    RowFormats formats = RowFormats.installed(getClass().getClassLoader());
    FormatAdapter adapter = spec.open(formats);
    List<LayoutRow> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      String record =
          "%d,word-%d,%d".formatted(random.nextInt(1000), random.nextInt(200), random.nextInt(100));
      Value.Bytes bytes = Value.ofBytes(record.getBytes(StandardCharsets.UTF_8));
      all.add(new LayoutRow(i, adapter.keys(bytes), bytes));
    }
    RowLayout layout = spec.layout(EXTENTS);
    put(TablePaths.SPEC, TableSpecJson.write(spec).getBytes(StandardCharsets.UTF_8));
    Manifest made =
        new SuperExtentWriter(layout, spec.parityGroups(EXTENTS), adapter)
            .write(all, sinks(), sources())
            .manifest(number, formats.find("csv", 1), this::identity);
    manifest = made;
    put(paths.manifest(number), ManifestCodec.encode(made));
    for (Extent extent : made.files().keySet()) {
      written.put(extent, bytes(extent));
    }
    await("all replicas are reported", this::hasItsReplicas); // a file is closed with the first
    if (favoursHomes) {
      fileSystem.create(new Path("/.trident/layouts/" + inode(directory))).close();
    }
  }

  private void put(String relative, byte[] bytes) throws IOException {
    try (OutputStream out = fileSystem.create(new Path(directory, relative))) {
      out.write(bytes);
    }
  }

  private ExtentSinks sinks() {
    return extent ->
        fileSystem.create(
            path(extent),
            FsPermission.getFileDefault(),
            false,
            4096,
            (short) replicas(extent),
            TieredHdfs.BLOCK,
            null,
            favoursHomes ? homes(extent) : new InetSocketAddress[0]);
  }

  private InetSocketAddress[] homes(Extent extent) {
    Map<String, List<String>> nodesOf = new HashMap<>();
    List<DataNode> nodes = cluster.getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      nodesOf.computeIfAbsent("r" + i / 2, any -> new ArrayList<>()).add(Integer.toString(i));
    }
    List<Rack> racks =
        nodesOf.entrySet().stream().map(one -> new Rack(one.getKey(), one.getValue())).toList();
    List<Rack> own =
        FailureDomains.of(Isolation.RACKS, DIMENSIONS, racks).racksOf(extent.dimension(), racks);
    HomeNodes homes = HomeRacks.of(own).on(own);
    List<HomeNodes.Home> chosen =
        extent instanceof ParityExtent parity
            ? homes.ofParity(0, groups, parity.group(), parity.index(), groups.copies())
            : List.of(homes.ofExtent(0, ((DataExtent) extent).extent()));
    return chosen.stream()
        .map(home -> nodes.get(Integer.parseInt(home.node())))
        .map(node -> new InetSocketAddress("127.0.0.1", node.getXferPort()))
        .toArray(InetSocketAddress[]::new);
  }

  private ExtentSources sources() {
    return extent -> {
      byte[] bytes = bytes(extent);
      return new ByteSource() {
        @Override
        public String name() {
          return extent.toString();
        }

        @Override
        public long length() {
          return bytes.length;
        }

        @Override
        public InputStream open(long from, long to) {
          return new ByteArrayInputStream(bytes, (int) from, (int) (to - from));
        }
      };
    };
  }

  private BlockIdentity identity(Extent extent) {
    try {
      List<LocatedBlock> blocks = blocks(extent);
      return blocks.isEmpty()
          ? new BlockIdentity(inode(path(extent)), 0, 0)
          : new BlockIdentity(
              inode(path(extent)),
              blocks.get(0).getBlock().getBlockId(),
              blocks.get(0).getBlock().getGenerationStamp());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the blocks of an extent: one, or none if it is empty. */
  List<LocatedBlock> blocks(Extent extent) throws IOException {
    return fileSystem
        .getClient()
        .getLocatedBlocks(path(extent).toUri().getPath(), 0, Long.MAX_VALUE)
        .getLocatedBlocks();
  }

  private long inode(Path path) throws IOException {
    return fileSystem.getClient().getFileInfo(path.toUri().getPath()).getFileId();
  }

  Path path(Extent extent) {
    return new Path(directory, paths.of(number, extent));
  }

  Manifest manifest() {
    return requireNonNull(manifest);
  }

  void rename(String to) throws IOException {
    fileSystem.rename(directory, new Path(to));
    isAt(to);
  }

  /** Notes that somebody has renamed the table. */
  void isAt(String path) {
    directory = new Path(path);
  }

  /** Returns the bytes that an extent was written with. */
  byte[] written(Extent extent) {
    return requireNonNull(written.get(extent)).clone();
  }

  byte[] bytes(Extent extent) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path(extent))) {
      return in.readAllBytes();
    }
  }

  /** Settings of a cluster that has such tables, and whose clients soon give up. */
  static Configuration configuration() {
    Configuration conf = TieredHdfs.configuration();
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        TierPlacementPolicy.class,
        BlockPlacementPolicy.class);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    conf.setInt("dfs.client.retry.window.base", 50);
    return conf;
  }

  /** Reads an extent, and returns the node that had it. */
  DatanodeInfo readFrom(Extent extent) throws IOException {
    try (HdfsDataInputStream in = (HdfsDataInputStream) fileSystem.open(path(extent))) {
      in.readAllBytes();
      return in.getCurrentDatanode();
    }
  }

  /** Returns whether an extent is the block that was written, with a replica and its bytes. */
  boolean isIntact(Extent extent) throws IOException {
    LocatedBlock block = blocks(extent).get(0);
    return !block.isCorrupt()
        && block.getLocations().length > 0
        && identity(extent).equals(requireNonNull(manifest().files().get(extent)).identity())
        && Arrays.equals(bytes(extent), written.get(extent));
  }

  /** Returns whether all extents and parities are intact. */
  boolean isIntact() throws IOException {
    for (Extent extent : written.keySet()) {
      if (!isIntact(extent)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether HDFS knows of as many replicas as each file was written with. */
  boolean hasItsReplicas() throws IOException {
    for (Extent extent : written.keySet()) {
      for (LocatedBlock block : blocks(extent)) {
        if (block.getLocations().length != replicas(extent)) {
          return false;
        }
      }
    }
    return true;
  }

  private int replicas(Extent extent) {
    return extent instanceof ParityExtent ? groups.copies() : 1;
  }

  /** Returns the number of the node that has an extent. */
  int nodeOf(Extent extent) throws IOException {
    String uuid = blocks(extent).get(0).getLocations()[0].getDatanodeUuid();
    List<DataNode> nodes = cluster.getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(uuid)) {
        return i;
      }
    }
    throw new AssertionError("No node has " + extent);
  }

  /** Overwrites bytes of the replicas of extents, and has a client notice. */
  void corrupt(Extent... extents) throws IOException {
    for (Extent extent : extents) { // all of them, as rebuilds may start at the first that is found
      cluster.corruptReplica(nodeOf(extent), blocks(extent).get(0).getBlock());
    }
    for (Extent extent : extents) {
      try {
        bytes(extent);
        throw new AssertionError(extent + " could be read");
      } catch (IOException e) {
        // so the NameNode knows
      }
    }
  }
}
