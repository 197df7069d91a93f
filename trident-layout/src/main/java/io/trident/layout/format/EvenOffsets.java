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
package io.trident.layout.format;

/*
 * Rows that are encoded or compressed together have no byte of the file of their own. They get bytes
 * of what they are in as offsets, at even distances: row i of n in c bytes is i * (c / n) bytes behind
 * the first one. So offsets ascend as rows do, no two rows have the same, and ranges of bytes have
 * about as many rows as they are long, however large the part is.
 */
/**
 * The offsets of rows that share a part of a file, such as a row group or a block.
 *
 * @param start first byte of the part
 * @param end the byte after its last
 * @param rows how many rows it has
 */
public record EvenOffsets(long start, long end, long rows) {
  /** Returns whether each row has a byte of its own. If not, all of them have the first one. */
  public boolean areDistinct() {
    return rows <= end - start;
  }

  /** Returns the offset of a row, from 0. */
  public long of(long row) {
    return start + row * step();
  }

  /**
   * Returns the first row whose offset is not below a byte; the number of rows if there is none.
   */
  public long firstAt(long place) {
    if (rows == 0 || place <= start) {
      return 0;
    }
    return areDistinct() ? Math.min(rows, (place - start - 1) / step() + 1) : rows;
  }

  /** The bytes from the offset of a row to that of the next one. */
  private long step() {
    return (end - start) / rows;
  }
}
