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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * The header of a file.
 *
 * @param schema of its rows; a record
 * @param metadata all of it by key; the schema's text and the codec as well
 * @param sync the marker behind each block
 * @param length of the header in the file, in bytes
 */
record FileHeader(Schema schema, Map<String, Value.Bytes> metadata, Value.Bytes sync, long length) {
  static final int SYNC_BYTES = 16;

  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final String SCHEMA = "avro.schema";
  private static final String CODEC = "avro.codec";

  /** Schemas of thousands of columns have a tenth of it. Parsers of JSON take a text of it. */
  private static final long MAX_BYTES = 1 << 23;

  FileHeader {
    metadata = Collections.unmodifiableMap(new TreeMap<>(metadata)); // written in this order
  }

  /**
   * Reads the header of a file.
   *
   * @throws InvalidRecordException if the file is none of Avro, or its rows are no records
   * @throws IOException if it cannot be read
   */
  static FileHeader read(ByteSource file) throws IOException {
    try (SourceInput in = new SourceInput(file, 0, file.length())) {
      if (in.remaining() < MAGIC.length
          || !Value.ofBytes(in.take(MAGIC.length)).equals(Value.ofBytes(MAGIC))) {
        throw InvalidFiles.corrupt(
            file.name(), "it does not begin as files of Avro do; give another format.");
      }
      Map<String, Value.Bytes> metadata = new TreeMap<>();
      for (long count = in.zigzag(); count != 0; count = in.zigzag()) {
        if (count < 0) {
          in.zigzag(); // how many bytes follow
        }
        for (long i = Math.abs(count); i != 0; i--) {
          String key = new String(text(in), StandardCharsets.UTF_8);
          metadata.put(key, Value.ofBytes(text(in)));
        }
      }
      Value.Bytes sync = Value.ofBytes(in.take(SYNC_BYTES));
      return new FileHeader(schema(file.name(), metadata), metadata, sync, in.position());
    }
  }

  private static byte[] text(SourceInput in) throws IOException {
    long length = in.zigzag();
    if (length > MAX_BYTES - in.position()) {
      throw InvalidFiles.corrupt(
          in.name(), "its header has more than %d bytes.".formatted(MAX_BYTES));
    }
    return in.take(length);
  }

  private static Schema schema(String file, Map<String, Value.Bytes> metadata)
      throws InvalidRecordException {
    Value.Bytes text = metadata.get(SCHEMA);
    if (text == null) {
      throw InvalidFiles.corrupt(file, "its header has no schema.");
    }
    Schema schema = parse(file, text.toString());
    if (schema.getType() != Schema.Type.RECORD) {
      throw InvalidFiles.corrupt(
          file, "its rows are no records; write them as records of one column.");
    }
    try {
      if (DatumShape.of(schema).isEmpty()) {
        throw InvalidFiles.corrupt(file, "its rows have no bytes; leave it as it is.");
      }
    } catch (IllegalArgumentException e) {
      throw InvalidFiles.corrupt(file, "its schema is too deep", e);
    }
    return schema;
  }

  private static Schema parse(String file, String text) throws InvalidRecordException {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      depth +=
          switch (text.charAt(i)) {
            case '[', '{' -> 1;
            case ']', '}' -> -1;
            default -> 0;
          };
      if (depth > DatumShape.MAX_DEPTH) {
        throw InvalidFiles.corrupt(file, "its schema is too deep.");
      }
    }
    try {
      return new Schema.Parser(NameValidator.NO_VALIDATION).setValidateDefaults(false).parse(text);
    } catch (RuntimeException e) { // of any kind, if the text is no schema
      throw InvalidFiles.corrupt(file, "its schema is none", e);
    } catch (StackOverflowError e) { // types that name each other on and on; they hold nothing
      throw InvalidFiles.corrupt(file, "its schema is too deep.");
    }
  }

  /** Returns the codec's name. */
  String codec() {
    Value.Bytes codec = metadata.get(CODEC);
    return codec == null ? Compression.NONE.codec() : codec.toString();
  }

  /** Returns keys and values of the metadata as texts. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    metadata.forEach((key, value) -> texts.put(key, value.toString()));
    return texts;
  }

  /** Returns the header as extents have it, in which keys are in one block, in their order. */
  byte[] toBytes(Compression compression) {
    Map<String, Value.Bytes> written = new TreeMap<>(metadata);
    written.put(CODEC, Value.ofString(compression.codec()));
    return bytes(written);
  }

  private byte[] bytes(Map<String, Value.Bytes> written) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    out.writeBytes(Numbers.zigzag(written.size()));
    written.forEach(
        (key, value) -> {
          byte[] name = key.getBytes(StandardCharsets.UTF_8);
          out.writeBytes(Numbers.zigzag(name.length));
          out.writeBytes(name);
          out.writeBytes(Numbers.zigzag(value.length()));
          out.writeBytes(value.toArray());
        });
    out.writeBytes(Numbers.zigzag(0));
    out.writeBytes(sync.toArray());
    return out.toByteArray();
  }

  /** Returns a file of Avro without rows, in base64. */
  String toText() {
    return Base64.getEncoder().encodeToString(bytes(metadata));
  }

  /**
   * Reads what {@link #toText} returns.
   *
   * @throws IOException if it is none
   */
  static FileHeader parse(String text) throws IOException {
    try {
      return read(new Text(Base64.getDecoder().decode(text)));
    } catch (IllegalArgumentException e) {
      throw new IOException("The text is no header of Avro: " + e.getMessage(), e);
    }
  }

  private record Text(byte[] bytes) implements ByteSource {
    @Override
    public String name() {
      return "header";
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

  /**
   * Checks the header of a file of the table: values may mean other rows, such as dates of another
   * calendar.
   *
   * @throws InvalidRecordException if metadata is not the table's; names the key
   */
  void checkMetadata(String file, FileHeader other) throws InvalidRecordException {
    TreeSet<String> keys = new TreeSet<>(metadata.keySet());
    keys.addAll(other.metadata().keySet());
    keys.remove(SCHEMA);
    keys.remove(CODEC);
    for (String key : keys) {
      if (!Objects.equals(metadata.get(key), other.metadata().get(key))) {
        throw new InvalidRecordException(
            ("%s has other metadata than the table under the key %s; rewrite it, or set the option"
                    + " metadata=first if rows mean the same without.")
                .formatted(file, key));
      }
    }
  }

  /**
   * Checks the schema of a file of the table. The name of the record, documentation and aliases may
   * differ.
   *
   * @throws InvalidRecordException if it is another one; names the column
   */
  void checkSchema(String file, FileHeader other) throws InvalidRecordException {
    if (schema.getFields().equals(other.schema().getFields())) {
      return;
    }
    throw new InvalidRecordException(
        "%s has another schema than the table: %s; rewrite it with the table's schema."
            .formatted(file, difference(other.schema())));
  }

  private String difference(Schema other) {
    for (Schema.Field field : schema.getFields()) {
      Schema.Field there = other.getField(field.name());
      if (there == null) {
        return "column %s is absent".formatted(field.name());
      } else if (!field.schema().equals(there.schema())) {
        return "column %s is %s, not %s".formatted(field.name(), there.schema(), field.schema());
      }
    }
    for (Schema.Field field : other.getFields()) {
      if (schema.getField(field.name()) == null) {
        return "column %s is not the table's".formatted(field.name());
      }
    }
    return "columns are in another order, or have other defaults or properties";
  }
}
