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

import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.value.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A row format, opened for a table. Immutable; may be used by several threads. */
public interface FormatAdapter {
  /**
   * Returns whether the same rows in the same order always give the same bytes; by default they do.
   * If not, a rebuilt extent may have other bytes than the lost one, and is checked by its rows.
   */
  default boolean isDeterministic() {
    return true;
  }

  /**
   * Returns whether a range can be read without all that precedes it in the file; by default it
   * can. If not, cutting a file has each reader read the file from its start.
   */
  default boolean isSplittable() {
    return true;
  }

  /**
   * Returns whether a file is its rows one after the other, as lines are; by default it is. Such a
   * file is read in one pass, parts of it can be joined, and its rows have all of its bytes. Other
   * files have what is needed to read their rows behind them, such as a footer, and rows have none
   * of the bytes that their file had.
   */
  default boolean isSequential() {
    return true;
  }

  /**
   * Reads the rows of a source file that begin in a range, by their offsets. Ranges that cover a
   * file have each of its rows once, however they are cut.
   *
   * @param file the whole file
   * @param from the first byte, from 0
   * @param to the byte after the last, at most the file's length
   * @throws IOException if the file cannot be read, or is not of this table
   */
  RecordReader read(ByteSource file, long from, long to) throws IOException;

  /**
   * Returns where the ranges of a source file begin that have rows, of formats of which most small
   * ranges have none; by default nothing. Whoever wants some rows reads from one of these places to
   * the next, or to the end.
   *
   * @return bytes from 0, ascending
   * @throws IOException if the file cannot be read, or is not of this table
   */
  default List<Long> cuts(ByteSource file) throws IOException {
    return List.of();
  }

  /**
   * Returns the keys of a row in the table's key columns, in their order.
   *
   * @param record a canonical record of this format
   * @throws InvalidRecordException if a value cannot be parsed, and the options do not have it
   *     taken for null
   */
  List<Value> keys(Value.Bytes record) throws InvalidRecordException;

  /**
   * Returns a row as a line of text, for people and programs that know no format; by default the
   * record itself, as of formats of lines. Of formats that {@linkplain RowFormat#givesLines give
   * lines} only.
   *
   * @param record a canonical record of this format
   * @return bytes without a line feed at the end
   * @throws InvalidRecordException if it is none
   */
  default byte[] line(Value.Bytes record) throws InvalidRecordException {
    return record.toArray();
  }

  /** Returns a writer of one extent. It keeps at most a bucket in memory. */
  RecordWriter writer(OutputStream out);

  /**
   * Reads a bucket. The rows are not compared with the entry; the caller does that.
   *
   * @param extent the whole extent, of which only what is needed is read
   * @param bucket where the bucket is; has rows
   * @throws IOException if the extent cannot be read
   */
  RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException;
}
