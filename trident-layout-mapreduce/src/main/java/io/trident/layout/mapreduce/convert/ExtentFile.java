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

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.LayoutRow;
import io.trident.layout.extent.ExtentWriter;
import io.trident.layout.extent.RowOrderWriter;
import io.trident.layout.extent.WrittenExtent;
import io.trident.layout.mapreduce.job.Reporting;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/*
 * An extent must be one block, and the size of a block is given when a file is created, before any
 * row is known. The target is about the size of an extent; twice the target holds nearly all of
 * them. Of a skewed column some extents are larger than any guess. Such a file is written with as
 * many blocks as it needs, and then copied to one with a block as large as it turned out to be: a
 * copy of the few extents for which the guess was wrong, and nothing fails or is sorted again.
 */
/** Writes an extent, and beside one of dimension 0 the original order of its rows. */
public final class ExtentFile implements Closeable {
  private static final int REPLICATION = 1;
  private static final int ORDER_REPLICATION = 3;
  private static final int BUFFER = 1 << 16;

  private final TableLayout table;
  private final DataExtent extent;
  private final Path path;
  private final Path orderPath;
  private final long blockSize;
  private @Nullable OutputStream out;
  private @Nullable OutputStream orderOut;
  private @Nullable ExtentWriter writer;
  private @Nullable RowOrderWriter order;
  private final int superExtent;

  /**
   * Prepares an extent.
   *
   * @param paths takes names relative to the table's directory to paths
   */
  public ExtentFile(
      TableLayout table, int superExtent, DataExtent extent, Function<String, Path> paths) {
    this.table = table;
    this.superExtent = superExtent;
    this.extent = extent;
    this.path = paths.apply(table.paths().of(superExtent, extent));
    this.orderPath = paths.apply(table.paths().order(superExtent, extent.extent()));
    this.blockSize = Blocks.sizeFor(2 * table.spec().targetBytes());
  }

  DataExtent extent() {
    return extent;
  }

  /**
   * Begins the file.
   *
   * @throws IOException if it cannot be created
   */
  public void open(DistributedFileSystem files) throws IOException {
    out = new BufferedOutputStream(Blocks.create(files, path, REPLICATION, blockSize), BUFFER);
    writer = new ExtentWriter(table.layout(superExtent), table.adapter(), extent, out);
    if (extent.dimension() == 0 && !table.format().storesRowIds()) {
      long block = files.getDefaultBlockSize(orderPath);
      orderOut =
          new BufferedOutputStream(
              Blocks.create(files, orderPath, ORDER_REPLICATION, block), BUFFER);
      order = new RowOrderWriter(orderOut);
    }
  }

  /**
   * Adds the next row, in the order in which extents have them.
   *
   * @throws IOException if it cannot be written
   */
  public void add(LayoutRow row) throws IOException {
    requireNonNull(writer).add(row);
    if (order != null) {
      order.add(row.id());
    }
  }

  /**
   * Ends the extent, which is then a file of one block, or an empty one.
   *
   * @throws IOException if it cannot be written
   */
  public WrittenExtent finish(DistributedFileSystem files, Progressable progress)
      throws IOException {
    WrittenExtent written = requireNonNull(writer).finish();
    if (order != null) {
      order.finish();
    }
    close();
    if (written.object().length() > blockSize) {
      copyToOneBlock(files, written.object().length(), progress);
    }
    return written;
  }

  private void copyToOneBlock(DistributedFileSystem files, long length, Progressable progress)
      throws IOException {
    Path copy = path.suffix("-copy");
    try (InputStream in = files.open(path);
        FSDataOutputStream to = Blocks.create(files, copy, REPLICATION, Blocks.sizeFor(length))) {
      in.transferTo(new Reporting(to, progress));
    }
    files.rename(copy, path, Rename.OVERWRITE);
  }

  @Override
  public void close() throws IOException {
    try (OutputStream first = out;
        OutputStream second = orderOut) {
      out = null;
      orderOut = null;
    }
  }
}
