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
package io.trident.layout.extent;

import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gathers bounds of columns that are no dimensions, from rows in any order. A value that cannot be
 * read is no error, as such a column need not be valid: then nothing is known of any column.
 */
public final class RowBounds {
  private final List<String> columns;
  private final @Nullable FormatAdapter adapter;
  private final long[] nulls;
  private final @Nullable Value[] least;
  private final @Nullable Value[] most;
  private boolean isKnown = true;

  /**
   * Begins without rows.
   *
   * @param columns the columns
   * @param adapter opened with these as keys; null if there are none
   */
  public RowBounds(List<String> columns, @Nullable FormatAdapter adapter) {
    this.columns = List.copyOf(columns);
    this.adapter = adapter;
    this.nulls = new long[columns.size()];
    this.least = new @Nullable Value[columns.size()];
    this.most = new @Nullable Value[columns.size()];
  }

  /** Adds a row, by its canonical record. O(columns). */
  public void add(Value.Bytes record) {
    if (adapter == null || !isKnown) {
      return;
    }
    List<Value> values;
    try {
      values = adapter.keys(record);
    } catch (InvalidRecordException e) {
      isKnown = false;
      return;
    }
    for (int i = 0; i < nulls.length; i++) {
      add(i, values.get(i));
    }
  }

  private void add(int column, Value value) {
    if (value.equals(Value.NULL)) {
      nulls[column]++;
      return;
    }
    Value lower = least[column];
    if (lower == null || value.compareTo(lower) < 0) {
      least[column] = value;
    }
    Value upper = most[column];
    if (upper == null || value.compareTo(upper) > 0) {
      most[column] = value;
    }
  }

  /** Returns the bounds; long ones are cut as {@link KeyRange#shortened} has it. */
  public List<ColumnBounds> bounds() {
    List<ColumnBounds> bounds = new ArrayList<>();
    for (int i = 0; isKnown && i < nulls.length; i++) {
      Value lower = least[i];
      Value upper = most[i];
      bounds.add(
          new ColumnBounds(
              columns.get(i),
              nulls[i],
              lower == null || upper == null
                  ? Optional.empty()
                  : Optional.of(new KeyRange(lower, upper).shortened(ExtentWriter.KEY_BYTES))));
    }
    return List.copyOf(bounds);
  }
}
