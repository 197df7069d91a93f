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

import io.trident.layout.mapreduce.convert.SourceSplit.Piece;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList.Source;
import io.trident.layout.table.SuperExtentCuts.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * How the source files of some super-extents are cut for maps: at blocks, and small files together.
 *
 * @param table the table
 * @param blockSize the block size of a source file
 * @param targetBytes what a map reads, about
 */
record SplitPlan(TableLayout table, IntToLongFunction blockSize, long targetBytes) {
  /**
   * Returns what each map reads. Each byte of the super-extents is in one piece. A file of a format
   * that cannot be split is one piece, as far as it is of these super-extents.
   */
  List<List<Piece>> of(List<Integer> superExtents) {
    List<Piece> pieces = new ArrayList<>();
    int i = 0;
    while (i < superExtents.size()) {
      int first = superExtents.get(i);
      int last = first;
      while (i + 1 < superExtents.size() && superExtents.get(i + 1) == last + 1) {
        i++;
        last++;
      }
      i++;
      Run end = table.runs().get(last);
      add(table.runs().get(first).from(), end.to(), pieces);
    }
    return packed(pieces);
  }

  private void add(long from, long to, List<Piece> pieces) {
    List<Source> sources = table.sources().sources();
    for (int s = table.sourceAt(from); s < sources.size() && table.startOf(s) < to; s++) {
      long start = table.startOf(s);
      long first = Math.max(0, from - start);
      long end = Math.min(sources.get(s).length(), to - start);
      long block =
          table.adapter().isSplittable() ? Math.max(1, blockSize.applyAsLong(s)) : Long.MAX_VALUE;
      while (first < end) {
        long next = first / block == end / block ? end : (first / block + 1) * block;
        pieces.add(new Piece(s, first, Math.min(end, next)));
        first = next;
      }
    }
  }

  private List<List<Piece>> packed(List<Piece> pieces) {
    List<List<Piece>> splits = new ArrayList<>();
    List<Piece> current = new ArrayList<>();
    long bytes = 0;
    for (Piece piece : pieces) {
      if (bytes > 0 && bytes + piece.length() > targetBytes) {
        splits.add(current);
        current = new ArrayList<>();
        bytes = 0;
      }
      current.add(piece);
      bytes += piece.length();
    }
    if (!current.isEmpty()) {
      splits.add(current);
    }
    return splits;
  }
}
