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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Schemas of any types, and rows of them. */
final class RandomRows {
  private static final int DIGITS = 1_000_000_000; // of decimal(9,2)

  private final Random random;
  private int names;

  RandomRows(Random random) {
    this.random = random;
  }

  /** A schema with columns that can be keys, and others. */
  Schema schema() {
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      fields.add(new Schema.Field("c" + fields.size(), type(0)));
    }
    fields.add(new Schema.Field("id", Schema.create(Schema.Type.LONG)));
    fields.add(
        new Schema.Field(
            "name",
            Schema.createUnion(
                Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING))));
    return Schema.createRecord("row", null, "random", false, fields);
  }

  private Schema type(int depth) {
    return switch (depth > 2 ? 10 : random.nextInt(12)) {
      case 0 -> Schema.createArray(type(depth + 1));
      case 1 -> Schema.createMap(type(depth + 1));
      case 2 -> record(depth);
      case 3 -> tree();
      case 4 ->
          Schema.createUnion(
              primitive(), Schema.create(Schema.Type.NULL), Schema.createArray(type(depth + 1)));
      case 5, 6 -> Schema.createUnion(Schema.create(Schema.Type.NULL), primitive());
      default -> primitive();
    };
  }

  private Schema record(int depth) {
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      fields.add(new Schema.Field("f" + fields.size(), type(depth + 1)));
    }
    return Schema.createRecord("record" + names++, null, null, false, fields);
  }

  /** A record that has lists of itself. */
  private Schema tree() {
    Schema tree = Schema.createRecord("tree" + names++, null, null, false);
    tree.setFields(
        List.of(
            new Schema.Field("label", Schema.create(Schema.Type.STRING)),
            new Schema.Field("below", Schema.createArray(tree))));
    return tree;
  }

  private Schema primitive() {
    return switch (random.nextInt(13)) {
      case 0 -> Schema.create(Schema.Type.BOOLEAN);
      case 1 -> Schema.create(Schema.Type.INT);
      case 2 -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case 3 -> Schema.create(Schema.Type.LONG);
      case 4 -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case 5 -> LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case 6 -> Schema.create(Schema.Type.FLOAT);
      case 7 -> Schema.create(Schema.Type.DOUBLE);
      case 8 -> Schema.create(Schema.Type.BYTES);
      case 9 -> LogicalTypes.decimal(9, 2).addToSchema(Schema.create(Schema.Type.BYTES));
      case 10 ->
          Schema.createEnum("enum" + names++, null, null, List.of("SPADES", "HEARTS", "CLUBS"));
      case 11 -> Schema.createFixed("fixed" + names++, null, null, random.nextInt(5));
      default -> Schema.create(Schema.Type.STRING);
    };
  }

  List<GenericRecord> rows(Schema schema, int count) {
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(record(schema, 0));
    }
    return rows;
  }

  private @Nullable Object value(Schema type, int depth) {
    boolean isFew = random.nextBoolean();
    return switch (type.getType()) {
      case NULL -> null;
      case BOOLEAN -> isFew;
      case INT -> isFew ? random.nextInt(3) - 1 : random.nextInt(-DIGITS, DIGITS);
      case LONG -> isFew ? random.nextInt(3) - 1L : random.nextLong();
      case FLOAT -> isFew ? -0f : random.nextFloat();
      case DOUBLE -> isFew ? Double.NaN : random.nextGaussian();
      case STRING -> text(isFew ? random.nextInt(2) : random.nextInt(40));
      case BYTES ->
          type.getLogicalType() == null
              ? ByteBuffer.wrap(bytes(random.nextInt(20)))
              : ByteBuffer.wrap(bytes(1 + random.nextInt(3)));
      case FIXED -> new GenericData.Fixed(type, bytes(type.getFixedSize()));
      case ENUM -> new GenericData.EnumSymbol(type, type.getEnumSymbols().get(random.nextInt(3)));
      case UNION -> value(type.getTypes().get(random.nextInt(type.getTypes().size())), depth);
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = items(depth); i > 0; i--) {
          list.add(value(type.getElementType(), depth + 1));
        }
        yield list;
      }
      case MAP -> {
        Map<String, @Nullable Object> map = new HashMap<>();
        for (int i = items(depth); i > 0; i--) {
          map.put("k" + i, value(type.getValueType(), depth + 1));
        }
        yield map;
      }
      case RECORD -> record(type, depth);
    };
  }

  private GenericRecord record(Schema type, int depth) {
    GenericRecord record = new GenericData.Record(type);
    for (Schema.Field field : type.getFields()) {
      record.put(field.pos(), value(field.schema(), depth + 1));
    }
    return record;
  }

  private int items(int depth) {
    return depth > 6 ? 0 : random.nextInt(3);
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
