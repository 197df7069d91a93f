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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Files as parquet-java writes and reads them, with its own codecs and records. */
final class StockParquet {
  private StockParquet() {}

  static byte[] write(MessageType schema, List<Group> rows) throws IOException {
    return write(schema, rows, writer -> writer);
  }

  static byte[] write(
      MessageType schema, List<Group> rows, UnaryOperator<ExampleParquetWriter.Builder> settings)
      throws IOException {
    Path file = Files.createTempDirectory("trident-parquet").resolve("file");
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withExtraMetaData(Map.of("engine", "stock"));
    try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    return take(file);
  }

  static UnaryOperator<ExampleParquetWriter.Builder> with(
      CompressionCodecName codec, WriterVersion version) {
    return builder -> builder.withCompressionCodec(codec).withWriterVersion(version);
  }

  private static byte[] take(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    Files.delete(file.getParent());
    return bytes;
  }

  static List<Group> read(byte[] bytes) throws IOException {
    Path file = Files.createTempDirectory("trident-parquet").resolve("file");
    Files.write(file, bytes);
    List<Group> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row);
      }
    }
    take(file);
    return rows;
  }

  static List<String> texts(List<Group> rows) {
    return rows.stream().map(row -> text(row, row.getType())).toList();
  }

  /** All that a row has, by its bits. */
  static String text(Group group, GroupType type) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < type.getFieldCount(); i++) {
      Type field = type.getType(i);
      for (int n = 0; n < group.getFieldRepetitionCount(i); n++) {
        text.append(i).append('=');
        text.append(
            field.isPrimitive()
                ? value(group, field, i, n)
                : text(group.getGroup(i, n), field.asGroupType()));
        text.append(';');
      }
    }
    return text.append('}').toString();
  }

  private static String value(Group group, Type field, int i, int n) {
    return switch (field.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> Boolean.toString(group.getBoolean(i, n));
      case INT32 -> Integer.toString(group.getInteger(i, n));
      case INT64 -> Long.toString(group.getLong(i, n));
      case FLOAT -> Integer.toHexString(Float.floatToRawIntBits(group.getFloat(i, n)));
      case DOUBLE -> Long.toHexString(Double.doubleToRawLongBits(group.getDouble(i, n)));
      case INT96 -> hex(group.getInt96(i, n).toByteBuffer());
      case BINARY, FIXED_LEN_BYTE_ARRAY -> hex(group.getBinary(i, n).toByteBuffer());
    };
  }

  private static String hex(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
