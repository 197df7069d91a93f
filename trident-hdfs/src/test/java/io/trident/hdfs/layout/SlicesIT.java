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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.guard.Guard;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.core.layout.value.Value;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.PublishedFigures;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.SliceCall;
import io.trident.hdfs.protocol.SliceClient;
import io.trident.hdfs.protocol.SliceReply;
import io.trident.layout.extent.SliceReader;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.StoredRow;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slices of extents on real DataNodes, with block tokens. */
@Tag("slow")
class SlicesIT {
  private static final Logger LOG = LoggerFactory.getLogger(SlicesIT.class);
  private static final String SOURCE = "TridentSlices";
  private static final int NODES = 6;
  private static final int ROWS = 4_000;
  private static final int SLICES = 10;

  /** The least that HDFS reads. */
  private static final int CHECKSUM_CHUNK = 512;

  private static final DataExtent EXTENT = new DataExtent(1, 2);

  private static TieredHdfs hdfs;
  private static ReplicatedTable table;
  private static String spec;
  private static List<FormatAdapter> adapters;

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private SliceReader reader;
  private long readBefore;
  private long bytesBefore;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setInt(HdfsKeys.SLICES_MEMORY_MB.name(), 1);
    conf.setLong(HdfsKeys.SLICES_GATHER_MS.name(), 30_000);
    conf.setLong(HdfsKeys.SLICES_KEEP_MS.name(), 3_000);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
    table = ReplicatedTable.write(hdfs, "/sliced/t", ROWS);
    try (FSDataInputStream in = hdfs.fileSystem().open(new Path("/sliced/t/_trident/spec.json"))) {
      spec = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    adapters =
        TableSpecJson.read(spec)
            .openByDimension(RowFormats.installed(SlicesIT.class.getClassLoader()));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void begin() throws Exception {
    reader =
        new SliceReader(
            SliceReads.installed(getClass().getClassLoader()),
            adapters,
            new Guard((consequence, failure) -> failures.add(failure)));
    TieredHdfs.await("slices of other tests are gone", () -> metric("Bytes") == 0);
    TieredHdfs.await("nobody waits", () -> metric("RequestsWaiting") == 0);
    readBefore = metric("ExtentsRead");
    bytesBefore = bytesRead();
  }

  private static SliceRequest request(int slice, int together) {
    return new SliceRequest(spec, EXTENT.dimension(), new Slice(slice, SLICES), together);
  }

  private byte[] read(int slice, int together) throws IOException {
    return read(request(slice, together), hdfs.clientConfiguration());
  }

  private byte[] read(SliceRequest request, Configuration conf) throws IOException {
    Path path = table.path(EXTENT);
    FileSystem files = path.getFileSystem(conf);
    return reader.read(files.makeQualified(path).toUri(), new Extent(files, path), request, conf);
  }

  /** Has slices read at the same time, each by a client of its own. */
  private List<byte[]> readTogether(int from, int to, int together) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(to - from);
    try {
      List<Future<byte[]>> all =
          IntStream.range(from, to)
              .mapToObj(slice -> clients.submit(() -> read(slice, together)))
              .toList();
      List<byte[]> slices = new ArrayList<>();
      for (Future<byte[]> one : all) {
        slices.add(one.get());
      }
      return slices;
    } finally {
      clients.shutdownNow();
    }
  }

