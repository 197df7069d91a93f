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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** What a read may take, however the client describes the extent. */
class SliceReadTest {
  private static final int LONGEST_ROW = 1_000;

  private record Bytes(byte[] bytes) implements ByteSource {
    @Override
    public String name() {
      return "extent";
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public InputStream open(long from, long to) {
      return new ByteArrayInputStream(bytes, (int) from, (int) (to - from));
    }
  }

  private static FormatAdapter adapter(String format, Map<String, String> options) {
    Schema schema = new Schema(List.of(new Column("value", ColumnType.of(ColumnType.Kind.STRING))));
    return RowFormats.installed(SliceReadTest.class.getClassLoader())
        .find(format, 1)
        .open(schema, List.of("value"), options);
  }

  private static Map<Integer, ByteString> read(
      String text, FormatAdapter adapter, long mostBytes, int slices) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Set<Integer> all = IntStream.range(0, slices).boxed().collect(Collectors.toSet());
    return new SliceRead(new Bytes(bytes), adapter, mostBytes, LONGEST_ROW)
        .run(
            SlicedExtent.of("/e", new ExtendedBlock("BP", 1, bytes.length, 1), "", 0, slices), all);
  }

  @Test
  void slicesHaveAllRows() throws IOException {
    String text =
        IntStream.range(0, 500).mapToObj(i -> "row" + i + "\n").collect(Collectors.joining());
    Map<Integer, ByteString> slices = read(text, adapter("text", Map.of()), text.length(), 7);
    assertThat(slices).hasSize(7);
    assertThat(slices.values().stream().flatMap(one -> one.toStringUtf8().lines()))
        .containsExactlyInAnyOrderElementsOf(text.lines().toList());
  }

  @Test
  void aRowThatIsTooLongEndsARead() throws IOException {
    String row = "x".repeat(LONGEST_ROW);
    for (Map<String, String> options :
        List.of(Map.<String, String>of(), Map.of("separator", "x"), Map.of("line.end", "lf"))) {
      FormatAdapter adapter = adapter("text", options);
      assertThat(read(row + "\n" + row, adapter, 10 * LONGEST_ROW, 2)).hasSize(2);
      assertThatThrownBy(() -> read("a\n" + row + "x", adapter, 10 * LONGEST_ROW, 2))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("more than 1000 bytes");
    }
    FormatAdapter quoted = adapter("csv", Map.of("multiline", "true"));
    assertThatThrownBy(() -> read('"' + "x\n".repeat(LONGEST_ROW), quoted, 10 * LONGEST_ROW, 2))
        .hasMessageContaining("more than 1000 bytes");
  }

  @Test
  void aHeaderThatEachSliceWouldHaveEndsARead() {
    String header = "value".repeat(100_000);
    Schema schema = new Schema(List.of(new Column(header, ColumnType.of(ColumnType.Kind.STRING))));
    FormatAdapter adapter =
        RowFormats.installed(getClass().getClassLoader())
            .find("csv", 1)
            .open(schema, List.of(header), Map.of("header", header + "\n"));
    String text =
        header
            + "\n"
            + IntStream.range(0, 500).mapToObj(i -> i + "\n").collect(Collectors.joining());
    assertThatThrownBy(() -> read(text, adapter, text.length() + 4_096 * 100, 100))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more");
  }
}
