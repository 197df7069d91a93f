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

import io.trident.layout.format.EvenOffsets;
import io.trident.layout.format.InvalidRecordException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Rows of a row group, by their numbers in it.
 *
 * @param rowGroup its number in the file
 * @param offsets of all rows of the row group
 * @param from the first row of these
 * @param to the row after the last of these
 */
record RowSpan(int rowGroup, EvenOffsets offsets, long from, long to) {
  /** Returns all rows of a row group. */
  static RowSpan of(int number, BlockMetaData group) {
    long start = Long.MAX_VALUE;
    long end = 0;
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      start = Math.min(start, chunk.getStartingPos());
      end = Math.max(end, chunk.getStartingPos() + chunk.getTotalSize());
    }
    EvenOffsets offsets = new EvenOffsets(Math.min(start, end), end, group.getRowCount());
    return new RowSpan(number, offsets, 0, group.getRowCount());
  }

  long start() {
    return offsets.start();
  }

  long end() {
    return offsets.end();
  }

  long rows() {
    return offsets.rows();
  }

  /**
   * Checks that each row has an offset of its own, behind those of the row groups before.
   *
   * @param file its name
   * @param least the byte after the row group before
   * @throws InvalidRecordException if not
   */
  void checkOffsets(String file, long least) throws InvalidRecordException {
    if (rows() > 0 && start() < least) {
      throw new InvalidRecordException(
          "%s has row groups in another order than their rows; rewrite it.".formatted(file));
    }
    if (!offsets.areDistinct()) {
      throw new InvalidRecordException(
          ("%s has a row group of %d rows in %d bytes; the order of more rows than bytes is not kept, so"
                  + " leave it as it is, or write it without compression or dictionaries.")
              .formatted(file, rows(), end() - start()));
    }
  }

  /** Returns the offset of a row in the file; of extents, which are not checked, any. */
  long offset(long row) {
    return offsets.of(row);
  }

  /** Returns the rows of these whose offsets are from a byte to below another one. */
  RowSpan within(long fromByte, long toByte) {
    long first = Math.max(from, offsets.firstAt(fromByte));
    long last = Math.max(first, Math.min(to, offsets.firstAt(toByte)));
    return new RowSpan(rowGroup, offsets, first, last);
  }
}