  /** What a slice is: the extent's rows of it, in their order. */
  private static byte[] expected(int slice) throws IOException {
    byte[] extent = table.written(EXTENT);
    StringBuilder rows = new StringBuilder();
    FormatAdapter adapter = adapters.get(EXTENT.dimension());
    try (RecordReader all = adapter.read(new MemorySource(extent), 0, extent.length)) {
      for (StoredRow row = all.next(); row != null; row = all.next()) {
        Value key = adapter.keys(row.record()).get(0);
        if (new Slice(slice, SLICES).has(key)) {
          rows.append(new String(row.record().toArray(), StandardCharsets.UTF_8)).append('\n');
        }
      }
    }
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void assertSlices(int first, List<byte[]> slices) throws IOException {
    for (int i = 0; i < slices.size(); i++) {
      assertThat(slices.get(i)).isEqualTo(expected(first + i));
    }
  }

  private long extentsRead() {
    return metric("ExtentsRead") - readBefore;
  }

  @Test
  void anExtentIsReadOnceForAllAndLateClientsAreServedFromMemory() throws Exception {
    long late = metric("SlicesServedLate");
    int extent = table.written(EXTENT).length;
    assertSlices(0, readTogether(0, 9, SLICES));
    assertThat(metric("Bytes")).isPositive();
    assertSlices(9, readTogether(9, 10, SLICES));
    assertThat(extentsRead()).isEqualTo(1);
    // its first bytes are compared with the header apart
    assertThat(bytesRead() - bytesBefore).isBetween((long) extent, extent + 2L * CHECKSUM_CHUNK);
    assertThat(metric("SlicesServedLate") - late).isEqualTo(1);
    assertThat(metric("Bytes")).isZero();
    assertThat(reader.servedByNodes()).isEqualTo(SLICES);
    assertThat(failures).isEmpty();
  }

  @Test
  void aClientThatDiesHoldsUpNobody() throws Exception {
    LocatedBlock block = table.blocks(EXTENT).get(0);
    try (SliceClient dead = client(block)) {
      assertThat(dead.readSlice(call(block, block.getBlockToken(), request(0, SLICES))))
          .isInstanceOf(SliceReply.Later.class);
    }
    assertSlices(1, readTogether(1, 10, SLICES));
    assertThat(extentsRead()).isEqualTo(1);
    long expired = metric("SlicesExpired");
    TieredHdfs.await("its slice expires", () -> metric("SlicesExpired") == expired + 1);
    assertThat(metric("Bytes")).isZero();
  }

  @Test
  void aNodeThatIsRestartedServesAgainAndMeanwhileClientsReadThemselves() throws Exception {
    assertSlices(0, readTogether(0, 9, SLICES));
    assertThat(failures).isEmpty();
    DataNodeProperties stopped = hdfs.cluster().stopDataNode(table.nodeOf(EXTENT));
    assertThat(PublishedFigures.sources(SOURCE)).hasSize(NODES - 1);
    try {
      assertSlices(9, List.of(read(9, SLICES)));
    } catch (IOException e) {
      LOG.info("As of any file whose only node is away", e); // or it was rebuilt meanwhile
    }
    assertThat(reader.readHere()).isEqualTo(1);
    assertThat(failures).isNotEmpty();
    hdfs.restart(stopped);
    hdfs.cluster().waitActive();
    TieredHdfs.await("served again", () -> isServed());
    assertThat(PublishedFigures.sources(SOURCE)).hasSize(NODES);
    TieredHdfs.await("slices that were read with it are gone", () -> metric("Bytes") == 0);
    assertSlices(0, readTogether(0, 10, SLICES));
  }

  private boolean isServed() throws IOException {
    long served = reader.servedByNodes();
    read(0, 1);
    return reader.servedByNodes() > served;
  }

  @Test
  void whereTheServiceIsOffClientsReadThemselves() throws Exception {
    restartWithMemory(0);
    reader =
        new SliceReader(
            SliceReads.installed(getClass().getClassLoader()),
            adapters,
            new Guard((consequence, failure) -> failures.add(failure)));
    assertSlices(0, readTogether(0, 10, SLICES));
    assertThat(reader.readHere()).isEqualTo(SLICES);
    assertThat(failures).isNotEmpty();

    restartWithMemory(1);
  }

  /** Restarts the extent's node with so many MiB for slices. */
  private static void restartWithMemory(int megabytes) throws Exception {
    DataNodeProperties stopped = hdfs.cluster().stopDataNode(table.nodeOf(EXTENT));
    Field conf = DataNodeProperties.class.getDeclaredField("conf");
    conf.setAccessible(true);
    ((Configuration) conf.get(stopped)).setInt(HdfsKeys.SLICES_MEMORY_MB.name(), megabytes);
    hdfs.restart(stopped);
    hdfs.cluster().waitActive();
    TieredHdfs.await("readable", () -> table.isIntact(EXTENT));
  }

  @Test
  void anExtentThatDoesNotFitIsReadByClientsThemselves() throws Exception {
    long refused = metric("RefusedTooLarge");
    SliceRequest small = new SliceRequest(spec, EXTENT.dimension(), new Slice(0, 100), 1);
    read(small, hdfs.clientConfiguration());
    assertThat(reader.readHere()).isEqualTo(1);
    assertThat(metric("RefusedTooLarge") - refused).isEqualTo(1);
    assertThat(extentsRead()).isZero();
    assertThat(failures).isEmpty();
  }

  @Test
  void whoMayNotReadTheFileHasTheErrorOfHdfs() throws Exception {
    hdfs.fileSystem().setPermission(table.path(EXTENT), new FsPermission((short) 0600));
    try {
      UserGroupInformation other = UserGroupInformation.createRemoteUser("other");
      assertThatThrownBy(
              () ->
                  other.doAs(
                      (PrivilegedExceptionAction<byte[]>)
                          () -> read(request(0, 1), hdfs.clientConfiguration())))
          .isInstanceOf(AccessControlException.class);
      assertThat(extentsRead()).isZero();
    } finally {
      hdfs.fileSystem().setPermission(table.path(EXTENT), FsPermission.getFileDefault());
    }
  }

  @Test
  void aNodeServesNobodyWithoutTheBlocksToken() throws Exception {
    LocatedBlock block = table.blocks(EXTENT).get(0);
    LocatedBlock other = table.blocks(new DataExtent(1, 1)).get(0);
    try (SliceClient client = client(block)) {
      assertThatThrownBy(() -> client.readSlice(call(block, new Token<>(), request(0, 1))))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> client.readSlice(call(block, other.getBlockToken(), request(0, 1))))
          .hasMessageContaining("apply to block");
      assertThat(client.readSlice(call(block, block.getBlockToken(), request(0, 1))))
          .isInstanceOf(SliceReply.Later.class);
      // the token is of another file than the path
      SliceCall mixed =
          new SliceCall(
              block.getBlock(),
              block.getBlockToken(),
              table.path(new DataExtent(1, 1)).toUri().getPath(),
              new SliceRequest(spec, 0, new Slice(0, SLICES), 1),
              0);
      SliceReply reply = client.readSlice(mixed);
      while (reply instanceof SliceReply.Later later) {
        Thread.sleep(later.retryAfter().toMillis());
        reply = client.readSlice(mixed);
      }
      assertThat(reply).isInstanceOf(SliceReply.Refused.class);
    }
  }

