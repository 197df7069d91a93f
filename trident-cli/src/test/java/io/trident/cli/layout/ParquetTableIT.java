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
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;

/** Tables of Parquet. */
@Tag("slow")
class ParquetTableIT extends FormatTableCase {
  private static final MessageType ROW =
      MessageTypeParser.parseMessageType(
          "message row { required int64 a; optional binary b (STRING); optional int32 c; }");

  @Override
  String format() {
    return "parquet";
  }

  @Override
  void checkRead(String table, List<String> rows) throws IOException {
    assertThat(run("layout", "read", table).err()).contains("read it with Spark");
  }

  @Override
  List<String> write(String file, int count) throws IOException {
    Random random = new Random(count);
    List<String> rows = new ArrayList<>();
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(hdfs().makeQualified(path(file)))
            .withConf(hdfs().getConf())
            .withType(ROW)
            .build()) {
      for (int i = 0; i < count; i++) {
        Group row = new SimpleGroup(ROW).append("a", random.nextLong());
        row.add("b", "word" + random.nextInt(200));
        if (random.nextInt(9) > 0) {
          row.add("c", random.nextInt());
        }
        writer.write(row);
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @Override
  List<String> read(String file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), hdfs().makeQualified(path(file)))
            .withConf(hdfs().getConf())
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
