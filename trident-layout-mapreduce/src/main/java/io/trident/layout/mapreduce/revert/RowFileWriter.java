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
package io.trident.layout.mapreduce.revert;

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.mapreduce.revert.PiecePlan.Piece;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import io.trident.layout.table.SourceList.Source;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole source files of a format whose rows do not have the bytes of their file. That no row
 * is missing does not show in bytes, so what was written is counted: {@link RowFileCheck} compares
 * that.
 */
final class RowFileWriter implements SourceWriter {
  private static final int BUFFER = 1 << 16;

  private final TableLayout table;
  private final DistributedFileSystem files;
  private final Path directory;
  private final List<Piece> pieces;
  private int next;
  private RowTally tally = RowTally.NONE;
  private boolean hasRows;
  private @Nullable OutputStream file;
  private @Nullable RecordWriter writer;

  RowFileWriter(
      TableLayout table, DistributedFileSystem files, Path directory, List<Piece> pieces) {
    this.table = table;
    this.files = files;
    this.directory = directory;
    this.pieces = pieces;
  }

  /** Returns the file in which a reduce counts what it wrote. */
  static Path tally(Path directory, int part) {
    return new Path(
        directory, String.format(Locale.ROOT, "%s/rows-%06d.json", PieceWriter.PIECES, part));
  }

  @Override
  public void add(long place, byte[] record) throws IOException {
    while (place >= pieces.get(next).to()) {
      finishFile();
    }
    begin();
    requireNonNull(writer).row(new LayoutRow(place, List.of(), Value.ofBytes(record)));
    hasRows = true;
    tally = tally.plus(RowTally.of(place, record));
  }

  /** An empty file stays one; others have what precedes rows, and what follows them. */
  private void begin() throws IOException {
    if (file != null) {
      return;
    }
    Source source = table.sources().sources().get(pieces.get(next).source());
    Path path = new Path(directory, source.name());
    file =
        new BufferedOutputStream(
            files.createFile(path).create().overwrite(true).recursive().build(), BUFFER);
    if (source.length() > 0) {
      writer = table.adapter().writer(file);
      writer.start();
    }
  }

  private void finishFile() throws IOException {
    begin();
    if (writer != null) {
      if (hasRows) {
        writer.endBucket();
      }
      writer.finish();
    }
    close();
    hasRows = false;
    next++;
  }

  @Override
  public void finish() throws IOException {
    while (next < pieces.size()) {
      finishFile();
    }
    if (!pieces.isEmpty()) {
      Texts.replace(
          files,
          tally(directory, pieces.get(0).part()),
          tally.toJson().getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() throws IOException {
    try (OutputStream open = file) {
      file = null;
      writer = null;
    }
  }
}
