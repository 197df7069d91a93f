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

import io.trident.layout.mapreduce.revert.PiecePlan.Piece;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.SourceList.Source;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Joins the pieces of source files, by HDFS's {@code concat}, which copies nothing.
 *
 * @param files where they are
 * @param build the directory that has the pieces and gets the source files
 * @param table the table
 * @param plan how source files were cut
 */
record SourceAssembly(DistributedFileSystem files, Path build, TableLayout table, PiecePlan plan) {
  /** What a reduce wrote of a piece. */
  private record Range(Path file, long from, long to) {}

  /**
   * Joins all.
   *
   * @throws IOException if a piece does not begin where the one before ends, or a source file has
   *     another length than it had
   */
  void run() throws IOException {
    for (Piece piece : plan.pieces()) {
      if (piece.number() == 0) {
        if (piece.of() > 1) {
          join(piece);
        }
        check(table.sources().sources().get(piece.source()));
      }
    }
  }

  private void check(Source source) throws IOException {
    long length = files.getFileStatus(new Path(build, source.name())).getLen();
    if (length != source.length()) {
      throw new IOException(
          "%s came out with %d bytes, and had %d."
              .formatted(source.name(), length, source.length()));
    }
  }

  private void join(Piece head) throws IOException {
    Source source = table.sources().sources().get(head.source());
    long place = table.startOf(head.source());
    long end = place + source.length();
    List<Path> parts = new ArrayList<>();
    for (Piece piece : plan.pieces()) {
      Optional<Range> range = piece.source() == head.source() ? range(piece) : Optional.empty();
      if (range.isPresent()) {
        if (range.get().from() != place) {
          throw new IOException(
              "%s: bytes %d to %d are missing."
                  .formatted(source.name(), place, range.get().from()));
        }
        place = range.get().to();
        parts.add(range.get().file());
      }
    }
    if (place < end) {
      throw new IOException("%s: bytes %d to %d are missing.".formatted(source.name(), place, end));
    }
    Path first = parts.get(0);
    if (parts.size() > 1) {
      files.concat(first, parts.subList(1, parts.size()).toArray(Path[]::new));
    }
    Path target = new Path(build, source.name());
    files.mkdirs(requireNonNull(target.getParent()));
    if (!files.rename(first, target)) {
      throw new IOException("%s cannot be renamed to %s.".formatted(first, target));
    }
  }

  private Optional<Range> range(Piece piece) throws IOException {
    Path file = new Path(build, PieceWriter.PIECES + "/" + piece.fileName());
    try {
      String[] range = Texts.read(files, file.suffix(".range")).split(" ", -1);
      return Optional.of(new Range(file, Long.parseLong(range[0]), Long.parseLong(range[1])));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
