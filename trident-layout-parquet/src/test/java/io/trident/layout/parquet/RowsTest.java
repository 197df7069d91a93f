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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of files that stock writers write, and that stock readers read. */
class RowsTest {
  private static final MessageType ALL =
      MessageTypeParser.parseMessageType(
          "message row { required int32 id; optional binary name (STRING); optional double d;"
              + " optional float f; repeated int64 n; }");

  /** Rows of a single column take less than a byte each; with more of them a file is refused. */
  private static final int MOST = 20;

  @Property(tries = 150)
  void rowsComeThroughAnExtentAsTheyWere(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schema();
    List<Group> groups = rows.rows(schema, 1 + random.nextInt(MOST));
    byte[] file = StockParquet.write(schema, groups);
    FormatAdapter adapter =
        Tables.open(
            file,
            Map.of(
                "compression", List.of("zstd", "snappy", "none").get(random.nextInt(3)),
                "dictionary", String.valueOf(random.nextBoolean()),
                "page.bytes", "1024"));
    List<StoredRow> read = FormatRows.read(adapter, file);
    byte[] extent = FormatRows.write(adapter, FormatRows.records(read));

    assertThat(StockParquet.texts(StockParquet.read(extent))).isEqualTo(StockParquet.texts(groups));
    assertThat(FormatRows.records(FormatRows.read(adapter, extent)))
        .isEqualTo(FormatRows.records(read));
    assertThat(FormatRows.write(adapter, FormatRows.records(read))).isEqualTo(extent);
  }

  @Property(tries = 50)
  void recordsAreEqualIfAndOnlyIfRowsAre(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schema();
    List<Group> groups = rows.rows(schema, MOST);
    byte[] file = StockParquet.write(schema, groups);
    List<Value.Bytes> records =
        FormatRows.records(FormatRows.read(Tables.open(file, Map.of()), file));
    List<String> texts = StockParquet.texts(groups);
    for (int i = 0; i < texts.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(records.get(i).equals(records.get(j)))
            .isEqualTo(texts.get(i).equals(texts.get(j)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED,PARQUET_1_0",
    "SNAPPY,PARQUET_1_0",
    "GZIP,PARQUET_2_0",
    "ZSTD,PARQUET_2_0",
    "LZ4_RAW,PARQUET_1_0"
  })
  void filesOfStockWritersAreRead(CompressionCodecName codec, WriterVersion version)
      throws IOException {
    List<Group> groups = new RandomRows(new Random(7)).rows(ALL, 20_000);
    byte[] file = StockParquet.write(ALL, groups, StockParquet.with(codec, version));
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] extent = FormatRows.write(adapter, FormatRows.records(FormatRows.read(adapter, file)));

    assertThat(StockParquet.texts(StockParquet.read(extent))).isEqualTo(StockParquet.texts(groups));
  }

  /** The layout of records as {@code docs/layout-format.md} has it. */
  @Test
  void aRecordHasPresenceBitsThenFields() throws IOException {
    SimpleGroup row = new SimpleGroup(ALL);
    row.add("id", -2);
    row.add("name", "ab");
    row.add("f", 1f);
    row.add("n", 1L);
    row.add("n", 64L);
    byte[] file = StockParquet.write(ALL, List.of(row));
    Value.Bytes record = FormatRows.read(Tables.open(file, Map.of()), file).get(0).record();

    assertThat(HexFormat.ofDelimiter(" ").formatHex(record.toArray()))
        .isEqualTo("0d 03 02 61 62 00 00 80 3f 02 01 80 01 00");
  }

  @Property(tries = 50)
  void nansKeepTheirBits(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    FormatAdapter adapter = Tables.open(StockParquet.write(ALL, List.of()), Map.of());
    List<Value.Bytes> records = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      RecordBuffer record = new RecordBuffer();
      record.setBit(record.reserve(1), 1);
      record.putZigzag(i);
      long bits = random.nextInt(4) == 0 ? 0x7ff0000000000000L | random.nextLong(0x1000) : i % 7;
      record.putFixed(bits, Double.BYTES);
      records.add(record.toRecord());
    }

    assertThat(FormatRows.records(FormatRows.read(adapter, FormatRows.write(adapter, records))))
        .isEqualTo(records);
  }

  @Test
  void floatsThatAreNoNumbersKeepTheirBits() throws IOException {
    FormatAdapter adapter = Tables.open(StockParquet.write(ALL, List.of()), Map.of());
    List<Value.Bytes> records =
        IntStream.of(0x7fc00000, 0x7f800001, 0xffc12345, 0x80000000, 0, 0x7fc00000)
            .mapToObj(
                bits -> {
                  RecordBuffer record = new RecordBuffer();
                  record.setBit(record.reserve(1), 2);
                  record.putZigzag(bits);
                  record.putFixed(bits, Float.BYTES);
                  return record.toRecord();
                })
            .toList();

    assertThat(FormatRows.records(FormatRows.read(adapter, FormatRows.write(adapter, records))))
        .isEqualTo(records);
  }

  /** parquet-java's example writer would make a text of all the bytes. */
  @Test
  void aRowOfManyMegabytesIsARow() throws IOException {
    byte[] large = new byte[200 << 20];
    Arrays.fill(large, (byte) 'x');
    RecordBuffer buffer = new RecordBuffer();
    buffer.setBit(buffer.reserve(1), 0);
    buffer.putZigzag(1);
    buffer.putVarint(large.length);
    buffer.put(ByteBuffer.wrap(large));
    FormatAdapter adapter = Tables.open(StockParquet.write(ALL, List.of()), Map.of());
    Value.Bytes record = buffer.toRecord();
    byte[] extent = FormatRows.write(adapter, List.of(record));

    assertThat(FormatRows.read(adapter, extent).get(0).record().equals(record)).isTrue();
  }

  @Test
  void aFileWithoutRowsHasNone() throws IOException {
    byte[] file = StockParquet.write(ALL, List.of());

    assertThat(FormatRows.read(Tables.open(file, Map.of()), file)).isEmpty();
  }

  @Property(tries = 200)
  void whatIsNoRecordIsAnError(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schema();
    byte[] file = StockParquet.write(schema, rows.rows(schema, 1));
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] record = FormatRows.read(adapter, file).get(0).record().toArray();
    byte[] cut = Arrays.copyOf(record, random.nextInt(record.length + 3));
    if (cut.length != record.length) {
      assertThatThrownBy(() -> FormatRows.write(adapter, List.of(Value.ofBytes(cut))))
          .isInstanceOf(InvalidRecordException.class);
    }
  }
}
