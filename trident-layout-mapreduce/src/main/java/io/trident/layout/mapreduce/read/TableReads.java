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
package io.trident.layout.mapreduce.read;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Which ranges of a table's files have the rows that match a condition. */
public final class TableReads {
  private final OpenTable table;
  private final Conditions conditions;
  private final Optional<RowSlice> slice;
  private final List<FileSplit> splits;
  private final long bytes;
  private final long allBytes;

  TableReads(
      OpenTable table,
      Conditions conditions,
      Optional<RowSlice> slice,
      List<FileSplit> splits,
      long bytes,
      long allBytes) {
    this.table = table;
    this.conditions = conditions;
    this.slice = slice;
    this.splits = List.copyOf(splits);
    this.bytes = bytes;
    this.allBytes = allBytes;
  }

  /**
   * Plans: of each super-extent one dimension is read, that which is asked for or whose ranges cost
   * least, of those whose files are as the manifest has them. If there is none, or the manifest is
   * of no use, the super-extent's visible files are read. Nothing is read of a super-extent whose
   * bounds of columns that are no dimensions exclude the condition.
   *
   * @throws IOException if the directory is no table, or cannot be listed
   * @throws IllegalArgumentException if the request is not valid for this table
   */
  public static TableReads of(Path directory, ReadRequest request, Configuration conf)
      throws IOException {
    return new ReadPlanner(new OpenTable(directory, conf)).plan(request, conf);
  }

  /** Returns the ranges; each has whole rows, and none of them is there twice. */
  public List<FileSplit> splits() {
    return splits;
  }

  /** Returns the bytes of the ranges. */
  public long bytes() {
    return bytes;
  }

  /** Returns the bytes of all rows, once. */
  public long allBytes() {
    return allBytes;
  }

  /**
   * Opens one of the ranges.
   *
   * @throws IOException if the file cannot be read
   */
  public RowReader open(FileSplit split) throws IOException {
    return new RowReader(table, conditions, slice, split, table.source(split));
  }
}
