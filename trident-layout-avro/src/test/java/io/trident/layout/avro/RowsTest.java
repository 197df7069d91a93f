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
package io.trident.layout.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.testing.FormatRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows as records of bytes, and back. */
class RowsTest {
  private static final List<String> COMPRESSIONS = List.of("deflate", "snappy", "zstd", "none");

  @Property(tries = 150)
  void rowsComeThroughAnExtentAsTheyWere(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    List<GenericRecord> records = rows.rows(schema, 1 + random.nextInt(200));
    byte[] file = StockAvro.write(schema, records);
    FormatAdapter adapter =
        Tables.open(
            file,
            Map.of("compression", COMPRESSIONS.get(random.nextInt(4)), "block.bytes", "1024"));
    List<StoredRow> read = FormatRows.read(adapter, file);
    byte[] extent = FormatRows.write(adapter, FormatRows.records(read));

    assertThat(StockAvro.texts(StockAvro.read(extent))).isEqualTo(StockAvro.texts(records));
    assertThat(FormatRows.records(FormatRows.read(adapter, extent)))
        .isEqualTo(FormatRows.records(read));
    assertThat(FormatRows.write(adapter, FormatRows.records(read))).isEqualTo(extent);
  }

  @Property(tries = 100)
  void aRecordIsTheDatumThatItsWriterWrote(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    List<GenericRecord> records = rows.rows(schema, 50);
    boolean isBlocking = random.nextBoolean(); // lists with the number of their bytes
    byte[] file =
        StockAvro.write(
            schema,
            records,
            writer ->
                writer
                    .setSyncInterval(100)
                    .setEncoder(
                        out ->
                            isBlocking
                                ? EncoderFactory.get().blockingBinaryEncoder(out, null)
                                : EncoderFactory.get().binaryEncoder(out, null)));
    List<Value.Bytes> read = FormatRows.records(FormatRows.read(Tables.open(file, Map.of()), file));

    for (int i = 0; i < records.size(); i++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      BinaryEncoder encoder =
          isBlocking
              ? EncoderFactory.get().blockingBinaryEncoder(out, null)
              : EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(schema).write(records.get(i), encoder);
      encoder.flush();
      assertThat(read.get(i)).isEqualTo(Value.ofBytes(out.toByteArray()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
  void filesOfStockWritersAreReadAndExtentsHaveTheirCodec(String codec) throws IOException {
    RandomRows rows = new RandomRows(new Random(7));
    Schema schema = rows.schema();
    List<GenericRecord> records = rows.rows(schema, 5_000);
    byte[] file = StockAvro.write(schema, records, codec, Map.of());
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] extent = FormatRows.write(adapter, FormatRows.records(FormatRows.read(adapter, file)));

    assertThat(StockAvro.texts(StockAvro.read(extent))).isEqualTo(StockAvro.texts(records));
    assertThat(FileHeader.read(FormatRows.source(extent)).codec()).isEqualTo(codec);
  }

  @Test
  void aFileOfAnotherCodecIsRefused() throws IOException {
    byte[] file =
        StockAvro.write(
            StockAvro.schema("{\"name\":\"a\",\"type\":\"int\"}"), List.of(), "bzip2", Map.of());

    assertThatThrownBy(() -> Tables.open(file, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("is compressed with bzip2")
        .hasMessageContaining("rewrite it with deflate");
  }

  /** The bytes of records as {@code docs/layout-format.md} has them. */
  @Test
  void aRecordIsItsFieldsOneAfterTheOther() throws IOException {
    Schema schema =
        StockAvro.schema(
            "{\"name\":\"id\",\"type\":\"int\"},"
                + "{\"name\":\"name\",\"type\":[\"null\",\"string\"]},"
                + "{\"name\":\"n\",\"type\":{\"type\":\"array\",\"items\":\"long\"}}");
    GenericRecord row = new GenericData.Record(schema);
    row.put("id", -2);
    row.put("name", "ab");
    row.put("n", List.of(1L, 64L));
    byte[] file = StockAvro.write(schema, List.of(row));
    Value.Bytes record = FormatRows.read(Tables.open(file, Map.of()), file).get(0).record();

    assertThat(HexFormat.ofDelimiter(" ").formatHex(record.toArray()))
        .isEqualTo("03 02 04 61 62 04 02 80 01 00");
  }

  @Property(tries = 60)
  void aRowIsGivenAsALineOfJson(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    List<GenericRecord> records = rows.rows(schema, 5);
    byte[] file = StockAvro.write(schema, records);
    FormatAdapter adapter = Tables.open(file, Map.of());
    int i = 0;
    for (StoredRow row : FormatRows.read(adapter, file)) {
      String line = new String(adapter.line(row.record()), StandardCharsets.UTF_8);
      JsonNode json = new JsonMapper().readTree(line);
      GenericRecord record = records.get(i++);

      assertThat(line).doesNotContain("\n");
      assertThat(json.size()).isEqualTo(schema.getFields().size());
      assertThat(json.get("id").longValue()).isEqualTo(record.get("id"));
      assertThat(json.get("name").path("string").textValue()).isEqualTo(record.get("name"));
    }
  }

  @Test
  void whatIsNoRowIsNoLine() throws IOException {
    Schema schema = StockAvro.schema("{\"name\":\"a\",\"type\":\"string\"}");
    FormatAdapter adapter = Tables.open(StockAvro.write(schema, List.of()), Map.of());

    assertThatThrownBy(() -> adapter.line(Value.ofBytes(new byte[] {9})))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("cannot be given as JSON");
  }

  @Test
  void aRowOfManyMegabytesIsARow() throws IOException {
    Schema schema = StockAvro.schema("{\"name\":\"a\",\"type\":\"bytes\"}");
    byte[] large = new byte[50 << 20];
    new Random(1).nextBytes(large);
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(Numbers.zigzag(large.length));
    record.writeBytes(large);
    for (String compression : COMPRESSIONS) {
      FormatAdapter adapter =
          Tables.open(StockAvro.write(schema, List.of()), Map.of("compression", compression));
      byte[] extent = FormatRows.write(adapter, List.of(Value.ofBytes(record.toByteArray())));

      assertThat(
              FormatRows.read(adapter, extent)
                  .get(0)
                  .record()
                  .equals(Value.ofBytes(record.toByteArray())))
          .isTrue();
    }
  }

  @Test
  void aFileWithoutRowsHasNone() throws IOException {
    byte[] file = StockAvro.write(StockAvro.schema("{\"name\":\"a\",\"type\":\"int\"}"), List.of());

    assertThat(FormatRows.read(Tables.open(file, Map.of()), file)).isEmpty();
  }

  @Property(tries = 200)
  void whatIsNoRecordIsAnError(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    byte[] file = StockAvro.write(schema, rows.rows(schema, 1));
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] record = FormatRows.read(adapter, file).get(0).record().toArray();
    byte[] cut = Arrays.copyOf(record, random.nextInt(record.length + 3));
    if (cut.length != record.length) {
      assertThatThrownBy(() -> FormatRows.write(adapter, List.of(Value.ofBytes(cut))))
          .isInstanceOf(InvalidRecordException.class);
    }
  }
}
