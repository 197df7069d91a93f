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
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What a map reads: ranges of source files. Hadoop makes it and fills it in. */
public final class SourceSplit extends InputSplit implements Writable {
  private final List<Piece> pieces = new ArrayList<>();
  private String[] hosts = {};

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
   * @param hosts that have most of it
   */
  public SourceSplit(List<Piece> pieces, List<String> hosts) {
    this.pieces.addAll(pieces);
    this.hosts = hosts.toArray(String[]::new);
  }

  /** Returns the ranges, in order. */
  public List<Piece> pieces() {
    return List.copyOf(pieces);
  }

  @Override
  public long getLength() {
    return pieces.stream().mapToLong(Piece::length).sum();
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(pieces.size());
    for (Piece piece : pieces) {
      out.writeInt(piece.source());
      out.writeLong(piece.from());
      out.writeLong(piece.to());
    }
    out.writeInt(hosts.length);
    for (String host : hosts) {
      Text.writeString(out, host);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    pieces.clear();
    for (int left = in.readInt(); left > 0; left--) {
      pieces.add(new Piece(in.readInt(), in.readLong(), in.readLong()));
    }
    hosts = new String[in.readInt()];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = Text.readString(in);
    }
  }
}
