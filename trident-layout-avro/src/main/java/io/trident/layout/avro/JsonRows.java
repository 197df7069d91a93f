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

import io.trident.layout.format.InvalidRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;

/** Rows as objects of JSON, in Avro's encoding of values as JSON. */
final class JsonRows {
  private JsonRows() {}

  /**
   * Returns a row on one line.
   *
   * @throws InvalidRecordException if it is none of the schema
   */
  static byte[] line(Schema schema, byte[] record) throws InvalidRecordException {
    try {
      BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(record, null);
      Object row = new GenericDatumReader<>(schema).read(null, decoder);
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      JsonEncoder encoder = EncoderFactory.get().jsonEncoder(schema, line);
      new GenericDatumWriter<>(schema).write(row, encoder);
      encoder.flush();
      return line.toByteArray();
    } catch (IOException | AvroRuntimeException e) {
      InvalidRecordException invalid =
          new InvalidRecordException("a row cannot be given as JSON: " + e.getMessage());
      invalid.initCause(e);
      throw invalid;
    }
  }
}
