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
import io.trident.layout.format.RecordBytes;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Shows canonical records to a writer of Parquet.
 *
 * @param shape of the table's schema
 */
record RecordParser(GroupShape shape) {
  /**
   * Adds a row.
   *
   * @throws InvalidRecordException if the bytes are no canonical record of the schema; part of it
   *     was added then
   */
  void parse(byte[] record, RecordConsumer out) throws InvalidRecordException {
    RecordInput in = new RecordInput(record);
    out.startMessage();
    group(shape, in, out);
    out.endMessage();
    if (!in.isAtEnd()) {
      throw RecordBytes.cut();
    }
  }

  private static void group(GroupShape shape, RecordInput in, RecordConsumer out)
      throws InvalidRecordException {
    int bits = in.skip(shape.bitBytes());
    for (GroupShape.Field field : shape.fields()) {
      if (in.bit(bits, field.bit())) {
        out.startField(field.path(), field.index());
        do {
          value(field, in, out);
        } while (field.isRepeated() && in.flag());
        out.endField(field.path(), field.index());
      }
    }
  }

  private static void value(GroupShape.Field field, RecordInput in, RecordConsumer out)
      throws InvalidRecordException {
    GroupShape group = field.group();
    if (group == null) {
      primitive(field.primitive(), in, out);
    } else {
      out.startGroup();
      group(group, in, out);
      out.endGroup();
    }
  }

  private static void primitive(PrimitiveType type, RecordInput in, RecordConsumer out)
      throws InvalidRecordException {
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> out.addBoolean(in.flag());
      case INT32 -> out.addInteger((int) in.zigzag());
      case INT64 -> out.addLong(in.zigzag());
      case FLOAT -> out.addFloat(Float.intBitsToFloat((int) in.fixed(Float.BYTES)));
      case DOUBLE -> out.addDouble(Double.longBitsToDouble(in.fixed(Double.BYTES)));
      case INT96, FIXED_LEN_BYTE_ARRAY, BINARY -> out.addBinary(in.binary(type));
    }
  }
}
