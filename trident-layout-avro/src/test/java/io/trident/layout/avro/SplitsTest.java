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

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.StoredRow;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Ranges that cover a file. */
class SplitsTest {
  private static final Schema BYTES = StockAvro.schema("{\"name\":\"a\",\"type\":\"bytes\"}");

  @Property(tries = 100)
  void eachRowIsOfTheRangeThatHasItsOffset(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    String codec = List.of("null", "deflate", "snappy", "zstandard").get(random.nextInt(4));
    byte[] file = StockAvro.write(schema, rows.rows(schema, random.nextInt(200)), codec, Map.of());
    FormatAdapter adapter = Tables.open(file, Map.of());
    List<StoredRow> read = inRanges(adapter, file, random);

    assertThat(read).isEqualTo(FormatRows.read(adapter, file));
    for (int i = 1; i < read.size(); i++) {
      assertThat(read.get(i).offset()).isGreaterThan(read.get(i - 1).offset());
    }
  }

  private static List<StoredRow> inRanges(FormatAdapter adapter, byte[] file, Random random)
      throws IOException {
    List<StoredRow> read = new ArrayList<>();
    long from = 0;
    while (from < file.length) {
      long to = from + 1 + random.nextLong(file.length - from);
      List<StoredRow> part = FormatRows.read(adapter, FormatRows.source(file), from, to);
      long first = from;
      assertThat(part).allMatch(row -> row.offset() >= first && row.offset() < to);
      read.addAll(part);
      from = to;
    }
    return read;
  }

  /** Of which windows that are read backwards show parts. */
  @Test
  void aBlockOfManyMegabytesIsFoundFromAnyOfItsBytes() throws IOException {
    Random random = new Random(1);
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[100_000];
      random.nextBytes(bytes);
      rows.add(row(bytes));
    }
    byte[] file = StockAvro.write(BYTES, rows, writer -> writer.setSyncInterval(1 << 21));
    FormatAdapter adapter = Tables.open(file, Map.of());
    for (int i = 0; i < 5; i++) {
      assertThat(inRanges(adapter, file, random)).hasSize(40);
    }
  }

  private static GenericRecord row(byte[] bytes) {
    GenericRecord row = new GenericData.Record(BYTES);
    row.put(0, ByteBuffer.wrap(bytes));
    return row;
  }

  /** Bytes of rows are not taken for the marker if no block follows. */
  @Property(tries = 30)
  void rowsThatHaveTheMarkerAreRows(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] marker = new byte[FileHeader.SYNC_BYTES];
    random.nextBytes(marker);
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      byte[] bytes = new byte[200];
      random.nextBytes(bytes);
      System.arraycopy(marker, 0, bytes, random.nextInt(180), marker.length);
      rows.add(row(bytes));
    }
    byte[] written = StockAvro.write(BYTES, rows);
    byte[] file = withMarker(written, marker);
    FormatAdapter adapter = Tables.open(file, Map.of());

    assertThat(inRanges(adapter, file, random)).hasSize(50);
  }

  /** Replaces the marker that a writer drew. */
  private static byte[] withMarker(byte[] file, byte[] marker) throws IOException {
    byte[] drawn = FileHeader.read(FormatRows.source(file)).sync().toArray();
    byte[] replaced = file.clone();
    for (int i = 0; i <= file.length - marker.length; i++) {
      if (ByteBuffer.wrap(file, i, marker.length).equals(ByteBuffer.wrap(drawn))) {
        System.arraycopy(marker, 0, replaced, i, marker.length);
      }
    }
    return replaced;
  }

  @Test
  void rangesHaveRowsByTheirBytesHoweverLargeABlockIs() throws IOException {
    RandomRows random = new RandomRows(new Random(1));
    Schema schema = StockAvro.schema("{\"name\":\"a\",\"type\":\"long\"}");
    byte[] file =
        StockAvro.write(
            schema, random.rows(schema, 10_000), writer -> writer.setSyncInterval(1 << 24));
    FormatAdapter adapter = Tables.open(file, Map.of());
    for (int i = 0; i < 4; i++) {
      long from = file.length * i / 4;
      long to = file.length * (i + 1L) / 4;
      assertThat(FormatRows.read(adapter, FormatRows.source(file), from, to))
          .hasSizeBetween(1_800, 3_200);
    }
  }

  /** All are of the range with the first byte of their block. */
  @Test
  void rowsOfLessThanAByteAreReadOnce() throws IOException {
    Schema schema = StockAvro.schema("{\"name\":\"a\",\"type\":\"long\"}");
    GenericRecord one = new GenericData.Record(schema);
    one.put(0, 1L);
    byte[] file = StockAvro.write(schema, Collections.nCopies(10_000, one), "deflate", Map.of());
    byte[] large =
        StockAvro.write(
            schema,
            Collections.nCopies(10_000, one),
            writer ->
                writer
                    .setCodec(org.apache.avro.file.CodecFactory.deflateCodec(9))
                    .setSyncInterval(1 << 20));
    assertThat(large.length).isLessThan(1_000);
    for (byte[] each : List.of(file, large)) {
      FormatAdapter adapter = Tables.open(each, Map.of());
      for (int i = 0; i < 5; i++) {
        assertThat(inRanges(adapter, each, new Random(i))).hasSize(10_000);
      }
    }
  }
}
