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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.testing.FormatRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that nobody's writer wrote: an error, soon and in little memory. */
class HostileFilesTest {
  private static Schema schema(String fields) {
    return StockAvro.schema(fields.replace('\'', '"'));
  }

  @Property(tries = 3000)
  void changedBytesAreAnErrorOrDoNotMatter(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    String codec = List.of("null", "deflate", "snappy", "zstandard").get(random.nextInt(4));
    byte[] file =
        StockAvro.write(schema, rows.rows(schema, 1 + random.nextInt(20)), codec, Map.of());
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] changed = file.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed[random.nextInt(file.length)] = (byte) random.nextInt();
    }
    if (random.nextInt(5) == 0) {
      changed = Arrays.copyOf(changed, random.nextInt(changed.length + 20));
    }
    try {
      FormatRows.read(
          adapter, FormatRows.source(changed), random.nextInt(changed.length + 1), changed.length);
      FormatRows.read(adapter, changed);
      Tables.open(changed, Map.of());
    } catch (InvalidRecordException e) {
      assertThat(e.getMessage()).startsWith("file ");
    }
  }

  /** A file with one block of these bytes, and as many rows. */
  private static byte[] block(Schema schema, long rows, byte... data) throws IOException {
    byte[] empty = StockAvro.write(schema, List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(empty);
    out.writeBytes(Numbers.zigzag(rows));
    out.writeBytes(Numbers.zigzag(data.length));
    out.writeBytes(data);
    out.writeBytes(FileHeader.read(FormatRows.source(empty)).sync().toArray());
    return out.toByteArray();
  }

  private static void isCorrupt(byte[] file, String message) throws IOException {
    FormatAdapter adapter = Tables.open(file, Map.of());
    assertThatThrownBy(() -> FormatRows.read(adapter, file))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining(message);
  }

  @Test
  @Timeout(20)
  void lengthsThatAreNotThereAllocateNothing() throws IOException {
    Schema text = schema("{'name':'a','type':'string'}");
    for (long length :
        new long[] {Long.MAX_VALUE, Integer.MAX_VALUE, 1 << 20, -1, Long.MIN_VALUE}) {
      isCorrupt(block(text, 1, Numbers.zigzag(length)), "row 0 of its block");
    }
    isCorrupt(block(text, Long.MAX_VALUE, (byte) 0), "1 bytes for 9223372036854775807 rows");
    isCorrupt(block(text, -1, (byte) 0), "with -1 rows");
    isCorrupt(block(text, 1, (byte) 0, (byte) 0), "more bytes than its rows");
  }

  /** Each would be an object of a reader that has rows as objects. */
  @Test
  @Timeout(20)
  void listsOfValuesWithoutBytesArePassedOver() throws IOException {
    Schema nulls =
        schema(
            "{'name':'k','type':'int'},{'name':'a','type':{'type':'array','items':{'type':'record','name':'r',"
                + "'fields':[{'name':'n','type':'null'},{'name':'f','type':{'type':'fixed','name':'f','size':0}}]}}}");
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.write(0);
    row.writeBytes(Numbers.zigzag(Long.MAX_VALUE));
    row.write(0);
    byte[] file = block(nulls, 1, row.toByteArray());

    assertThat(FormatRows.read(Tables.open(file, Map.of()), file).get(0).record())
        .isEqualTo(Value.ofBytes(row.toByteArray()));
  }

  /** A record of two of the next one, and so on, has a billion values without bytes. */
  @Test
  @Timeout(20)
  void schemasThatFanOutArePassedOverByTheirBytes() throws IOException {
    String type = "'null'";
    StringBuilder fields = new StringBuilder("{'name':'k','type':'int'}");
    for (int i = 0; i < 40; i++) {
      fields.append(
          ",{'name':'f%d','type':{'type':'record','name':'r%d','fields':[{'name':'a','type':%s},{'name':'b','type':%s}]}}"
              .formatted(i, i, type, type));
      type = "'r" + i + "'";
    }
    byte[] file = block(schema(fields.toString()), 1, (byte) 2);

    assertThat(FormatRows.read(Tables.open(file, Map.of()), file)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 100_000})
  @Timeout(20)
  void valuesAreGoneIntoAsDeepAsTheStackAllows(int depth) throws IOException {
    Schema list =
        schema(
            "{'name':'k','type':'int'},{'name':'next','type':['null',{'type':'record','name':'node',"
                + "'fields':[{'name':'next','type':['null','node']}]}]}");
    byte[] row = new byte[depth + 2];
    Arrays.fill(row, 1, depth + 1, (byte) 2);
    byte[] file = block(list, 1, row);
    if (depth < 500) {
      assertThat(FormatRows.read(Tables.open(file, Map.of()), file)).hasSize(1);
    } else {
      isCorrupt(file, "a value is within 1000 others");
    }
  }

  /** Nested types, and types that name others further on. */
  @Test
  @Timeout(60)
  void schemasThatAreTooDeepAreRefused() throws IOException {
    String nested = "{'type':'array','items':".repeat(50_000) + "'int'" + "}".repeat(50_000);
    StringBuilder forward = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      forward.append(
          "%s{'name':'f%d','type':{'type':'record','name':'r%d','fields':[{'name':'n','type':'%s'}]}}"
              .formatted(i == 0 ? "" : ",", i, i, i < 2_999 ? "r" + (i + 1) : "int"));
    }
    for (String fields : List.of("{'name':'a','type':" + nested + "}", forward.toString())) {
      assertThatThrownBy(() -> Tables.open(withSchema(fields), Map.of()))
          .isInstanceOf(InvalidRecordException.class)
          .hasMessageContaining("its schema is too deep");
    }
  }

  @Test
  void aHeaderThatIsTooLargeIsRefused() throws IOException {
    byte[] file =
        StockAvro.write(
            schema("{'name':'a','type':'int'}"),
            List.of(),
            "null",
            Map.of("k", "v".repeat(1 << 23)));

    assertThatThrownBy(() -> Tables.open(file, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("its header has more than 8388608 bytes");
  }

  /** A header, whose schema no stock writer would take. */
  private static byte[] withSchema(String fields) {
    byte[] schema =
        "{'type':'record','name':'row','fields':[%s]}"
            .formatted(fields)
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'O', 'b', 'j', 1});
    out.writeBytes(Numbers.zigzag(1));
    out.writeBytes(Numbers.zigzag("avro.schema".length()));
    out.writeBytes("avro.schema".getBytes(StandardCharsets.UTF_8));
    out.writeBytes(Numbers.zigzag(schema.length));
    out.writeBytes(schema);
    out.writeBytes(Numbers.zigzag(0));
    out.writeBytes(new byte[FileHeader.SYNC_BYTES]);
    return out.toByteArray();
  }

  @Test
  void rowsWithoutBytesAreRefused() throws IOException {
    byte[] file = StockAvro.write(schema("{'name':'a','type':'null'}"), List.of());

    assertThatThrownBy(() -> Tables.open(file, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("its rows have no bytes");
  }
}
