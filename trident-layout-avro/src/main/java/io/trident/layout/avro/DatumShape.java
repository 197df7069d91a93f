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
import io.trident.layout.format.RecordBytes;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/*
 * The bytes of a datum have no length of their own: where it ends is known once its values were
 * passed over. That takes time as the datum has bytes, whatever the bytes are: values that have none
 * (null, and records of nulls) are known by their schema and passed over at once, be there a billion
 * of them in a list; and a value within others is only gone into as deep as MAX_DEPTH.
 */
/** How values of a schema are encoded, as far as it takes to pass over them. Immutable. */
final class DatumShape {
  /** So many values can be within each other; readers of rows as objects need more stack. */
  static final int MAX_DEPTH = 1000;

  private enum Kind {
    EMPTY,
    FIXED,
    VARINT,
    BYTES,
    RECORD,
    LIST,
    MAP,
    UNION
  }

  private final Kind kind;

  /** How many bytes it has, if that is fixed. */
  private final int size;

  /** Of a record its fields, of lists what is in them, of a union its branches. */
  private final List<DatumShape> parts = new ArrayList<>();

  private DatumShape(Kind kind, int size) {
    this.kind = kind;
    this.size = size;
  }

  /**
   * Returns the shape of a schema, which may contain itself.
   *
   * @throws IllegalArgumentException if types are within more than {@link #MAX_DEPTH} others
   */
  static DatumShape of(Schema schema) {
    return new Shapes().of(schema, 0);
  }

  /** Returns whether values have no bytes. */
  boolean isEmpty() {
    return kind == Kind.EMPTY;
  }

  private static final class Shapes {
    private final Map<Schema, DatumShape> records = new IdentityHashMap<>();
    private final Map<Schema, Boolean> empty = new IdentityHashMap<>();

    private DatumShape of(Schema schema, int depth) {
      check(depth);
      return switch (schema.getType()) {
        case NULL -> new DatumShape(Kind.EMPTY, 0);
        case BOOLEAN -> new DatumShape(Kind.FIXED, 1);
        case FLOAT -> new DatumShape(Kind.FIXED, Float.BYTES);
        case DOUBLE -> new DatumShape(Kind.FIXED, Double.BYTES);
        case FIXED ->
            new DatumShape(
                schema.getFixedSize() == 0 ? Kind.EMPTY : Kind.FIXED, schema.getFixedSize());
        case INT, LONG, ENUM -> new DatumShape(Kind.VARINT, 0);
        case STRING, BYTES -> new DatumShape(Kind.BYTES, 0);
        case ARRAY -> with(Kind.LIST, List.of(schema.getElementType()), depth);
        case MAP -> with(Kind.MAP, List.of(schema.getValueType()), depth);
        case UNION -> with(Kind.UNION, schema.getTypes(), depth);
        case RECORD -> record(schema, depth);
      };
    }

    private static void check(int depth) {
      if (depth > MAX_DEPTH) {
        throw new IllegalArgumentException("a type is within %d others".formatted(MAX_DEPTH));
      }
    }

    private DatumShape with(Kind kind, List<Schema> parts, int depth) {
      DatumShape shape = new DatumShape(kind, 0);
      parts.forEach(part -> shape.parts.add(of(part, depth + 1)));
      return shape;
    }

    private DatumShape record(Schema schema, int depth) {
      DatumShape known = records.get(schema);
      if (known != null) {
        return known;
      }
      DatumShape shape = new DatumShape(isEmpty(schema, depth) ? Kind.EMPTY : Kind.RECORD, 0);
      records.put(schema, shape);
      schema.getFields().forEach(field -> shape.parts.add(of(field.schema(), depth + 1)));
      return shape;
    }

    /** A record that is within itself, and not within a list or union, has no values. */
    private boolean isEmpty(Schema schema, int depth) {
      check(depth);
      Boolean known = empty.get(schema);
      if (known == null) {
        empty.put(schema, false);
        known =
            switch (schema.getType()) {
              case NULL -> true;
              case FIXED -> schema.getFixedSize() == 0;
              case RECORD ->
                  schema.getFields().stream().allMatch(f -> isEmpty(f.schema(), depth + 1));
              default -> false;
            };
        empty.put(schema, known);
      }
      return known;
    }
  }

  /**
   * Passes over a value.
   *
   * @throws InvalidRecordException if the bytes are none
   */
  void skip(RecordBytes in) throws InvalidRecordException {
    skip(in, 0);
  }

  private void skip(RecordBytes in, int depth) throws InvalidRecordException {
    if (depth > MAX_DEPTH) {
      throw new InvalidRecordException(
          "a value is within %d others; leave such rows out.".formatted(MAX_DEPTH));
    }
    switch (kind) {
      case EMPTY -> {}
      case FIXED -> in.skip(size);
      case VARINT -> in.varint();
      case BYTES -> in.skip(in.zigzag());
      case RECORD -> {
        for (DatumShape part : parts) {
          part.skip(in, depth + 1);
        }
      }
      case UNION -> branch(in).skip(in, depth + 1);
      case LIST, MAP -> skipItems(in, depth);
    }
  }

  private DatumShape branch(RecordBytes in) throws InvalidRecordException {
    long branch = in.zigzag();
    if (branch < 0 || branch >= parts.size()) {
      throw RecordBytes.cut();
    }
    return parts.get((int) branch);
  }

  private void skipItems(RecordBytes in, int depth) throws InvalidRecordException {
    DatumShape item = parts.get(0);
    for (long count = in.zigzag(); count != 0; count = in.zigzag()) {
      if (count < 0) {
        in.varint(); // how many bytes they have; readers of items do not look at it
      }
      boolean hasBytes = kind == Kind.MAP || !item.isEmpty();
      for (long i = Math.abs(count); hasBytes && i != 0; i--) {
        if (kind == Kind.MAP) {
          in.skip(in.zigzag());
        }
        item.skip(in, depth + 1);
      }
    }
  }
}
