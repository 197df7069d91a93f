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

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Schemas of any types, and rows of them. */
record RandomRows(Random random) {
  private static final int INT96_BYTES = 12;
  private static final int DIGITS = 1_000_000_000; // of decimal(9,2)

  /** A schema with columns that can be keys, and others. */
  MessageType schemaWithKeys() {
    List<Type> fields = new ArrayList<>(schema().getFields());
    fields.add(Types.primitive(PrimitiveTypeName.INT32, Repetition.REQUIRED).named("id"));
    fields.add(
        annotated(
            PrimitiveTypeName.BINARY,
            LogicalTypeAnnotation.stringType(),
            Repetition.OPTIONAL,
            "key"));
    return new MessageType("row", fields);
  }

  MessageType schema() {
    List<Type> fields = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      fields.add(field(fields.size() + (random.nextBoolean() ? " ü" : ""), 0));
    }
    return new MessageType("row", fields);
  }

  private Type field(String name, int depth) {
    Repetition repetition = Repetition.values()[random.nextInt(3)];
    int shape = depth > 2 ? 9 : random.nextInt(10);
    return switch (shape) {
      case 0 -> {
        List<Type> fields = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          fields.add(field("f" + fields.size(), depth + 1));
        }
        yield new GroupType(repetition, name, fields);
      }
      case 1 ->
          Types.list(random.nextBoolean() ? Repetition.OPTIONAL : Repetition.REQUIRED)
              .element(primitive(Repetition.OPTIONAL, "element"))
              .named(name);
      case 2 ->
          Types.map(random.nextBoolean() ? Repetition.OPTIONAL : Repetition.REQUIRED)
              .key(PrimitiveTypeName.BINARY)
              .optionalValue(PrimitiveTypeName.INT64)
              .named(name);
      default -> primitive(repetition, name);
    };
  }

  private PrimitiveType primitive(Repetition repetition, String name) {
    return switch (random.nextInt(14)) {
      case 0 -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case 1 -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case 2 ->
          annotated(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), repetition, name);
      case 3 ->
          annotated(
              PrimitiveTypeName.INT32, LogicalTypeAnnotation.intType(8, true), repetition, name);
      case 4 ->
          annotated(
              PrimitiveTypeName.INT32, LogicalTypeAnnotation.decimalType(2, 9), repetition, name);
      case 5 -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case 6 ->
          annotated(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS),
              repetition,
              name);
      case 7 ->
          annotated(
              PrimitiveTypeName.INT64, LogicalTypeAnnotation.intType(64, false), repetition, name);
      case 8 -> Types.primitive(PrimitiveTypeName.INT96, repetition).named(name);
      case 9 -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
      case 10 -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case 11 -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
      case 12 ->
          annotated(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), repetition, name);
      default ->
          Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
              .length(1 + random.nextInt(16))
              .named(name);
    };
  }

  private static PrimitiveType annotated(
      PrimitiveTypeName type, LogicalTypeAnnotation as, Repetition repetition, String name) {
    return Types.primitive(type, repetition).as(as).named(name);
  }

  List<Group> rows(MessageType schema, int count) {
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(group(schema));
    }
    return rows;
  }

  private Group group(GroupType type) {
    SimpleGroup group = new SimpleGroup(type);
    for (int i = 0; i < type.getFieldCount(); i++) {
      int count =
          switch (type.getType(i).getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
            case REPEATED -> random.nextInt(4);
          };
      for (int n = 0; n < count; n++) {
        if (type.getType(i).isPrimitive()) {
          add(group, i, type.getType(i).asPrimitiveType());
        } else {
          group.add(i, group(type.getType(i).asGroupType()));
        }
      }
    }
    return group;
  }

  private void add(SimpleGroup group, int i, PrimitiveType type) {
    boolean isFew = random.nextBoolean();
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> group.add(i, random.nextBoolean());
      case INT32 -> group.add(i, isFew ? random.nextInt(3) - 1 : random.nextInt(-DIGITS, DIGITS));
      case INT64 -> group.add(i, isFew ? random.nextInt(3) - 1 : random.nextLong());
      case FLOAT -> group.add(i, isFew ? -0f : Float.intBitsToFloat(random.nextInt(0x7f800000)));
      case DOUBLE -> group.add(i, isFew ? Double.NaN : random.nextGaussian());
      case INT96 -> group.add(i, time());
      case FIXED_LEN_BYTE_ARRAY -> group.add(i, bytes(type.getTypeLength()));
      case BINARY -> group.add(i, bytes(isFew ? random.nextInt(2) : random.nextInt(40)));
    }
  }

  private Binary time() {
    ByteBuffer time = ByteBuffer.allocate(INT96_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return Binary.fromConstantByteArray(
        time.putLong(random.nextLong(DIGITS)).putInt(random.nextInt(DIGITS / 10)).array());
  }

  private Binary bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return Binary.fromConstantByteArray(bytes);
  }
}
