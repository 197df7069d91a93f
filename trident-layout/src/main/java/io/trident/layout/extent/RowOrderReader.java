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
package io.trident.layout.extent;

import io.trident.layout.format.ByteSource;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Reads the ids of the rows of an extent, in the extent's order. */
public final class RowOrderReader implements Closeable {
  private static final int LOW_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int BITS = 7;

  private final String name;
  private final CheckedInputStream checked;
  private final DataInputStream in;
  private final long end;
  private long position;
  private long last;
  private long rows;

  /**
   * Opens what {@link RowOrderWriter} wrote.
   *
   * @throws IOException if it cannot be read, or is of no known version
   */
  public RowOrderReader(ByteSource file) throws IOException {
    this.name = file.name();
    this.end = file.length() - RowOrder.TRAILER_BYTES;
    this.position = RowOrder.HEADER_BYTES;
    if (end < position) {
      throw malformed("it has %d bytes".formatted(file.length()));
    }
    this.checked =
        new CheckedInputStream(new BufferedInputStream(file.open(0, file.length())), new CRC32C());
    this.in = new DataInputStream(checked);
    int magic = in.readInt();
    int version = in.readInt();
    if (magic != RowOrder.MAGIC || version != RowOrder.VERSION) {
      in.close();
      throw malformed("it does not begin with TRLO and a known version");
    }
    if (position == end) {
      verify();
    }
  }

  /** Returns whether there is another row. */
  public boolean hasNext() {
    return position < end;
  }

  /**
   * Returns the id of the next row. The last one is returned only if the checksum is right; what
   * was returned before is void if this throws.
   *
   * @throws IOException if it cannot be read, or is malformed
   */
  public long next() throws IOException {
    long difference = 0;
    int shift = 0;
    int one = MORE;
    while ((one & MORE) != 0) {
      if (position == end || shift >= Long.SIZE) {
        throw malformed("a number does not end");
      }
      one = in.readUnsignedByte();
      position++;
      difference |= (long) (one & LOW_BITS) << shift;
      shift += BITS;
    }
    last += (difference >>> 1) ^ -(difference & 1);
    rows++;
    if (position == end) {
      verify();
    }
    return last;
  }

  private void verify() throws IOException {
    try {
      long expectedRows = in.readLong();
      int crc = (int) checked.getChecksum().getValue();
      if (in.readInt() != crc || expectedRows != rows) {
        throw malformed("its checksum does not match");
      }
    } catch (EOFException e) {
      throw malformed("it was cut");
    }
  }

  private IOException malformed(String detail) {
    return new IOException("Malformed row order %s: %s.".formatted(name, detail));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
