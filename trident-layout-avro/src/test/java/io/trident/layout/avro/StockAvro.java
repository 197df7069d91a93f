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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Files as stock writers write them and stock readers read them. */
final class StockAvro {
  private static final int SYNC_BYTES = 100;

  private StockAvro() {}

  static Schema schema(String fields) {
    return new Schema.Parser()
        .parse("{\"type\":\"record\",\"name\":\"row\",\"fields\":[" + fields + "]}");
  }

  static byte[] write(Schema schema, List<GenericRecord> rows) throws IOException {
    return write(schema, rows, "null", Map.of());
  }

  static byte[] write(
      Schema schema, List<GenericRecord> rows, String codec, Map<String, String> metadata)
      throws IOException {
    return write(
        schema,
        rows,
        writer -> {
          metadata.forEach(writer::setMeta);
          return writer.setCodec(CodecFactory.fromString(codec)).setSyncInterval(SYNC_BYTES);
        });
  }

  static byte[] write(
      Schema schema, List<GenericRecord> rows, UnaryOperator<DataFileWriter<GenericRecord>> options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DataFileWriter<GenericRecord> writer =
        options.apply(new DataFileWriter<>(new GenericDatumWriter<>(schema)))) {
      writer.create(schema, out);
      for (GenericRecord row : rows) {
        writer.append(row);
      }
    }
    return out.toByteArray();
  }

  static List<GenericRecord> read(byte[] file) throws IOException {
    return read(file, 0, file.length);
  }

  /** Reads a split of a file, as jobs do. */
  static List<GenericRecord> read(byte[] file, long from, long to) throws IOException {
    List<GenericRecord> rows = new ArrayList<>();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>())) {
      reader.sync(from);
      while (reader.hasNext() && !reader.pastSync(to)) {
        rows.add(reader.next());
      }
    }
    return rows;
  }

  static List<String> texts(List<GenericRecord> rows) {
    return rows.stream().map(GenericRecord::toString).toList();
  }
}
