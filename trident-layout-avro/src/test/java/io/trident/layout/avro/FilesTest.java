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
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not the table's, or not as they were written. */
class FilesTest {
  private static final String FIELDS =
      "{'name':'a','type':'int'},{'name':'b','type':['null','string']}";

  private static Schema schema(String fields) {
    return StockAvro.schema(fields.replace('\'', '"'));
  }

  private static byte[] file(String fields) throws IOException {
    return StockAvro.write(schema(fields), new RandomRows(new Random(1)).rows(schema(fields), 100));
  }

  @Test
  void aTextIsNoFileOfAvro() {
    byte[] text = "a,b\n1,2\n and so on".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Tables.open(text, Map.of()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "file cannot be read as Avro: it does not begin as files of Avro do; give another"
                + " format.");
    assertThatThrownBy(() -> Tables.open(new byte[0], Map.of()))
        .isInstanceOf(InvalidRecordException.class);
  }

  @Test
  void aFileThatWasCutIsAnErrorWhereverItWasCut() throws IOException {
    byte[] whole = file(FIELDS);
    FormatAdapter adapter = Tables.open(whole, Map.of());
    int rows = FormatRows.read(adapter, whole).size();
    int ends = 0;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      try {
        assertThat(FormatRows.read(adapter, cut)).hasSizeLessThan(rows);
        ends++; // behind a block
      } catch (InvalidRecordException e) {
        assertThat(e.getMessage()).startsWith("file ");
      }
    }
    assertThat(ends).isBetween(1, 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'a','type':'long'},{'name':'b','type':['null','string']} | column a is \"long\", not \"int\"",
        "{'name':'a','type':'int'},{'name':'b','type':['string','null']} | column b is [\"string\",\"null\"]",
        "{'name':'a','type':'int'} | column b is absent",
        "{'name':'a','type':'int'},{'name':'b','type':['null','string']},{'name':'c','type':'int'} | column c is not the table's",
        "{'name':'b','type':['null','string']},{'name':'a','type':'int'} | columns are in another order",
      })
  void aFileOfAnotherSchemaIsRefused(String fields, String message) throws IOException {
    FormatAdapter adapter = Tables.open(file(FIELDS), Map.of());

    assertThatThrownBy(() -> FormatRows.read(adapter, file(fields)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageStartingWith("file has another schema than the table: ")
        .hasMessageContaining(message);
  }

  @Test
  void theNameOfTheRecordAndDocumentationDoNotMatter() throws IOException {
    FormatAdapter adapter = Tables.open(file(FIELDS), Map.of());
    Schema other =
        new Schema.Parser()
            .parse(
                "{'type':'record','name':'other','doc':'rows','fields':[%s]}"
                    .formatted(FIELDS)
                    .replace('\'', '"'));

    assertThat(FormatRows.read(adapter, StockAvro.write(other, List.of()))).isEmpty();
  }

  @Test
  void aFileOfOtherMetadataIsRefusedUnlessThatOfTheFirstIsMeant() throws IOException {
    byte[] first = file(FIELDS);
    byte[] other = StockAvro.write(schema(FIELDS), List.of(), "deflate", Map.of("engine", "other"));

    assertThatThrownBy(() -> FormatRows.read(Tables.open(first, Map.of()), other))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("under the key engine")
        .hasMessageContaining("metadata=first");
    FormatAdapter adapter = Tables.open(first, Map.of("metadata", "first"));
    assertThat(FormatRows.read(adapter, other)).isEmpty();
    byte[] extent = FormatRows.write(Tables.open(other, Map.of()), List.of());
    assertThat(FileHeader.read(FormatRows.source(extent)).texts()).containsEntry("engine", "other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compression | gzip | give one of deflate, snappy, zstd, none",
        "block.bytes | 10 | give a number of bytes from 1024",
        "block.bytes | 99999999999 | give a number of bytes from 1024",
        "metadata | last | give one of same, first",
        "header | abc | give what the conversion takes from the first file",
        "header | T2JqAQ== | give what the conversion takes from the first file",
        "blocks | 1 | has no option blocks"
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
      assertThatThrownBy(() -> FormatRows.read(adapter, failing, file.length / 2, file.length))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(InvalidRecordException.class)
          .hasMessage("node is down");
    }
  }
}
