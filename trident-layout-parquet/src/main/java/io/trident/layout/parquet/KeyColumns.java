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

import io.trident.layout.format.Column;
import io.trident.layout.format.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.VariantLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** The columns of a schema that have at most one value in each row, by their dotted paths. */
final class KeyColumns {
  private final Map<String, PrimitiveType> single = new HashMap<>();
  private final List<String> inOrder = new ArrayList<>();
  private final Set<String> repeated = new HashSet<>();
  private final Set<String> ambiguous = new HashSet<>();

  KeyColumns(MessageType schema) {
    add(schema, "", false);
  }

  private void add(GroupType group, String prefix, boolean isRepeated) {
    for (Type type : group.getFields()) {
      String path = prefix + type.getName();
      boolean isList = isRepeated || type.isRepetition(Type.Repetition.REPEATED);
      if (!type.isPrimitive()) {
        if (!(type.getLogicalTypeAnnotation() instanceof VariantLogicalTypeAnnotation)) {
          add(type.asGroupType(), path + ".", isList);
        }
      } else if (isList) {
        repeated.add(path);
      } else if (single.put(path, type.asPrimitiveType()) == null) {
        inOrder.add(path);
      } else {
        ambiguous.add(path);
      }
    }
  }

  /**
   * Returns all columns that can be keys, with their types.
   *
   * @throws IllegalArgumentException if there are none
   */
  Schema schema() {
    List<Column> columns = new ArrayList<>();
    for (String path : inOrder) {
      PrimitiveType type = single.get(path);
      if (type != null && !ambiguous.contains(path)) {
        KeyTypes.of(type).ifPresent(known -> columns.add(new Column(path, known)));
      }
    }
    if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "No column of the files can be a key: all are repeated, or of types without an order.");
    }
    return new Schema(columns);
  }

  /**
   * Returns the type that a column has in the files.
   *
   * @throws IllegalArgumentException if there is none such
   */
  PrimitiveType type(String name) {
    PrimitiveType type = single.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          repeated.contains(name)
              ? "Column %s is repeated and has no one value in a row; give another column."
                  .formatted(name)
              : "The files have no column %s; there are %s.".formatted(name, schema().names()));
    }
    return type;
  }

  /**
   * Checks that a column of the table is one of the files, and has its type.
   *
   * @throws IllegalArgumentException if not; the message has the remedy
   */
  void check(Column column) {
    String name = column.name();
    PrimitiveType type = type(name);
    if (ambiguous.contains(name)) {
      throw new IllegalArgumentException(
          "Column %s is there twice, as a column and within a group; rename one.".formatted(name));
    } else if (!KeyTypes.isOf(type, column.type())) {
      throw new IllegalArgumentException(
          "Column %s is '%s' in the files, %s; the table has %s. Give %s."
              .formatted(
                  name,
                  type,
                  KeyTypes.of(type).map(known -> "which is " + known).orElse("which is no key"),
                  column.type(),
                  KeyTypes.of(type).isPresent() ? "its type" : "another column"));
    }
  }
}
