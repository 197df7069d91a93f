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
package io.trident.layout.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.extent.SuperExtentWriter;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.Schema;
import io.trident.layout.format.StoredRow;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.testing.FormatRows;
import io.trident.layout.testing.MemorySource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An extent of lines of orders, as large as the system property {@code trident.extent.mib}, is
 * rebuilt. Prints the processor time that takes, beside a copy.
 */
@Tag("slow")
class LargeExtentTest {
  private static final int MIB = 1 << 20;

  /** Size of the extent; small by default, as a test, and as given where it is measured. */
  private static final int EXTENT_MIB = Integer.getInteger("trident.extent.mib", 1);

  /** Rows of each other cell of the grid. */
  private static final int FEW = Math.min(40, 4 * EXTENT_MIB);

  private static final int DAYS = 2500;

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message lineitem { optional int64 orderkey; optional int64 partkey; optional int64"
              + " suppkey; optional int32 linenumber; optional int64 quantity (DECIMAL(12,2));"
              + " optional int64 price (DECIMAL(12,2)); optional int64 discount (DECIMAL(12,2));"
              + " optional int64 tax (DECIMAL(12,2)); optional binary returnflag (STRING);"
              + " optional binary linestatus (STRING); optional int32 shipdate (DATE); optional"
              + " int32 commitdate (DATE); optional int32 receiptdate (DATE); optional binary"
              + " shipinstruct (STRING); optional binary shipmode (STRING); optional binary comment"
              + " (STRING); }");

  private static final String[] WORDS =
      ("furiously ironic deposits sleep carefully along the express accounts foxes haggle quickly"
              + " regular theodolites cajole blithely final requests packages bold pending asymptotes")
          .split(" ");

  private static Group line(long order, int day, Random random) {
    StringBuilder comment = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      comment.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return new SimpleGroup(SCHEMA)
        .append("orderkey", order)
        .append("partkey", (long) random.nextInt(20_000_000))
        .append("suppkey", (long) random.nextInt(1_000_000))
        .append("linenumber", 1 + random.nextInt(7))
        .append("quantity", 100L * (1 + random.nextInt(50)))
        .append("price", 90_000L + random.nextInt(10_000_000))
        .append("discount", (long) random.nextInt(11))
        .append("tax", (long) random.nextInt(9))
        .append("returnflag", "ANR".substring(day % 3, day % 3 + 1))
        .append("linestatus", day % 2 == 0 ? "F" : "O")
        .append("shipdate", day)
        .append("commitdate", day + random.nextInt(60) - 30)
        .append("receiptdate", day + 1 + random.nextInt(30))
        .append("shipinstruct", WORDS[random.nextInt(4)])
        .append("shipmode", WORDS[random.nextInt(7)])
        .append("comment", comment.toString());
  }

