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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** However a file is cut into ranges, each row is read once, and no byte is lost. */
class RangesTest {
  private static final FormatAdapter TEXT = Tables.open("text", "line string", Map.of());
  private static final FormatAdapter CSV =
      Tables.open("csv", "a string, b string", Map.of("multiline", "true"));
  private static final FormatAdapter ESCAPED =
      Tables.open("csv", "a string, b string", Map.of("multiline", "true", "escape", "\\"));
  private static final FormatAdapter HEADED =
      Tables.open("csv", "a string, b string", Map.of("header", "a,b\n"));

  @Property
  void linesOfAnyBytes(@ForAll byte[] bytes, @ForAll long seed) throws IOException {
    assertEachRowOnce(TEXT, bytes, 0, new Random(seed));
  }

  @Property
  void linesWithManyEnds(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    assertEachRowOnce(TEXT, random("a\r\n", random), 0, random);
  }

  @Property
  void quotedLineFeeds(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    for (FormatAdapter adapter : List.of(CSV, ESCAPED)) {
      byte[] bytes = random("a,\"\n\r\\", random);
      MemorySource file = new MemorySource("file", bytes);
      try {
        Tables.read(adapter, file, 0, bytes.length);
      } catch (InvalidRecordException e) { // the last quote is open
        assertThat(e).hasMessageContaining("does not end");
        continue;
      }
      assertEachRowOnce(adapter, bytes, 0, random);
    }
  }

  @Property
  void aHeaderIsNoRow(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("a,b\n".getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(random("a,\n", random));
    assertEachRowOnce(HEADED, bytes.toByteArray(), 4, random);
  }

  /**
   * A file without line feeds is one row: it ends a reader with a message, not for want of memory.
   */
  @Test
  void aRowLargerThanMemoryIsAnError() {
    ByteSource endless =
        new ByteSource() {
          @Override
          public String name() {
            return "endless";
          }

          @Override
          public long length() {
            return Long.MAX_VALUE;
          }

          @Override
          public InputStream open(long from, long to) {
            return new InputStream() {
              @Override
              public int read() {
                return 'x';
              }

              @Override
              public int read(byte[] into, int offset, int length) {
                Arrays.fill(into, offset, offset + length, (byte) 'x');
                return length;
              }
            };
          }
        };
    assertThatThrownBy(() -> Tables.read(TEXT, endless, 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("endless")
        .hasMessageContaining("line feeds");
  }

  private static byte[] random(String alphabet, Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return bytes;
  }

  private static void assertEachRowOnce(
      FormatAdapter adapter, byte[] bytes, int headerLength, Random random) throws IOException {
    MemorySource file = new MemorySource("file", bytes);
    TreeSet<Long> cuts = new TreeSet<>(List.of(0L, (long) bytes.length));
    for (int i = 0; i < 3; i++) {
      cuts.add((long) random.nextInt(bytes.length + 1));
    }
    List<StoredRow> rows = new ArrayList<>();
    for (long from : cuts.headSet((long) bytes.length)) {
      long to = cuts.higher(from);
      List<StoredRow> part = Tables.read(adapter, file, from, to);
      assertThat(part).allMatch(row -> row.offset() >= from && row.offset() < to);
      rows.addAll(part);
    }
    assertThat(rows).isEqualTo(Tables.read(adapter, file, 0, bytes.length));

    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (StoredRow row : rows) {
      assertThat(row.offset()).isEqualTo(headerLength + joined.size());
      joined.writeBytes(row.record().toArray());
      joined.write('\n');
    }
    byte[] content = Arrays.copyOfRange(bytes, headerLength, bytes.length);
    boolean lacksEnd = content.length > 0 && content[content.length - 1] != '\n';
    assertThat(Arrays.copyOf(joined.toByteArray(), joined.size() - (lacksEnd ? 1 : 0)))
        .isEqualTo(content);
  }

  @Test
  void aFileWithAnotherHeaderIsRefused() {
    for (String file : List.of("a,c\n1,2\n", "b", "\uFEFFa,b\n1,2\n")) {
      assertThatThrownBy(() -> Tables.texts(HEADED, file))
          .isInstanceOf(InvalidRecordException.class)
          .hasMessageContaining("file, offset 0: does not begin with the header");
    }
  }

  @Test
  void aHeaderWithoutRows() throws IOException {
    assertThat(Tables.texts(HEADED, "a,b\n")).isEmpty();
    assertThat(Tables.texts(HEADED, "a,b")).isEmpty();
    assertThat(Tables.texts(HEADED, "")).isEmpty();
  }

  @Test
  void aByteOrderMarkIsRefused() {
    assertThatThrownBy(() -> Tables.texts(TEXT, "\uFEFFa")).hasMessageContaining("byte order mark");
  }

  @Test
  void aFileThatIsShorterThanItWasIsAnError() {
    MemorySource file = MemorySource.of("a\nb\n");
    var longer =
        new io.trident.layout.format.ByteSource() {
          @Override
          public String name() {
            return "file";
          }

          @Override
          public long length() {
            return 10;
          }

          @Override
          public java.io.InputStream open(long from, long to) {
            return file.open(from, 4);
          }
        };
    assertThatThrownBy(() -> Tables.read(TEXT, longer, 0, 10))
        .hasMessage("file ends after 4 of 10 bytes.");
  }
}