  @Test
  void requestsThatAreNotValidAreRefused() throws Exception {
    LocatedBlock block = table.blocks(EXTENT).get(0);
    try (SliceClient client = client(block)) {
      assertThatThrownBy(
              () ->
                  client.readSlice(
                      call(
                          block,
                          block.getBlockToken(),
                          new SliceRequest(spec, 7, new Slice(0, 1), 1))))
          .hasMessageContaining("no such dimension");
      assertThatThrownBy(
              () ->
                  client.readSlice(
                      call(
                          block,
                          block.getBlockToken(),
                          new SliceRequest("x".repeat(2 << 20), 0, new Slice(0, 1), 1))))
          .hasMessageContaining("characters at most");
      assertThatThrownBy(
              () ->
                  client.readSlice(
                      call(
                          block,
                          block.getBlockToken(),
                          new SliceRequest("{}", 0, new Slice(0, 1), 1))))
          .isInstanceOf(IOException.class);
    }
  }

  private static SliceClient client(LocatedBlock block) throws IOException {
    return SliceClient.to(
        new InetSocketAddress("127.0.0.1", block.getLocations()[0].getIpcPort()),
        UserGroupInformation.getCurrentUser(),
        hdfs.clientConfiguration(),
        Duration.ofSeconds(10));
  }

  private static SliceCall call(
      LocatedBlock block, Token<BlockTokenIdentifier> token, SliceRequest request) {
    return new SliceCall(block.getBlock(), token, table.path(EXTENT).toUri().getPath(), request, 0);
  }

  private static long bytesRead() {
    return hdfs.cluster().getDataNodes().stream()
        .map(node -> DefaultMetricsSystem.instance().getSource(node.getMetrics().name()))
        .mapToLong(source -> PublishedFigures.value(source, "BytesRead"))
        .sum();
  }

  private static long metric(String name) {
    return PublishedFigures.sum(SOURCE, name);
  }

  private record Extent(FileSystem files, Path path) implements ByteSource {
    @Override
    public String name() {
      return path.toString();
    }

    @Override
    public long length() {
      return table.written(EXTENT).length;
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      FSDataInputStream in = files.open(path);
      in.seek(from);
      return in;
    }
  }
}
