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

import io.trident.layout.format.InvalidRecordException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * What the footers of all files of a table have in common.
 *
 * @param schema the columns
 * @param metadata keys and values that engines keep there, by key; such as Spark's own schema
 */
record TableFooter(MessageType schema, Map<String, String> metadata) {
  private static final int VERSION = 1;

  TableFooter {
    metadata = Collections.unmodifiableMap(new TreeMap<>(metadata)); // written in this order
  }

  static TableFooter of(FileMetaData file) {
    return new TableFooter(file.getSchema(), file.getKeyValueMetaData());
  }

  /** Returns a footer of Parquet without row groups, in base64. */
  String toText() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FileMetaData file = new FileMetaData(schema, metadata, "trident");
    Util.writeFileMetaData(
        new ParquetMetadataConverter()
            .toParquetMetadata(VERSION, new ParquetMetadata(file, List.of())),
        out);
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }

  /**
   * Reads what {@link #toText} returns.
   *
   * @throws IOException if it is none
   */
  static TableFooter parse(String text) throws IOException {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return of(
          new ParquetMetadataConverter()
              .fromParquetMetadata(Util.readFileMetaData(new ByteArrayInputStream(bytes)))
              .getFileMetaData());
    } catch (RuntimeException e) { // the library's way to report bytes that are no footer
      throw new IOException("The text is no footer of Parquet: " + e.getMessage(), e);
    }
  }

  /**
   * Checks the schema of a file of the table. The name of the message may differ.
   *
   * @throws InvalidRecordException if it is another one; names the column
   */
  void checkSchema(String file, MessageType other) throws InvalidRecordException {
    if (schema.getFields().equals(other.getFields())) {
      return;
    }
    throw new InvalidRecordException(
        "%s has another schema than the table: %s; rewrite it with the table's schema."
            .formatted(file, difference(other)));
  }

  private String difference(MessageType other) {
    for (ColumnDescriptor column : schema.getColumns()) {
      String name = String.join(".", column.getPath());
      if (!other.containsPath(column.getPath())) {
        return "column %s is absent".formatted(name);
      }
      if (!other.getColumnDescription(column.getPath()).equals(column)
          || !column.getPrimitiveType().equals(primitive(other, column))) {
        return "column %s is '%s', not '%s'"
            .formatted(name, primitive(other, column), column.getPrimitiveType());
      }
    }
    for (ColumnDescriptor column : other.getColumns()) {
      if (!schema.containsPath(column.getPath())) {
        return "column %s is not the table's".formatted(String.join(".", column.getPath()));
      }
    }
    for (Type field : schema.getFields()) {
      if (!field.equals(other.getType(field.getName()))) {
        return "column %s is another group".formatted(field.getName());
      }
    }
    return "columns are in another order";
  }

  private static Type primitive(MessageType schema, ColumnDescriptor column) {
    return schema.getType(column.getPath());
  }

  /**
   * Checks the metadata of a file of the table: values may mean other rows, such as dates of
   * another calendar.
   *
   * @throws InvalidRecordException if it is not the table's; names the key
   */
  void checkMetadata(String file, Map<String, String> other) throws InvalidRecordException {
    TreeSet<String> keys = new TreeSet<>(metadata.keySet());
    keys.addAll(other.keySet());
    for (String key : keys) {
      if (!Objects.equals(metadata.get(key), other.get(key))) {
        throw new InvalidRecordException(
            ("%s has other metadata than the table under the key %s; rewrite it, or set the option"
                    + " metadata=first if rows mean the same without.")
                .formatted(file, key));
      }
    }
  }
}
