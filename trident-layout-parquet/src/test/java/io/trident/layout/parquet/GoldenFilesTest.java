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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.testing.FormatRows;
import io.trident.layout.testing.GoldenTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.parquet.Version;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each version of the format writes is what it has always written. If this fails, as it may
 * with another version of parquet-java or aircompressor, extents of tables that exist can no longer
 * be rebuilt: keep the libraries, or make a new version of the format beside this one with
 * libraries of its own. What a new version writes is in {@code target/golden}.
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
    "zstd,true,1024,1024,748e208d",
    "snappy,true,1048576,67108864,76c5f727",
    "none,true,1048576,67108864,eefaa11f",
    "zstd,false,4096,4096,2a2e4731"
  })
  void otherOptionsAreWrittenAsEver(
      String compression, String dictionary, String page, String rowGroup, String sum)
      throws IOException {
    assertThat(
            GOLDEN.sum(
                Map.of(
                    "compression",
                    compression,
                    "dictionary",
                    dictionary,
                    "page.bytes",
                    page,
                    "row.group.bytes",
                    rowGroup)))
        .isEqualTo(sum);
  }

  /** Of many pages, with dictionaries that become too large, or end with a NaN, and others. */
  @Test
  void aLargeBucketIsWrittenAsEver() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required int64 id; required int64 few; required double d; required binary"
                + " text; optional float f; }");
    FormatAdapter adapter = Tables.open(StockParquet.write(schema, List.of()), Map.of());
    Random random = new Random(27);
    List<Value.Bytes> records = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      RecordBuffer record = new RecordBuffer();
      record.setBit(record.reserve(1), 0);
      record.putZigzag(random.nextLong());
      record.putZigzag(i / 1000);
      double number = i == 90_000 ? Double.NaN : random.nextInt(100);
      record.putFixed(Double.doubleToRawLongBits(number), Double.BYTES);
      record.putVarint(i % 13);
      record.put(ByteBuffer.wrap(new byte[i % 13]));
      record.putFixed(i, Float.BYTES);
      records.add(record.toRecord());
    }
    CRC32C crc = new CRC32C();
    crc.update(FormatRows.write(adapter, records));

    assertThat(HexFormat.of().toHexDigits((int) crc.getValue())).isEqualTo("b9056396");
  }

  @Test
  void aTableThatWasWrittenIsRebuilt() throws IOException {
    GOLDEN.isRebuilt();
  }

  /** Whoever changes the version reads the comment of this class. */
  @Test
  void theLibraryIsTheOneThatVersion1WasMadeWith() {
    assertThat(Version.VERSION_NUMBER).isEqualTo("1.17.0");
  }
}
