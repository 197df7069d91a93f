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

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** Ranges that cover a file. */
class SplitsTest {
  @Property(tries = 60)
  void eachRowIsOfTheRangeThatHasItsOffset(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schemaWithKeys();
    byte[] file =
        StockParquet.write(
            schema,
            rows.rows(schema, random.nextInt(200)),
            builder -> builder.withRowGroupRowCountLimit(1 + random.nextInt(60)));
    FormatAdapter adapter = Tables.open(file, Map.of());
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

    assertThat(read).isEqualTo(FormatRows.read(adapter, file));
    List<Long> cuts = adapter.cuts(FormatRows.source(file));
    List<StoredRow> between = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      long end = i + 1 < cuts.size() ? cuts.get(i + 1) : file.length;
      List<StoredRow> rowGroup =
          FormatRows.read(adapter, FormatRows.source(file), cuts.get(i), end);
      assertThat(rowGroup).isNotEmpty();
      between.addAll(rowGroup);
    }
    assertThat(between).isEqualTo(read);
    for (int i = 1; i < read.size(); i++) {
      assertThat(read.get(i).offset()).isGreaterThan(read.get(i - 1).offset());
    }
  }

  @Test
  void rangesHaveRowsByTheirBytesHoweverLargeARowGroupIs() throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 a; }");
    Random random = new Random(1);
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(new SimpleGroup(schema).append("a", random.nextLong()));
    }
    byte[] file = StockParquet.write(schema, rows);
    FormatAdapter adapter = Tables.open(file, Map.of());
    assertThat(adapter.cuts(FormatRows.source(file))).hasSize(1);

    for (int i = 0; i < 4; i++) {
      long from = file.length * i / 4;
      long to = file.length * (i + 1) / 4;
      assertThat(FormatRows.read(adapter, FormatRows.source(file), from, to))
          .hasSizeBetween(2_300, 2_700);
    }
  }

  /** Places in the original order would be those of other rows. */
  @Test
  void aFileOfMoreRowsThanBytesIsRefused() throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 a; }");
    Group one = new SimpleGroup(schema).append("a", 1L);
    byte[] file = StockParquet.write(schema, Collections.nCopies(10_000, one));
    FormatAdapter adapter = Tables.open(file, Map.of());

    assertThatThrownBy(() -> FormatRows.read(adapter, file))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("a row group of 10000 rows in");
  }
}
