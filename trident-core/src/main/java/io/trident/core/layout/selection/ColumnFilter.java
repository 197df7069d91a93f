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
package io.trident.core.layout.selection;

import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.Partitioner;
import io.trident.core.layout.value.Value;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What a query wants of a column: a value in one of the intervals. It may want less: a filter is
 * what can be looked for, and the engine still tests each row.
 *
 * @param column the column
 * @param anyOf the intervals; none if no row can match
 */
public record ColumnFilter(String column, List<Interval> anyOf) {
  /** Copies the list. */
  public ColumnFilter {
    anyOf = List.copyOf(anyOf);
  }

  /** Returns whether rows with keys in these bounds can match. */
  boolean meets(KeyRange keys) {
    return anyOf.stream().anyMatch(interval -> interval.meets(keys));
  }

  /** Returns whether rows with values in these bounds can match. */
  boolean meets(ColumnBounds bounds) {
    return bounds.values().filter(this::meets).isPresent()
        || (bounds.nulls() > 0 && meets(new KeyRange(Value.NULL, Value.NULL)));
  }

  /** Returns which partitions can have rows that match, by the partitioner alone. O(intervals). */
  IntPredicate partitions(Partitioner partitioner) {
    if (!(partitioner instanceof HashPartitioner)
        || anyOf.stream().anyMatch(interval -> interval.point().isEmpty())) {
      return partition -> true;
    }
    BitSet wanted = new BitSet();
    anyOf.stream()
        .flatMap(interval -> interval.point().stream())
        .mapToInt(partitioner::partition)
        .forEach(wanted::set);
    return wanted::get;
  }
}
