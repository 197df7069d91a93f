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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.ReplicaRecovery.Collisions;
import io.trident.layout.mapreduce.replica.ReplicaRequest;
import io.trident.layout.mapreduce.revert.SourceBuild.Equality;
import io.trident.layout.table.ReplicaStatistics;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories of Parquet, as stock writers write them and stock readers read them. */
@Tag("slow")
class ParquetIT extends FormatDirectories {
  private static final MessageType ROW =
      MessageTypeParser.parseMessageType(
          "message row { required int64 id; optional binary name (STRING); optional int32 n;"
              + " optional group tags (LIST) { repeated group list { optional int32 element; } } }");

  ParquetIT() {
    super("parquet", Map.of("compression", "snappy"));
  }

  /** One row group, several row groups, no rows, and no bytes. */
  @Test
  void aDirectoryBecomesATableAndItsRowsComeBackInTheirOrder() throws Exception {
    Path directory = new Path("/data/parquet");
    Random random = new Random(1);
    Map<String, List<String>> rows = new TreeMap<>();
    rows.put("part-0", write(new Path(directory, "part-0"), ROW, 6_000, 100_000, random));
    rows.put("part-1", write(new Path(directory, "part-1"), ROW, 3_000, 700, random));
    rows.put("part-2", write(new Path(directory, "part-2"), ROW, 0, 700, random));
    rows.put("part-4", write(new Path(directory, "part-4"), ROW, 500, 700, random));
    cluster.files().create(new Path(directory, "part-3")).close();

    Conversion.Result converted =
        cluster.conversion().run(directory, request("id", "name:hash", "n"), Earlier.RESUME);

    assertThat(converted.superExtents()).isGreaterThan(2);
    assertThat(converted.rows()).isEqualTo(9_500);
    assertThat(visibleRows(directory)).containsExactlyInAnyOrderElementsOf(all(rows));
    TableView view = TableView.of(directory, cluster.conf());
    assertThat(view.rows()).isEqualTo(9_500);
    assertThat(view.dimensions().get(0).skew().largestToMean()).isLessThan(2);
    assertThat(verify(directory).problems()).isEmpty();

    cluster.files().delete(new Path("/data/.parquet.trident-old"), true);
    Reversion.Result reverted = cluster.reversion().run(directory);

    assertThat(reverted.equality()).isEqualTo(Equality.ROWS);
    assertThat(reverted.files()).isEqualTo(5);
    assertThat(cluster.names(directory))
        .containsExactly("part-0", "part-1", "part-2", "part-3", "part-4");
    assertThat(cluster.files().getFileStatus(new Path(directory, "part-3")).getLen()).isZero();
    for (Map.Entry<String, List<String>> file : rows.entrySet()) {
      assertThat(read(new Path(directory, file.getKey())))
          .as(file.getKey())
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void replicasOfParquetAreRecoveredAndTheirSourceIsNot() throws Exception {
    Path source = new Path("/replicas/source");
    List<String> rows = new ArrayList<>();
    for (String name : List.of("part-0", "part-1")) {
      Path file = new Path(source, name);
      rows.addAll(write(file, ROW, 1_500, 400, new Random(name.hashCode())));
      cluster.files().setReplication(file, (short) 1);
    }
    Path byId = new Path("/replicas/by-id");
    Path byName = new Path("/replicas/by-name");
    assertThat(replicate(source, byId, "id").colliding().rows()).isPositive();
    replicate(source, byName, "name");
    onlyNode(new Path(source, "part-1")); // or it may be lost with the node of part-0
    String node = onlyNode(new Path(source, "part-0"));
    int index = 0;
    while (!cluster.hdfs().getDataNodes().get(index).getDatanodeId().getXferAddr().equals(node)) {
      index++;
    }
    DatanodeID id = cluster.hdfs().getDataNodes().get(index).getDatanodeId();
    DataNodeProperties stopped = cluster.hdfs().stopDataNode(index);
    cluster.hdfs().setDataNodeDead(id);
    try {
      ReplicaRecovery recovery = new ReplicaRecovery(cluster.conf(), text -> {});
      int partitions = 0;
      for (Path replica : List.of(byId, byName)) {
        partitions += recovery.run(replica, Collisions.IF_MOVED).partitions();
        assertThat(visibleRows(replica)).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(verify(replica).problems()).isEmpty();
      }
      assertThat(partitions).isPositive();
      assertThatThrownBy(() -> recovery.run(source, Collisions.IF_MOVED))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be written again byte for byte");
    } finally {
      cluster.hdfs().restartDataNode(stopped);
      cluster.hdfs().waitActive();
    }
  }

  private static ReplicaStatistics replicate(Path source, Path target, String column)
      throws Exception {
    ReplicaRequest request =
        new ReplicaRequest(
            new PartitionScheme(column, 6),
            NodeMapId.ofAllNodes(6),
            1,
            Optional.empty(),
            "parquet",
            Map.of("compression", "snappy"),
            1 << 20);
    return new ReplicaCreation(cluster.conf(), text -> {})
        .run(source, target, request, Earlier.RESUME)
        .statistics();
  }

  /** Waits until a file of one replica has one. */
  private static String onlyNode(Path file) throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    while (true) {
      String[] nodes = cluster.files().getFileBlockLocations(file, 0, 1)[0].getNames();
      if (nodes.length == 1) {
        return nodes[0];
      }
      assertThat(System.nanoTime()).as("time").isLessThan(end);
      cluster.hdfs().triggerHeartbeats();
      Thread.sleep(100);
    }
  }

  @Test
  void aReversionThatMissesRowsFails() throws Exception {
    Path directory = new Path("/data/missing");
    write(new Path(directory, "part-0"), ROW, 4_000, 500, new Random(2));
    cluster.conversion().run(directory, request("id"), Earlier.RESUME);
    cluster.files().delete(new Path("/data/.missing.trident-old"), true);
    Path tally = new Path(directory, "_trident/se0000/rows.json");
    try (OutputStream out = cluster.files().create(tally, true)) {
      out.write(RowTally.NONE.toJson().getBytes(StandardCharsets.UTF_8));
    }

    assertThatThrownBy(() -> cluster.reversion().run(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other rows than were converted")
        .hasMessageContaining("layout verify /data/missing");
    assertThat(cluster.names(directory)).contains("_trident");
  }

  @Test
  void aDirectoryWithoutRowsStaysAsItIs() throws Exception {
    Path directory = new Path("/data/none");
    write(new Path(directory, "part-0"), ROW, 0, 500, new Random(5));

    isRefused(directory, request("id"), "smaller target");
  }

  @Override
  List<String> write(Path file, int rows, Random random) throws IOException {
    return write(file, ROW, rows, 500, random);
  }

  @Override
  void writeNarrow(Path file, Random random) throws IOException {
    MessageType narrow =
        MessageTypeParser.parseMessageType("message row { required int64 id; optional int32 n; }");
    write(file, narrow, 10, 500, random);
  }

  @Override
  String refusal() {
    return "is not a Parquet file";
  }

  private static List<String> write(
      Path file, MessageType schema, int count, int rowsOfGroup, Random random) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(cluster.files().makeQualified(file))
            .withConf(cluster.conf())
            .withType(schema)
            .withCompressionCodec(CompressionCodecName.GZIP)
            .withRowGroupRowCountLimit(rowsOfGroup)
            .build()) {
      for (int i = 0; i < count; i++) {
        Group row = row(schema, random);
        writer.write(row);
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static Group row(MessageType schema, Random random) {
    SimpleGroup row = new SimpleGroup(schema);
    row.add("id", random.nextInt(5) == 0 ? 7L : random.nextLong());
    if (random.nextInt(10) > 0) {
      row.add("n", random.nextInt(1_000_000));
    }
    if (schema.containsField("name")) {
      row.add("name", "name-" + random.nextInt(300));
      Group tags = row.addGroup("tags");
      for (int t = random.nextInt(3); t > 0; t--) {
        tags.addGroup("list").add("element", t);
      }
    }
    return row;
  }

  @Override
  List<String> read(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), cluster.files().makeQualified(file))
            .withConf(cluster.conf())
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
