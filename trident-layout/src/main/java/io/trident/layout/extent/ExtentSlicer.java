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

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.format.StoredRow;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Divides rows of extents into {@link Slice}s by their keys in a dimension. A slice is a file of
 * the table's format, with the rows in the order in which they were read, as one bucket; without
 * rows it has no bytes. So whoever divides an extent gets the same slices. For one thread.
 */
public final class ExtentSlicer {
  private final FormatAdapter adapter;
  private final int slices;
  private final Set<Integer> wanted;
  private final IntFunction<OutputStream> outputs;
  private final Map<Integer, RecordWriter> writers = new HashMap<>();

  /**
   * Creates a slicer.
   *
   * @param adapter opened with one column as key, by which rows are divided
   * @param slices how many there are
   * @param wanted the slices whose rows are written
   * @param outputs where a slice is written; asked once for each with rows
   */
  public ExtentSlicer(
      FormatAdapter adapter, int slices, Set<Integer> wanted, IntFunction<OutputStream> outputs) {
    Slice.checkSlices(slices);
    this.adapter = adapter;
    this.slices = slices;
    this.wanted = Set.copyOf(wanted);
    this.outputs = outputs;
  }

  /**
   * Reads the rows that begin in a range.
   *
   * @param to the byte after the last
   * @throws IOException if they cannot be read, or their slice not be written
   */
  public void add(ByteSource extent, long from, long to) throws IOException {
    if (from == to) {
      return;
    }
    try (RecordReader rows = adapter.read(extent, from, to)) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        add(extent, row);
      }
    }
  }

  private void add(ByteSource extent, StoredRow row) throws IOException {
    List<Value> keys;
    try {
      keys = adapter.keys(row.record());
    } catch (InvalidRecordException e) {
      throw e.at(extent.name(), row.offset());
    }
    int slice = Slice.of(keys.get(0), slices);
    if (!wanted.contains(slice)) {
      return;
    }
    RecordWriter writer = writers.get(slice);
    if (writer == null) {
      writer = adapter.writer(outputs.apply(slice));
      writer.start();
      writers.put(slice, writer);
    }
    writer.row(new LayoutRow(row.id().orElse(0), keys, row.record()));
  }

  /**
   * Ends all slices; closes no stream.
   *
   * @throws IOException if they cannot be written
   */
  public void finish() throws IOException {
    for (RecordWriter writer : writers.values()) {
      writer.endBucket();
      writer.finish();
    }
  }
}
