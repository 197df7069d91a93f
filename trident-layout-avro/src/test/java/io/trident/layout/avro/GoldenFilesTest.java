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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.testing.FormatRows;
import io.trident.layout.testing.GoldenTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each version of the format writes is what it has always written. If this fails, as it may
 * with another version of JZlib or aircompressor, extents of tables that exist can no longer be
 * rebuilt: keep the libraries, or make a new version of the format beside this one with libraries
 * of its own. What a new version writes is in {@code target/golden}.
 */
class GoldenFilesTest {
  private static final GoldenTable GOLDEN = new GoldenTable(Tables.format());

  @Test
  void aTableIsWrittenAsEver() throws IOException {
    GOLDEN.isWrittenAsEver();
  }

  /** A sum for each setting, of the extents of dimension 0 and 1 in their order. */
  @ParameterizedTest
  @CsvSource({
    "deflate,65536,f29bc6f0",
    "snappy,1024,4cad5f45",
    "zstd,1024,fe896aeb",
    "none,65536,ba60056e",
  })
  void otherOptionsAreWrittenAsEver(String compression, String block, String sum)
      throws IOException {
    assertThat(GOLDEN.sum(Map.of("compression", compression, "block.bytes", block))).isEqualTo(sum);
  }

  /** Of blocks in which rows repeat at any distance, and others. */
  @ParameterizedTest
  @CsvSource({"deflate,2f40c81b", "snappy,c5fefa69", "zstd,396d88d3"})
  void aLargeBucketIsWrittenAsEver(String compression, String sum) throws IOException {
    Schema schema =
        StockAvro.schema(
            "{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"few\",\"type\":\"long\"},"
                + "{\"name\":\"text\",\"type\":\"bytes\"}");
    Map<String, Value.Bytes> metadata = Map.of("avro.schema", Value.ofString(schema.toString()));
    FileHeader header = new FileHeader(schema, metadata, Value.ofBytes(new byte[16]), 0);
    FormatAdapter adapter =
        new AvroAdapter(
            AvroOptions.of(Map.of("header", header.toText(), "compression", compression)),
            List.of());
    Random random = new Random(27);
    List<Value.Bytes> records = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      ByteArrayOutputStream record = new ByteArrayOutputStream();
      record.writeBytes(Numbers.zigzag(random.nextLong()));
      record.writeBytes(Numbers.zigzag(i / 1000));
      record.writeBytes(Numbers.zigzag(i % 13));
      for (int b = 0; b < i % 13; b++) {
        record.write(random.nextInt(1 + i / 500));
      }
      records.add(Value.ofBytes(record.toByteArray()));
    }
    CRC32C crc = new CRC32C();
    crc.update(FormatRows.write(adapter, records));

    assertThat(HexFormat.of().toHexDigits((int) crc.getValue())).isEqualTo(sum);
  }

  @Test
  void aTableThatWasWrittenIsRebuilt() throws IOException {
    GOLDEN.isRebuilt();
  }
}
