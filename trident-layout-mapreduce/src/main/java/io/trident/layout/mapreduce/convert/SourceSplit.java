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

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;

/**
 * What a map reads: ranges of source files. It is a split of Hadoop's own kind, so that Trident's
 * master knows what is read and places maps by tiers. Hadoop makes it and fills it in.
 */
public final class SourceSplit extends CombineFileSplit {
  private final List<Integer> sources = new ArrayList<>();

  /**
   * A range of a source file.
   *
   * @param source its number in the list of source files
   * @param from first byte in the file
   * @param to byte after the last
   */
  public record Piece(int source, long from, long to) {
    /** Returns the number of bytes. */
    public long length() {
      return to - from;
    }
  }

  /** Is filled in by {@link #readFields}. */
  public SourceSplit() {}

  /**
   * Makes a split.
   *
   * @param pieces in order
   * @param paths of the pieces' files, in the same order
   * @param hosts that have most of it
   */
  public SourceSplit(List<Piece> pieces, List<Path> paths, List<String> hosts) {
    super(
        paths.toArray(Path[]::new),
        pieces.stream().mapToLong(Piece::from).toArray(),
        pieces.stream().mapToLong(Piece::length).toArray(),
        hosts.toArray(String[]::new));
    pieces.forEach(piece -> sources.add(piece.source()));
  }

  /** Returns the ranges, in order. */
  public List<Piece> pieces() {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      pieces.add(new Piece(sources.get(i), getOffset(i), getOffset(i) + getLength(i)));
    }
    return pieces;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(sources.size());
    for (int source : sources) {
      out.writeInt(source);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    sources.clear();
    for (int left = in.readInt(); left > 0; left--) {
      sources.add(in.readInt());
    }
  }
}
