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

import io.trident.core.layout.LayoutRow;
import io.trident.layout.format.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Writes an extent. Holds a row group, compressed but for the last pages. A bucket has a row group,
 * or several if its canonical records have more bytes than the options allow: where one ends
 * depends on the rows alone.
 */
final class ExtentRecordWriter implements RecordWriter {
  private final ParquetOptions options;
  private final ParquetProperties properties;
  private final RecordParser parser;
  private final MessageColumnIO columns;
  private final ExtentOutput out;
  private final PageCompressor compressor;

  private @Nullable ParquetFileWriter file;
  private @Nullable RowGroup group;

  ExtentRecordWriter(ParquetOptions options, GroupShape shape, OutputStream out) {
    this.options = options;
    this.properties = options.properties();
    this.parser = new RecordParser(shape);
    this.columns = new ColumnIOFactory(false).getColumnIO(schema());
    this.out = new ExtentOutput(out);
    this.compressor = PageCompressor.of(options.codec());
  }

  private MessageType schema() {
    return options.footer().schema();
  }

  /** A row group that is in memory. */
  private record RowGroup(
      ColumnChunkPageWriteStore pages, ColumnWriteStore store, RecordConsumer consumer, Size size) {
    void close() {
      store.close();
      pages.close();
    }
  }

  /** How much a row group has. */
  private static final class Size {
    private long rows;
    private long bytes;
  }

  @Override
  public void start() throws IOException {
    ParquetFileWriter created =
        new ParquetFileWriter(
            out,
            schema(),
            ParquetFileWriter.Mode.CREATE,
            options.rowGroupBytes(),
            0,
            properties.getColumnIndexTruncateLength(),
            properties.getStatisticsTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    created.start();
    file = created;
  }

  @Override
  public void row(LayoutRow row) throws IOException {
    RowGroup current = group;
    if (current != null && current.size().bytes + row.record().length() > options.rowGroupBytes()) {
      endRowGroup();
      current = null;
    }
    if (current == null) {
      current = newRowGroup();
      group = current;
    }
    parser.parse(row.record().toArray(), current.consumer());
    current.size().rows++;
    current.size().bytes += row.record().length();
  }

  private RowGroup newRowGroup() {
    ColumnChunkPageWriteStore pages =
        new ColumnChunkPageWriteStore(
            compressor,
            schema(),
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    ColumnWriteStore store = properties.newColumnWriteStore(schema(), pages, pages);
    return new RowGroup(pages, store, columns.getRecordWriter(store), new Size());
  }

  @Override
  public void endBucket() throws IOException {
    endRowGroup();
  }

  private void endRowGroup() throws IOException {
    RowGroup ended = group;
    ParquetFileWriter writer = started();
    group = null;
    if (ended == null) {
      return;
    }
    ended.consumer().flush();
    writer.startBlock(ended.size().rows);
    ended.store().flush();
    ended.pages().flushToFileWriter(writer);
    writer.endBlock();
    ended.close();
  }

  @Override
  public void finish() throws IOException {
    out.beginTail();
    Map<String, String> metadata = options.footer().metadata();
    started().end(metadata);
    out.writeTail();
  }

  private ParquetFileWriter started() {
    ParquetFileWriter writer = file;
    if (writer == null) {
      throw new IllegalStateException("An extent is started before rows are added.");
    }
    return writer;
  }
}
