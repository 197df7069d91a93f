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
package io.trident.layout.mapreduce.replica;

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.RowOrderWriter;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.RowTally;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The colliding rows of a task: a file of rows, one of their places, and one of their sum. Nothing
 * is written before the first row.
 */
final class CollidingFile implements Closeable {
  static final String ORDER = ".order";
  static final String TALLY = ".json";
  private static final int REPLICATION = 3;
  private static final int BUFFER = 1 << 16;

  private final DistributedFileSystem files;
  private final Path rowsPath;
  private final TableLayout table;
  private RowTally tally = RowTally.NONE;
  private @Nullable OutputStream rowsOut;
  private @Nullable OutputStream orderOut;
  private @Nullable RecordWriter rows;
  private @Nullable RowOrderWriter order;

  /** Writes below a directory as if it were the replica's. */
  CollidingFile(DistributedFileSystem files, Path directory, int task, TableLayout table) {
    this.files = files;
    this.rowsPath =
        new Path(
            directory,
            String.format(
                Locale.ROOT,
                "%s/part-%05d%s",
                ReplicaPaths.COLLIDING,
                task,
                table.format().extension()));
    this.table = table;
  }

  void add(long place, Value.Bytes record) throws IOException {
    RecordWriter to = rows == null ? open() : rows;
    to.row(new LayoutRow(place, List.of(), record));
    if (order != null) {
      order.add(place);
    }
    tally = tally.plus(RowTally.of(place, record.toArray()));
  }

  private RecordWriter open() throws IOException {
    rowsOut = create(rowsPath);
    orderOut = create(rowsPath.suffix(ORDER));
    order = new RowOrderWriter(orderOut);
    RecordWriter writer = table.adapter().writer(rowsOut);
    writer.start();
    rows = writer;
    return writer;
  }

  private OutputStream create(Path path) throws IOException {
    long block = files.getDefaultBlockSize(path);
    return new BufferedOutputStream(Blocks.create(files, path, REPLICATION, block), BUFFER);
  }

  /** Ends the files, if there are any. */
  void finish() throws IOException {
    if (rows == null || order == null) {
      return;
    }
    rows.endBucket();
    rows.finish();
    order.finish();
    close();
    Texts.replace(files, rowsPath.suffix(TALLY), tally.toJson().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    try (OutputStream first = rowsOut;
        OutputStream second = orderOut) {
      rowsOut = null;
      orderOut = null;
    }
  }
}
