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

import io.trident.layout.format.InvalidRecordException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/*
 * A row of Parquet has no byte of its own, as each column is apart. Rows get bytes of their row group
 * as offsets, at even distances: row i of n in c bytes is i * (c / n) bytes behind the start. So
 * offsets ascend as rows do, no two rows have the same, and ranges of bytes have about as much as
 * they are long, however large row groups are.
 */
/**
 * Rows of a row group, by their numbers in it.
 *
 * @param rowGroup its number in the file
 * @param start first byte of the row group
 * @param end the byte after its last
 * @param rows how many rows the row group has
 * @param from the first row of these
 * @param to the row after the last of these
 */
record RowSpan(int rowGroup, long start, long end, long rows, long from, long to) {
  /** Returns all rows of a row group. */
  static RowSpan of(int number, BlockMetaData group) {
    long start = Long.MAX_VALUE;
    long end = 0;
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      start = Math.min(start, chunk.getStartingPos());
      end = Math.max(end, chunk.getStartingPos() + chunk.getTotalSize());
    }
    return new RowSpan(
        number, Math.min(start, end), end, group.getRowCount(), 0, group.getRowCount());
  }

  /**
   * Checks that each row has an offset of its own, behind those of the row groups before.
   *
   * @param file its name
   * @param least the byte after the row group before
   * @throws InvalidRecordException if not
   */
  void checkOffsets(String file, long least) throws InvalidRecordException {
    if (rows > 0 && start < least) {
      throw new InvalidRecordException(
          "%s has row groups in another order than their rows; rewrite it.".formatted(file));
    }
    if (rows > end - start) {
      throw new InvalidRecordException(
          ("%s has a row group of %d rows in %d bytes; the order of more rows than bytes is not kept, so"
                  + " leave it as it is, or write it without compression or dictionaries.")
              .formatted(file, rows, end - start));
    }
  }

  /** Returns the offset of a row in the file; of extents, which are not checked, any. */
  long offset(long row) {
    return start + row * step();
  }

  /** The bytes from the offset of a row to that of the next one; at least 1 if that was checked. */
  private long step() {
    return (end - start) / rows;
  }

  /** Returns the rows of these whose offsets are from a byte to below another one. */
  RowSpan within(long fromByte, long toByte) {
    long first = Math.max(from, firstAt(fromByte));
    long last = Math.max(first, Math.min(to, firstAt(toByte)));
    return new RowSpan(rowGroup, start, end, rows, first, last);
  }

  /** The first row whose offset is not below a byte. */
  private long firstAt(long place) {
    return rows == 0 || place <= start ? 0 : Math.min(rows, (place - start - 1) / step() + 1);
  }
}
