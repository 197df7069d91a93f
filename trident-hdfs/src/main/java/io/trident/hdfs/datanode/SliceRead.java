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
package io.trident.hdfs.datanode;

import io.trident.layout.extent.ExtentSlicer;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * Reads an extent once, and divides its rows into slices in memory.
 *
 * @param adapter opened with the column of the extent's dimension as its only key
 * @param mostBytes of all slices together
 * @param longestRow in bytes
 */
record SliceRead(ByteSource source, FormatAdapter adapter, long mostBytes, int longestRow) {
  /**
   * Returns slices.
   *
   * @param wanted their numbers
   * @return a content for each of them, without bytes if it has no rows
   * @throws IOException if the extent cannot be read, or the slices or a row have more bytes than
   *     are allowed
   */
  Map<Integer, ByteString> run(SlicedExtent extent, Set<Integer> wanted) throws IOException {
    Map<Integer, ByteString.Output> outputs = new HashMap<>();
    Room room = new Room(mostBytes);
    ExtentSlicer slicer =
        new ExtentSlicer(
            adapter,
            extent.slices(),
            wanted,
            slice -> {
              ByteString.Output out = ByteString.newOutput();
              outputs.put(slice, out);
              return new Counted(out, room);
            });
    slicer.add(new ShortRows(source, longestRow), 0, source.length());
    slicer.finish();
    Map<Integer, ByteString> contents = new HashMap<>();
    for (int slice : wanted) {
      ByteString.Output out = outputs.get(slice);
      contents.put(slice, out == null ? ByteString.EMPTY : out.toByteString());
    }
    return contents;
  }

  /** An extent of which no row is read that takes too much: keys have many times its bytes. */
  private record ShortRows(ByteSource whole, int longestRow) implements ByteSource {
    @Override
    public String name() {
      return whole.name();
    }

    @Override
    public long length() {
      return whole.length();
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      return whole.open(from, to);
    }
  }

  /** What is left of the bytes. */
  private static final class Room {
    private long left;

    Room(long left) {
      this.left = left;
    }

    void take(int bytes) throws IOException {
      left -= bytes;
      if (left < 0) {
        throw new IOException("The slices have more bytes than were set aside for them");
      }
    }
  }

  /** Counts what is written. */
  private static final class Counted extends FilterOutputStream {
    private final Room room;

    Counted(OutputStream out, Room room) {
      super(out);
      this.room = room;
    }

    @Override
    public void write(int one) throws IOException {
      room.take(1);
      out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      room.take(length);
      out.write(bytes, offset, length);
    }
  }
}
