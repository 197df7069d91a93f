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
package io.trident.layout.mapreduce.table;

import io.trident.layout.extent.WrittenObject;
import io.trident.layout.format.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32C;

/**
 * A file that is opened once, and read once from its start to its end in ranges that follow each
 * other, with the checksum of all bytes, whatever the ranges leave out.
 */
public final class SequentialSource implements ByteSource, Closeable {
  private static final int CHUNK = 1 << 16;

  private final ByteSource file;
  private final InputStream in;
  private final CRC32C crc = new CRC32C();
  private final byte[] skipped = new byte[CHUNK];
  private long position;

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be opened
   */
  public SequentialSource(ByteSource file) throws IOException {
    this.file = file;
    this.in = file.open(0, file.length());
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long length() {
    return file.length();
  }

  /**
   * Opens a range. The one before is void then.
   *
   * @throws IllegalArgumentException if it begins before what was read
   */
  @Override
  public InputStream open(long from, long to) throws IOException {
    if (from < position) {
      throw new IllegalArgumentException(
          "%s was read up to %d; %d cannot be read again.".formatted(name(), position, from));
    }
    skipTo(from);
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 1 ? -1 : Byte.toUnsignedInt(one[0]);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return length == 0 ? 0 : take(bytes, offset, (int) Math.min(length, to - position));
      }
    };
  }

  /**
   * Reads what is left.
   *
   * @return the length and the checksum of the file
   * @throws IOException if it cannot be read, or ends early
   */
  public WrittenObject finish() throws IOException {
    skipTo(file.length());
    return new WrittenObject(position, (int) crc.getValue());
  }

  /**
   * Returns the checksum that the file has with zeros behind it up to a length. To be called after
   * {@link #finish}, and once.
   */
  public int crcPaddedTo(long length) {
    return padded(crc, length - position);
  }

  /** Returns the checksum of so many zeros. */
  public static int crcOfZeros(long length) {
    return padded(new CRC32C(), length);
  }

  private static int padded(CRC32C crc, long zeros) {
    byte[] chunk = new byte[CHUNK];
    for (long left = zeros; left > 0; left -= CHUNK) {
      crc.update(chunk, 0, (int) Math.min(left, CHUNK));
    }
    return (int) crc.getValue();
  }

  private void skipTo(long target) throws IOException {
    while (position < target) {
      if (take(skipped, 0, (int) Math.min(CHUNK, target - position)) < 0) {
        throw new IOException(
            "%s ends after %d of %d bytes.".formatted(name(), position, length()));
      }
    }
  }

  private int take(byte[] bytes, int offset, int length) throws IOException {
    int got = length <= 0 ? -1 : in.read(bytes, offset, length);
    if (got > 0) {
      crc.update(bytes, offset, got);
      position += got;
    }
    return got;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
