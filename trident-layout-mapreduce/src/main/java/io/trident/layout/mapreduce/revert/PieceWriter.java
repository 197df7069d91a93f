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
import io.trident.layout.table.SourceList.Source;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Writes the pieces of one reduce. Each row must begin where the one before ends: so what is
 * written is the source file, or an error.
 */
final class PieceWriter implements SourceWriter {
  /** Where pieces of source files are that are cut, in the output directory. */
  static final String PIECES = "_convert/pieces";

  private static final int BUFFER = 1 << 16;

  private final TableLayout table;
  private final DistributedFileSystem files;
  private final Path directory;
  private final List<Piece> pieces;
  private int next;
  private @Nullable OutputStream file;
  private @Nullable SourceOutput out;
  private @Nullable RecordWriter writer;
  private long first;

  PieceWriter(TableLayout table, DistributedFileSystem files, Path directory, List<Piece> pieces) {
    this.table = table;
    this.files = files;
    this.directory = directory;
    this.pieces = pieces;
  }

  @Override
  public void add(long place, byte[] record) throws IOException {
    while (next < pieces.size() && place >= pieces.get(next).to()) {
      finishPiece();
    }
    Piece piece = pieces.get(next);
    if (out == null) {
      begin(piece, piece.number() == 0 ? piece.from() : place);
    }
    long expected = requireNonNull(out).place();
    if (expected != place) {
      throw new IOException(
          "A row at %d follows one that ends at %d; the order of rows is not that of the extents."
              .formatted(place, expected));
    }
    requireNonNull(writer).row(new LayoutRow(place, List.of(), Value.ofBytes(record)));
  }

  /** Begins a file; the first piece of a source file with what precedes its first row. */
  private void begin(Piece piece, long place) throws IOException {
    Source source = table.sources().sources().get(piece.source());
    file = new BufferedOutputStream(create(piece, source), BUFFER);
    out = new SourceOutput(file, place, table.startOf(piece.source()) + source.length());
    writer = table.adapter().writer(out);
    first = place;
    if (piece.number() == 0 && source.length() > 0) {
      writer.start();
    }
  }

  private OutputStream create(Piece piece, Source source) throws IOException {
    Path path =
        piece.of() == 1
            ? new Path(directory, source.name())
            : new Path(directory, PIECES + "/" + piece.fileName());
    return files.createFile(path).create().overwrite(true).recursive().build();
  }

  private void finishPiece() throws IOException {
    Piece piece = pieces.get(next++);
    if (out == null && piece.number() > 0) {
      return; // no row begins in it
    }
    if (out == null) {
      begin(piece, piece.from());
    }
    long end = requireNonNull(out).place();
    close();
    if (piece.of() > 1) {
      Texts.replace(
          files,
          new Path(directory, PIECES + "/" + piece.fileName() + ".range"),
          "%d %d".formatted(first, end).getBytes(StandardCharsets.UTF_8));
    } else if (end < piece.to()) {
      throw new IOException(
          "%s ends after %d of %d bytes; rows are missing."
              .formatted(
                  table.sources().sources().get(piece.source()).name(),
                  end - piece.from(),
                  piece.to() - piece.from()));
    }
  }

  @Override
  public void finish() throws IOException {
    while (next < pieces.size()) {
      finishPiece();
    }
  }

  @Override
  public void close() throws IOException {
    try (OutputStream open = file) {
      file = null;
      out = null;
      writer = null;
    }
  }
}
