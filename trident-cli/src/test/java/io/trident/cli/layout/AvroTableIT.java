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
package io.trident.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Tag;

/** Tables of Avro. */
@Tag("slow")
class AvroTableIT extends FormatTableCase {
  private static final Schema ROW =
      SchemaBuilder.record("row")
          .fields()
          .requiredLong("a")
          .optionalString("b")
          .optionalInt("c")
          .endRecord();

  @Override
  String format() {
    return "avro";
  }

  @Override
  List<String> write(String file, int count) throws IOException {
    Random random = new Random(count);
    List<String> rows = new ArrayList<>();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(ROW))) {
      writer.setCodec(CodecFactory.deflateCodec(6)).create(ROW, hdfs().create(path(file)));
      for (int i = 0; i < count; i++) {
        GenericRecord row = new GenericData.Record(ROW);
        row.put("a", random.nextLong());
        row.put("b", "word" + random.nextInt(200));
        row.put("c", random.nextInt(9) > 0 ? random.nextInt() : null);
        writer.append(row);
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @Override
  List<String> read(String file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataFileStream<GenericRecord> reader =
        new DataFileStream<>(hdfs().open(path(file)), new GenericDatumReader<>())) {
      reader.forEach(row -> rows.add(row.toString()));
    }
    return rows;
  }

  @Override
  void checkRead(String table, List<String> rows) throws IOException {
    String where = "b = word17 AND a >= 0";
    assertThat(run("layout", "read", table, "--where", where).out().lines())
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            rows.stream()
                .filter(row -> row.contains("\"word17\"") && !row.contains("\"a\": -"))
                .map(
                    row ->
                        row.replace(" ", "")
                            .replaceAll("\"b\":(\"\\w+\")", "\"b\":{\"string\":$1}")
                            .replaceAll("\"c\":(-?\\d+)", "\"c\":{\"int\":$1}"))
                .toList());
  }
}
