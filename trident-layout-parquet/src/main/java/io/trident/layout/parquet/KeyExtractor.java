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
import io.trident.layout.format.InvalidRecordException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds keys in canonical records. Passes over values, and stops after the last key. */
final class KeyExtractor {
  private final Plan plan;

  /** How many columns have keys. */
  private final int columns;

  /** For each key the number of its column. */
  private final int[] order;

  /**
   * Looks for keys.
   *
   * @param keys in order; a column may be there more than once
   */
  KeyExtractor(GroupShape shape, List<KeyValues> keys) {
    List<KeyValues> distinct = new ArrayList<>(new LinkedHashSet<>(keys));
    this.plan = plan(shape, distinct);
    this.columns = distinct.size();
    this.order = keys.stream().mapToInt(distinct::indexOf).toArray();
  }

  /** What is done with a group: its fields up to the last one with keys are looked at. */
  private record Plan(GroupShape shape, List<Step> steps, int needed) {}

  /** What is done with a value of a field: it is a key, has keys within, or is passed over. */
  private record Step(
      GroupShape.Field field, @Nullable KeyValues key, int number, @Nullable Plan within) {}

  private static Plan plan(GroupShape shape, List<KeyValues> keys) {
    List<Step> steps = new ArrayList<>();
    int needed = 0;
    for (GroupShape.Field field : shape.fields()) {
      Step step = step(field, keys);
      steps.add(step);
      Plan within = step.within();
      if (step.key() != null || (within != null && within.needed() > 0)) {
        needed = steps.size();
      }
    }
    return new Plan(shape, steps, needed);
  }

  private static Step step(GroupShape.Field field, List<KeyValues> keys) {
    GroupShape group = field.group();
    if (group != null) {
      return new Step(field, null, -1, plan(group, field.isRepeated() ? List.of() : keys));
    }
    for (int i = 0; i < keys.size(); i++) {
      if (!field.isRepeated() && keys.get(i).column().name().equals(field.path())) {
        return new Step(field, keys.get(i), i, null);
      }
    }
    return new Step(field, null, -1, null);
  }

  List<Value> keys(byte[] record) throws InvalidRecordException {
    Value[] found = new Value[columns];
    Arrays.fill(found, Value.NULL);
    RecordInput in = new RecordInput(record);
    walk(plan, plan.needed(), in, found);
    Value[] keys = new Value[order.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = found[order[i]];
    }
    return List.of(keys);
  }

  private static void walk(Plan plan, int steps, RecordInput in, Value[] found)
      throws InvalidRecordException {
    int bits = in.skip(plan.shape().bitBytes());
    for (int i = 0; i < steps; i++) {
      Step step = plan.steps().get(i);
      if (in.bit(bits, step.field().bit())) {
        do {
          value(step, in, found);
        } while (step.field().isRepeated() && in.flag());
      }
    }
  }

  private static void value(Step step, RecordInput in, Value[] found)
      throws InvalidRecordException {
    Plan within = step.within();
    KeyValues key = step.key();
    if (within != null) {
      walk(within, within.steps().size(), in, found);
    } else if (key != null) {
      found[step.number()] = key.read(in);
    } else {
      in.skipValue(step.field().primitive());
    }
  }
}
