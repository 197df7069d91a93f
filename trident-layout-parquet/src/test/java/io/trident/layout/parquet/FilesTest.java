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

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.testing.FailingSource;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not the table's, or not as they were written. */
class FilesTest {
  private static byte[] file(String fields) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + fields + " }");
    return StockParquet.write(schema, new RandomRows(new Random(1)).rows(schema, 100));
  }

  private static final String FIELDS = "required int32 a; optional binary b (STRING);";

  @Test
  void aTextIsNoFileOfParquet() {
    byte[] text = "a,b\n1,2\n and so on".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Tables.open(text, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageStartingWith("file cannot be read as Parquet: file is not a Parquet file");
  }

  @Test
  void anEmptyFileIsNoFileOfParquet() {
    assertThatThrownBy(() -> Tables.open(new byte[0], Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("length is too low");
  }

  @Test
  void aFileThatWasCutIsNoFileOfParquet() throws IOException {
    byte[] whole = file(FIELDS);
    FormatAdapter adapter = Tables.open(whole, Map.of());

    assertThatThrownBy(() -> FormatRows.read(adapter, Arrays.copyOf(whole, whole.length - 9)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("is not a Parquet file");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEncryptedFileIsRefused(boolean isFooterPlain) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + FIELDS + " }");
    FileEncryptionProperties.Builder encryption =
        FileEncryptionProperties.builder("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    byte[] file =
        StockParquet.write(
            schema,
            List.of(),
            (ExampleParquetWriter.Builder builder) ->
                builder.withEncryption(
                    (isFooterPlain ? encryption.withPlaintextFooter() : encryption).build()));

    assertThatThrownBy(() -> Tables.open(file, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining(isFooterPlain ? "is encrypted" : "encrypted footer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "required int64 a; optional binary b (STRING); | column a is 'required int64 a', not 'required int32 a'",
        "optional int32 a; optional binary b (STRING); | column a is 'optional int32 a'",
        "required int32 a; optional binary b; | column b is 'optional binary b'",
        "required int32 a; | column b is absent",
        "required int32 a; optional binary b (STRING); optional int32 c; | column c is not the table's",
        "optional binary b (STRING); required int32 a; | columns are in another order",
      })
  void aFileOfAnotherSchemaIsRefused(String fields, String message) throws IOException {
    FormatAdapter adapter = Tables.open(file(FIELDS), Map.of());

    assertThatThrownBy(() -> FormatRows.read(adapter, file(fields)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageStartingWith("file has another schema than the table: ")
        .hasMessageContaining(message);
  }

  @Test
  void theNameOfTheSchemaDoesNotMatter() throws IOException {
    FormatAdapter adapter = Tables.open(file(FIELDS), Map.of());
    MessageType other = MessageTypeParser.parseMessageType("message other { " + FIELDS + " }");

    assertThat(FormatRows.read(adapter, StockParquet.write(other, List.of()))).isEmpty();
  }

  @Test
  void aFileOfOtherMetadataIsRefusedUnlessThatOfTheFirstIsMeant() throws IOException {
    byte[] first = file(FIELDS);
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + FIELDS + " }");
    byte[] other =
        StockParquet.write(
            schema, List.of(), builder -> builder.withExtraMetaData(Map.of("engine", "other")));

    assertThatThrownBy(() -> FormatRows.read(Tables.open(first, Map.of()), other))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("under the key engine")
        .hasMessageContaining("metadata=first");
    assertThat(FormatRows.read(Tables.open(first, Map.of("metadata", "first")), other)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compression | gzip | give one of zstd, snappy, none",
        "page.bytes | 10 | give a number of bytes from 1024",
        "page.bytes | 99999999999 | give a number of bytes from 1024",
        "dictionary | yes | give one of true, false",
        "footer | abc | give what the conversion takes from the first file",
        "pages | 1 | has no option pages"
      })
  void anOptionWithoutValidValueIsAnError(String name, String value, String message)
      throws IOException {
    byte[] file = file(FIELDS);
    assertThatThrownBy(() -> Tables.open(file, Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** What a host cannot read is none of the file's faults. */
  @Test
  void anErrorOfTheHostIsThatError() throws IOException {
    byte[] file = file(FIELDS);
    FormatAdapter adapter = Tables.open(file, Map.of());
    for (int healthy = 0; healthy < 3; healthy++) {
      ByteSource failing = new FailingSource(file, healthy);
      assertThatThrownBy(() -> FormatRows.read(adapter, failing, 0, file.length))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(InvalidRecordException.class)
          .hasMessage("node is down");
    }
  }

  @Property(tries = 1500)
  void changedBytesAreAnErrorOrDoNotMatter(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schema();
    byte[] file = StockParquet.write(schema, rows.rows(schema, 1 + random.nextInt(20)));
    FormatAdapter adapter = Tables.open(file, Map.of());
    byte[] changed = file.clone();
    int from = random.nextBoolean() ? 0 : file.length * 2 / 3; // where the footer is
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed[from + random.nextInt(file.length - from)] = (byte) random.nextInt();
    }
    if (random.nextInt(5) == 0) {
      changed = Arrays.copyOf(changed, random.nextInt(changed.length + 20));
    }
    try {
      FormatRows.read(adapter, changed);
      Tables.open(changed, Map.of());
    } catch (InvalidRecordException e) {
      assertThat(e.getMessage()).startsWith("file ");
    }
  }
}
