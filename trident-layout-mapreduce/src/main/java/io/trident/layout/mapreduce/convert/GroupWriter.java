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
package io.trident.layout.mapreduce.convert;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.ParityWriter;
import io.trident.layout.extent.RowBounds;
import io.trident.layout.extent.WrittenExtent;
import io.trident.layout.extent.WrittenObject;
import io.trident.layout.format.ByteSource;
import io.trident.layout.mapreduce.job.Reporting;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** Writes the extents of a group one after the other, and then its parities. */
final class GroupWriter implements Closeable {
  private static final int ROWS_A_REPORT = 10_000;

  private final TableLayout table;
  private final Group group;
  private final DistributedFileSystem files;
  private final Path directory;
  private final Progressable progress;
  private final List<DataExtent> extents;
  private final RowBounds bounds;
  private final Map<DataExtent, WrittenExtent> written = new LinkedHashMap<>();
  private @Nullable ExtentFile current;
  private long rows;

  /**
   * What was written.
   *
   * @param extents the extents of rows
   * @param parities the parities
   * @param bounds of columns that are no dimensions, in a group of dimension 0
   */
  record Written(
      Map<DataExtent, WrittenExtent> extents,
      Map<ParityExtent, WrittenObject> parities,
      List<ColumnBounds> bounds) {}

  /** Writes below a directory as if it were the table's. */
  GroupWriter(
      TableLayout table,
      Group group,
      DistributedFileSystem files,
      Path directory,
      Progressable progress) {
    this.table = table;
    this.group = group;
    this.files = files;
    this.directory = directory;
    this.progress = progress;
    this.extents = group.extents(table);
    this.bounds = table.bounds();
  }

  /** Adds the next row, in the order in which extents have them. */
  void add(int extent, Value.Bytes record, long place) throws IOException {
    ExtentFile file = open(extent);
    file.add(table.keys(group.superExtent()).of(record, place));
    if (group.dimension() == 0) { // the other dimensions have the same rows
      bounds.add(record);
    }
    if (++rows % ROWS_A_REPORT == 0) {
      progress.progress();
    }
  }

  private ExtentFile open(int extent) throws IOException {
    while (current == null || current.extent().extent() < extent) {
      finishExtent();
      current = new ExtentFile(table, group.superExtent(), extents.get(written.size()), this::path);
      current.open(files);
    }
    return current;
  }

  private void finishExtent() throws IOException {
    if (current != null) {
      written.put(current.extent(), current.finish(files, progress));
      current = null;
      progress.progress();
    }
  }

  /** Ends all extents, those without rows included, and writes the parities. */
  Written finish() throws IOException {
    open(extents.get(extents.size() - 1).extent());
    finishExtent();
    Map<ParityExtent, WrittenObject> parities = new LinkedHashMap<>();
    for (ParityExtent parity :
        table.parity(group.superExtent()).parities(group.dimension(), group.group())) {
      parities.put(parity, parity(parity));
    }
    return new Written(written, parities, group.dimension() == 0 ? bounds.bounds() : List.of());
  }

  /** Extents are read back from HDFS, which compares its checksums. */
  private WrittenObject parity(ParityExtent parity) throws IOException {
    List<ByteSource> members = new ArrayList<>();
    long longest = 0;
    for (Map.Entry<DataExtent, WrittenExtent> one : written.entrySet()) {
      long length = one.getValue().object().length();
      members.add(new FileSource(files, path(one.getKey()), length));
      longest = Math.max(longest, length);
    }
    ParityGroups groups = table.parity(group.superExtent());
    try (OutputStream out =
        Blocks.create(files, path(parity), groups.copies(), Blocks.sizeFor(longest))) {
      byte[] coefficients = groups.coefficients(parity, List.copyOf(written.keySet()));
      return ParityWriter.write(members, coefficients, new Reporting(out, progress));
    }
  }

  private Path path(Extent extent) {
    return new Path(directory, table.paths().of(group.superExtent(), extent));
  }

  private Path path(String relative) {
    return new Path(directory, relative);
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
  }
}
