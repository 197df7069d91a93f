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

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.Schema;
import io.trident.layout.format.SparkCalendar;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Avro object container files. */
public final class AvroFormat implements RowFormat {
  @Override
  public String name() {
    return AvroOptions.NAME;
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public String extension() {
    return ".avro";
  }

  @Override
  public boolean givesLines() {
    return true;
  }

  /** Takes header and compression from the file, if they are not given. */
  @Override
  public Map<String, String> complete(Map<String, String> given, ByteSource file)
      throws IOException {
    Map<String, String> options = new TreeMap<>(given);
    if (!options.containsKey(AvroOptions.HEADER)) {
      FileHeader header = FileHeader.read(file);
      options.put(AvroOptions.HEADER, header.toText());
      options.putIfAbsent(
          AvroOptions.COMPRESSION, Compression.ofCodec(file.name(), header.codec()).option());
    }
    return Map.copyOf(options);
  }

  @Override
  public Optional<Schema> schema(Map<String, String> options) {
    return Optional.of(new KeyColumns(AvroOptions.of(options).header().schema()).schemaOfKeys());
  }

  @Override
  public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> given) {
    AvroOptions options = AvroOptions.of(given);
    KeyColumns columns = new KeyColumns(options.header().schema());
    schema.columns().forEach(columns::check);
    SparkCalendar calendar = SparkCalendar.of(options.header().texts());
    return new AvroAdapter(
        options,
        keys.stream()
            .map(schema::column)
            .map((Column key) -> new KeyValues(key, columns.type(key.name()), calendar))
            .toList());
  }
}
