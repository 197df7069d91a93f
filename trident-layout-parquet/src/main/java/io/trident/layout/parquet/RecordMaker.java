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

import io.trident.core.layout.value.Value;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/*
 * Parquet's reader of records shows a row as calls: a group starts, a value comes, a group ends.
 * Fields of a group come in the order of the schema, and all elements of a repeated one together,
 * so a canonical record is written from front to back as the calls come. Two things are not known
 * when they are due. Which fields are present: their bits are reserved when the group starts, and
 * set one by one. How many elements a repeated field has: each is followed by a byte that is 1 if
 * another comes; the 1 is written when that one comes, the 0 when the next field or the end does.
 */
/** Makes the canonical record of each row that is read. */
final class RecordMaker extends RecordMaterializer<Value.Bytes> {
  private final RecordBuffer buffer = new RecordBuffer();
  private final Root root;

  RecordMaker(GroupShape shape) {
    this.root = new Root(buffer, shape);
  }

  @Override
  public Value.Bytes getCurrentRecord() {
    return buffer.toRecord();
  }

  @Override
  public GroupConverter getRootConverter() {
    return root;
  }

  /** A group; what it is within is to be shown first. */
  private abstract static class Group extends GroupConverter {
    private final RecordBuffer buffer;
    private final GroupShape shape;
    private final Converter[] fields;
    private int bitsAt;
    private int current;

    Group(RecordBuffer buffer, GroupShape shape) {
      this.buffer = buffer;
      this.shape = shape;
      this.fields = new Converter[shape.fields().size()];
      for (GroupShape.Field field : shape.fields()) {
        GroupShape group = field.group();
        fields[field.index()] =
            group == null
                ? new Primitive(buffer, this, field)
                : new Nested(buffer, group, this, field);
      }
    }

    @Override
    public Converter getConverter(int index) {
      return fields[index];
    }

    @Override
    public void start() {
      bitsAt = buffer.reserve(shape.bitBytes());
      current = -1;
    }

    @Override
    public void end() {
      endField();
    }

    /** Begins a value of a field. */
    final void begin(GroupShape.Field field) {
      if (field.index() == current && field.isRepeated()) {
        buffer.put(1);
      } else if (field.index() > current) {
        endField();
        current = field.index();
        if (field.bit() != GroupShape.REQUIRED) {
          buffer.setBit(bitsAt, field.bit());
        }
      } else {
        throw new ParquetDecodingException("column %s is out of order.".formatted(field.path()));
      }
    }

    private void endField() {
      if (current >= 0 && shape.fields().get(current).isRepeated()) {
        buffer.put(0);
      }
    }
  }

  private static final class Root extends Group {
    private final RecordBuffer buffer;

    Root(RecordBuffer buffer, GroupShape shape) {
      super(buffer, shape);
      this.buffer = buffer;
    }

    @Override
    public void start() {
      buffer.clear();
      super.start();
    }
  }

  private static final class Nested extends Group {
    private final Group parent;
    private final GroupShape.Field field;

    Nested(RecordBuffer buffer, GroupShape shape, Group parent, GroupShape.Field field) {
      super(buffer, shape);
      this.parent = parent;
      this.field = field;
    }

    @Override
    public void start() {
      parent.begin(field);
      super.start();
    }
  }

  private static final class Primitive extends PrimitiveConverter {
    private final RecordBuffer buffer;
    private final Group parent;
    private final GroupShape.Field field;
    private final boolean hasLength;

    Primitive(RecordBuffer buffer, Group parent, GroupShape.Field field) {
      this.buffer = buffer;
      this.parent = parent;
      this.field = field;
      this.hasLength = field.primitive().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    }

    @Override
    public void addBoolean(boolean value) {
      parent.begin(field);
      buffer.put(value ? 1 : 0);
    }

    @Override
    public void addInt(int value) {
      parent.begin(field);
      buffer.putZigzag(value);
    }

    @Override
    public void addLong(long value) {
      parent.begin(field);
      buffer.putZigzag(value);
    }

    @Override
    public void addFloat(float value) {
      parent.begin(field);
      buffer.putFixed(Float.floatToRawIntBits(value), Float.BYTES);
    }

    @Override
    public void addDouble(double value) {
      parent.begin(field);
      buffer.putFixed(Double.doubleToRawLongBits(value), Double.BYTES);
    }

    @Override
    public void addBinary(Binary value) {
      parent.begin(field);
      if (hasLength) {
        buffer.putVarint(value.length());
      }
      buffer.put(value.toByteBuffer());
    }
  }
}
