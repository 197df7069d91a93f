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

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/**
 * How the source files are cut into pieces, which tasks write. A row is of the piece it begins in.
 */
final class PiecePlan {
  /** Bytes that a reduce writes, about. */
  static final String BYTES = "trident.layout.job.piece-bytes";

  static final long DEFAULT_BYTES = 1L << 30;

  private static final String SOURCES = "trident.layout.job.source-files";

  private final List<List<Piece>> parts = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * A piece of a source file.
   *
   * @param part which reduce writes it
   * @param source the number of the source file
   * @param number its number in the source file
   * @param of how many there are of the source file
   * @param from its first place in all source files
   * @param to the place after its last
   */
  record Piece(int part, int source, int number, int of, long from, long to) {
    /** Returns the name of its file, if it is not the whole source file. */
    String fileName() {
      return String.format(Locale.ROOT, "%06d-%06d", source, number);
    }
  }

  /**
   * Plans for a table. Files of a format whose parts cannot be joined are a piece each.
   *
   * @param conf of the job
   */
  static PiecePlan of(TableLayout table, Configuration conf) {
    long bytes = conf.getLong(BYTES, DEFAULT_BYTES);
    return new PiecePlan(
        table.sources(),
        wanted(table, conf),
        table.adapter().isSequential() ? bytes : Long.MAX_VALUE,
        bytes);
  }

  /**
   * Leaves for tasks which source files are written; by default all.
   *
   * @param sources their numbers; all if it is empty
   */
  static void want(Set<Integer> sources, Configuration conf) {
    conf.set(SOURCES, sources.stream().sorted().map(String::valueOf).collect(joining(",")));
  }

  /**
   * Returns the numbers of the source files that are written. Files of a format whose parts cannot
   * be joined are compared all together with what was converted, so all of them are.
   */
  static Set<Integer> wanted(TableLayout table, Configuration conf) {
    int[] some = table.adapter().isSequential() ? conf.getInts(SOURCES) : new int[0];
    return (some.length == 0
            ? IntStream.range(0, table.sources().sources().size())
            : IntStream.of(some))
        .boxed()
        .collect(toSet());
  }

  /**
   * Cuts source files into pieces, and hands these out to reduces.
   *
   * @param wanted the numbers of the files that are cut
   * @param pieceBytes of a piece, at most
   * @param partBytes of what a reduce writes, at most, unless it is one piece
   */
  PiecePlan(SourceList sources, Set<Integer> wanted, long pieceBytes, long partBytes) {
    long[] starts = sources.starts();
    List<Piece> part = new ArrayList<>();
    long size = 0;
    for (int s = 0; s < starts.length; s++) {
      if (!wanted.contains(s)) {
        continue;
      }
      long length = sources.sources().get(s).length();
      int of = (int) (Math.max(0, length - 1) / pieceBytes) + 1;
      for (int i = 0; i < of; i++) {
        long from = starts[s] + i * pieceBytes;
        long to = i == of - 1 ? starts[s] + length : from + pieceBytes;
        if (!part.isEmpty() && size + to - from > partBytes) {
          parts.add(part);
          part = new ArrayList<>();
          size = 0;
        }
        Piece piece = new Piece(parts.size(), s, i, of, from, to);
        part.add(piece);
        pieces.add(piece);
        size += to - from;
      }
    }
    parts.add(part);
  }

  /** Returns the pieces that each reduce writes, in order. */
  List<List<Piece>> parts() {
    return parts;
  }

  /** Returns all pieces, in order. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Returns the piece of the row that begins at a place of a file that is cut. O(log pieces). */
  Piece at(long place) {
    int low = 0;
    int high = pieces.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pieces.get(middle).from() <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return pieces.get(low);
  }
}
