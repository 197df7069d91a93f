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
package io.trident.layout.format.lines;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.InvalidRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What reads many bytes at once finds what the scanner does, which takes one after the other. */
class ByteByByteTest {
  private static final List<Map<String, String>> DIALECTS =
      List.of(
          Map.of(), Map.of("escape", "\\"), Map.of("separator", "\"", "quote", ",", "escape", "b"));

  /** A value, and whether it is quoted. */
  private record Text(String text, boolean isQuoted) {}

  @Provide
  Arbitrary<String> csv() {
    return Arbitraries.strings().withChars("ab,\"\\\n\r").ofMaxLength(12);
  }

  @Property(tries = 20_000)
  void valuesOfRows(@ForAll("csv") String row) {
    for (Map<String, String> options : DIALECTS) {
      CsvDialect dialect = CsvDialect.of(new FormatOptions("csv", options));
      byte[] bytes = (row + "more").getBytes(StandardCharsets.UTF_8);
      assertThat(atOnce(dialect, bytes, row.length()))
          .isEqualTo(byteByByte(dialect, bytes, row.length()));
    }
  }

  /** Returns the values, or where the error is. */
  private static Object atOnce(CsvDialect dialect, byte[] bytes, int length) {
    try {
      CsvRow row = CsvRow.of(dialect, bytes, length, 2);
      List<Text> values = new ArrayList<>();
      for (int number = 0; number < row.size(); number++) {
        values.add(
            new Text(new String(row.text(number), StandardCharsets.UTF_8), row.isQuoted(number)));
      }
      return values;
    } catch (InvalidRecordException e) {
      return String.valueOf(e.getMessage()).replaceAll(" of the row.*| does not.*", "");
    }
  }

  private static Object byteByByte(CsvDialect dialect, byte[] bytes, int length) {
    CsvScanner scanner = new CsvScanner(dialect);
    List<Text> values = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < length; i++) {
      switch (scanner.take(bytes[i])) {
        case DATA -> text.append((char) bytes[i]);
        case DATA_AFTER_ESCAPE -> text.append((char) dialect.escape()).append((char) bytes[i]);
        case SYNTAX -> isQuoted = true;
        case SEPARATOR -> {
          values.add(new Text(text.toString(), isQuoted));
          text.setLength(0);
          isQuoted = false;
        }
        case STRAY, END -> {
          return "byte " + i;
        }
      }
    }
    if (scanner.isOpen()) {
      return "a quoted value";
    }
    if (length > 0) {
      values.add(new Text(text.toString(), isQuoted));
    }
    return values;
  }

  @Property
  void endsOfRows(@ForAll("csv") String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from <= bytes.length; from++) {
      RecordEnds one = next -> next == '\n';
      assertThat(RecordEnds.lineFeeds().end(bytes, from, bytes.length))
          .isEqualTo(one.end(bytes, from, bytes.length));
    }
  }
}
