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
package io.trident.layout.avro;

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A range of a file, read from its first byte to its last. For one thread. */
final class SourceInput implements Closeable {
  private static final int LOW_BITS = 0x7f;
  private static final int BITS = 7;

  private final ByteSource source;
  private final InputStream in;
  private final long end;
  private long position;

  /** Opens bytes of a file. */
  SourceInput(ByteSource source, long from, long end) throws IOException {
    this.source = source;
    this.end = end;
    this.position = from;
    this.in = new BufferedInputStream(source.open(from, end));
  }

  String name() {
    return source.name();
  }

  long position() {
    return position;
  }

  long remaining() {
    return end - position;
  }

  /**
   * Reads bytes.
   *
   * @throws InvalidRecordException if fewer remain
   * @throws IOException if they cannot be read
   */
  byte[] take(long count) throws IOException {
    if (count < 0 || count > remaining()) {
      throw ended();
    }
    byte[] bytes = in.readNBytes((int) count);
    position += bytes.length;
    if (bytes.length < count) {
      throw new EOFException(
          "%s ends after %d of %d bytes.".formatted(source.name(), position, source.length()));
    }
    return bytes;
  }

  /** Reads a number, zigzag-encoded as a varint. */
  long zigzag() throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte one = take(1)[0];
      number |= (long) (one & LOW_BITS) << shift;
      if (one >= 0) {
        return (number >>> 1) ^ -(number & 1);
      }
    }
    throw InvalidFiles.corrupt(
        source.name(), "the number before byte %d does not end.".formatted(position));
  }

  private InvalidRecordException ended() {
    return InvalidFiles.corrupt(
        source.name(), "it was cut, as more must follow byte %d.".formatted(position));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
