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

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * A group of a schema, as canonical records have it: the presence bits of its fields, then each
 * field that is present.
 *
 * @param fields its fields, in order
 * @param bits how many of them are not required, and so have a bit
 */
record GroupShape(List<Field> fields, int bits) {
  /** What a field without a bit has for one. */
  static final int REQUIRED = -1;

  /**
   * A field.
   *
   * @param path its names from the top, with dots between
   * @param index its number in the group
   * @param bit the number of its presence bit, or {@link #REQUIRED}
   * @param isRepeated whether it is a list of what follows
   * @param type what a value is; null if {@code group} is not
   * @param group what a value consists of; null if {@code type} is not
   */
  record Field(
      String path,
      int index,
      int bit,
      boolean isRepeated,
      @Nullable PrimitiveType type,
      @Nullable GroupShape group) {
    /** Returns the type of a field that is no group. */
    PrimitiveType primitive() {
      if (type == null) {
        throw new IllegalStateException("%s is a group.".formatted(path));
      }
      return type;
    }
  }

  static GroupShape of(GroupType group) {
    return of(group, "");
  }

  private static GroupShape of(GroupType group, String prefix) {
    List<Field> fields = new ArrayList<>();
    int bits = 0;
    for (int i = 0; i < group.getFieldCount(); i++) {
      Type type = group.getType(i);
      String path = prefix + type.getName();
      int bit = type.isRepetition(Type.Repetition.REQUIRED) ? REQUIRED : bits++;
      boolean isPrimitive = type.isPrimitive();
      fields.add(
          new Field(
              path,
              i,
              bit,
              type.isRepetition(Type.Repetition.REPEATED),
              isPrimitive ? type.asPrimitiveType() : null,
              isPrimitive ? null : of(type.asGroupType(), path + ".")));
    }
    return new GroupShape(List.copyOf(fields), bits);
  }

  /** Returns the number of bytes that the presence bits take. */
  int bitBytes() {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }
}