  private static List<Group> lines(int extents, int count, Random random) {
    List<Group> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) { // of the first extent by day, and all by order
      lines.add(line(random.nextInt(extents * 1000), random.nextInt(DAYS / extents), random));
    }
    for (int i = 0; i < extents * extents * FEW; i++) {
      lines.add(line(random.nextInt(extents * 1000), random.nextInt(DAYS), random));
    }
    return lines;
  }

  private final Map<Object, byte[]> files = new HashMap<>();

  @ParameterizedTest
  @CsvSource({"32,zstd", "100,zstd", "32,snappy"})
  void aLargeExtentIsRebuilt(int extents, String compression) throws IOException {
    byte[] source =
        StockParquet.write(SCHEMA, lines(extents, EXTENT_MIB * 26_000, new Random(extents)));
    FormatAdapter adapter = adapter(source, Map.of("compression", compression));
    RowLayout layout = layout(extents);
    RowKeys keys = new RowKeys(layout, adapter);
    List<LayoutRow> rows = new ArrayList<>();
    long began = cpuTime();
    long recordBytes = 0;
    for (StoredRow row : FormatRows.read(adapter, source)) {
      recordBytes += row.record().length();
      rows.add(new LayoutRow(0, List.of(Value.NULL, Value.NULL), row.record()));
    }
    print(
        "read a source of %d MiB, rows %d, records %d MiB"
            .formatted(source.length / MIB, rows.size(), recordBytes / MIB),
        began,
        source.length);
    began = cpuTime();
    rows.replaceAll(row -> keyed(keys, row));
    print("take keys", began, source.length);
    Manifest manifest =
        new SuperExtentWriter(layout, ParityGroups.none(extents), adapter)
            .write(rows, this::sink, this::source)
            .manifest(0, Tables.format(), one -> new BlockIdentity(1, 1, 1));
    rows.clear();
    DataExtent target = new DataExtent(1, 0);
    byte[] lost = source(target).bytes();

    began = cpuTime();
    List<LayoutRow> inOrder = new ArrayList<>();
    for (BucketEntry bucket : manifest.entry(target).buckets()) {
      if (bucket.rows() > 0) {
        FormatRows.all(adapter.readBucket(new MemorySource("", lost), bucket))
            .forEach(row -> inOrder.add(new LayoutRow(0, List.of(), row.record())));
      }
    }
    print(
        "read the extent of %d KiB, bucket by bucket".formatted(lost.length >> 10),
        began,
        lost.length);
    began = cpuTime();
    assertThat(FormatRows.write(adapter, inOrder.stream().map(LayoutRow::record).toList()).length)
        .isPositive();
    print("write its rows as one bucket", began, lost.length);
    inOrder.clear();
    ExtentRebuilder rebuilder =
        new ExtentRebuilder(
            manifest, adapter, this::source, new SortSpace(Path.of("target"), 256L * MIB));
    Rebuild rebuild =
        RecoveryPlanner.plan(manifest, manifest.parity(), Damage.of(Set.of(target)))
            .rebuilds()
            .get(0);
    for (int i = 0; i < 2; i++) {
      began = cpuTime();
      ByteArrayOutputStream out = new ByteArrayOutputStream(lost.length + 1);
      rebuilder.rebuild(rebuild, out);
      print("rebuild it", began, lost.length);
      assertThat(out.toByteArray()).isEqualTo(lost);
    }
    copy(lost);
    footer(lost, extents);
  }

  private static LayoutRow keyed(RowKeys keys, LayoutRow row) {
    try {
      return keys.of(row.record(), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private MemorySource source(Object extent) {
    return new MemorySource("extent", files.getOrDefault(extent, new byte[0]));
  }

  private OutputStream sink(Object extent) {
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        files.put(extent, toByteArray());
      }
    };
  }

  private static FormatAdapter adapter(byte[] source, Map<String, String> options)
      throws IOException {
    Map<String, String> complete = Tables.format().complete(options, FormatRows.source(source));
    Schema schema = Tables.format().schema(complete).orElseThrow();
    return Tables.format().open(schema, List.of("orderkey", "shipdate"), complete);
  }

  private static RowLayout layout(int extents) {
    List<Value> orders = new ArrayList<>();
    List<Value> days = new ArrayList<>();
    for (int i = 1; i < extents; i++) {
      orders.add(Value.ofLong(i * 1000L));
      days.add(Value.ofInt(i * (DAYS / extents)));
    }
    return new RowLayout(
        List.of(
            DimensionSpec.byRange("orderkey", orders).of(extents, extents),
            DimensionSpec.byRange("shipdate", days).of(extents, extents)));
  }

  private static void copy(byte[] bytes) throws IOException {
    Path from = Files.createTempFile("trident", ".from");
    Path to = Files.createTempFile("trident", ".to");
    Files.write(from, bytes);
    for (int i = 0; i < 2; i++) {
      long began = cpuTime();
      CRC32C crc = new CRC32C();
      try (var in = Files.newInputStream(from);
          var out = Files.newOutputStream(to)) {
        byte[] buffer = new byte[1 << 16];
        for (int got = in.read(buffer); got > 0; got = in.read(buffer)) {
          crc.update(buffer, 0, got);
          out.write(buffer, 0, got);
        }
      }
      print("copy it with a checksum", began, bytes.length);
    }
    Files.delete(from);
    Files.delete(to);
  }

  private static void footer(byte[] extent, int rowGroups) throws IOException {
    int end = extent.length - 8;
    int length =
        extent[end] & 0xff | (extent[end + 1] & 0xff) << 8 | (extent[end + 2] & 0xff) << 16;
    for (int i = 0; i < 50; i++) {
      OpenFile.open(FormatRows.source(extent)).close();
    }
    long began = cpuTime();
    int times = 50;
    for (int i = 0; i < times; i++) {
      OpenFile.open(FormatRows.source(extent)).close();
    }
    System.out.printf(
        "%-70s %d bytes, read in %d us%n",
        "footer of %d row groups and %d columns".formatted(rowGroups, SCHEMA.getColumns().size()),
        length,
        (cpuTime() - began) / times / 1000);
  }

  /** Time of this thread, in nanoseconds: others may be busy. */
  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void print(String what, long began, long bytes) {
    double seconds = (cpuTime() - began) / 1e9;
    System.out.printf("%-70s %.2f s, %.0f MiB/s%n", what, seconds, bytes / seconds / MIB);
  }
}
