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

import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Gives rows their keys in all dimensions.
 *
 * @param layout the dimensions
 * @param adapter opened with the columns of all dimensions but the original order as keys, in order
 */
public record RowKeys(RowLayout layout, FormatAdapter adapter) {
  /**
   * Returns a row with its keys.
   *
   * @param file where it was read, for messages
   * @param row the row as it was read
   * @param id its number in the original order; any, if that is no dimension
   * @throws InvalidRecordException if a key cannot be parsed; names file, offset and column
   */
  public LayoutRow of(String file, StoredRow row, long id) throws InvalidRecordException {
    try {
      return new LayoutRow(id, keys(row.record(), id), row.record());
    } catch (InvalidRecordException e) {
      throw e.at(file, row.offset());
    }
  }

  /**
   * Returns the row of a canonical record, such as an engine has shuffled.
   *
   * @throws InvalidRecordException if a key cannot be parsed
   */
  public LayoutRow of(Value.Bytes record, long id) throws InvalidRecordException {
    return new LayoutRow(id, keys(record, id), record);
  }

  private List<Value> keys(Value.Bytes record, long id) throws InvalidRecordException {
    Iterator<Value> ofColumns = adapter.keys(record).iterator();
    List<Value> keys = new ArrayList<>();
    for (Dimension dimension : layout.dimensions()) {
      keys.add(dimension.isOriginal() ? Value.ofLong(id) : ofColumns.next());
    }
    return keys;
  }
}
