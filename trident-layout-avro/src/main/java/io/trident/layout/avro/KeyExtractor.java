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
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordBytes;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Finds keys in canonical records. Passes over values, and stops after the last key. */
final class KeyExtractor {
  /** What is done with a field: it is a key, or is passed over. */
  private record Step(DatumShape shape, @Nullable KeyValues key) {}

  private final List<Step> steps = new ArrayList<>();

  /** For each key the number of its field. */
  private final int[] fields;

  /**
   * Looks for keys.
   *
   * @param keys in order; a column may be there more than once
   */
  KeyExtractor(Schema schema, List<KeyValues> keys) {
    this.fields =
        keys.stream()
            .mapToInt(key -> schema.getFields().indexOf(schema.getField(key.column().name())))
            .toArray();
    int needed = 0;
    for (int field : fields) {
      needed = Math.max(needed, field + 1);
    }
    for (Schema.Field field : schema.getFields().subList(0, needed)) {
      steps.add(
          new Step(
              DatumShape.of(field.schema()),
              keys.stream()
                  .filter(key -> key.column().name().equals(field.name()))
                  .findFirst()
                  .orElse(null)));
    }
  }

  List<Value> keys(byte[] record) throws InvalidRecordException {
    RecordBytes in = new RecordBytes(record);
    Value[] found = new Value[steps.size()];
    for (int i = 0; i < found.length; i++) {
      KeyValues key = steps.get(i).key();
      if (key == null) {
        steps.get(i).shape().skip(in);
      } else {
        found[i] = key.read(in);
      }
    }
    Value[] keys = new Value[fields.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = found[fields[i]];
    }
    return List.of(keys);
  }
}
