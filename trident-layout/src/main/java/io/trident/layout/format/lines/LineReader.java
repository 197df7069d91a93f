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
package io.trident.layout.format.lines;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a file that begin in a range. Holds one row. */
final class LineReader implements RecordReader {
  private static final int BUFFER = 1 << 16;

  /**
   * A longer row would not leave room for what is done with it: a file without line feeds must end
   * a reader with a message, not for want of memory. Arrays of Java are a little shorter, too, than
   * the largest number.
   */
  private static final int MAX_RECORD =
      (int)
          Math.min(Integer.MAX_VALUE - 16, Math.max(1 << 26, Runtime.getRuntime().maxMemory() / 4));

  private final ByteSource file;
  private final InputStream in;
  private final RecordEnds ends;
  private final int longest;
  private final long from;
  private final long to;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;

  /** The offset of the buffer's next byte. */
  private long offset;

  private byte[] record = new byte[BUFFER];
  private int length;

  /**
   * Opens the file.
   *
   * @param start where a row begins, or the byte before {@code from}
   * @param from first byte that a row may begin at
   * @param to the byte after the last
   */
  LineReader(ByteSource file, LineFormat format, long start, long from, long to)
      throws IOException {
    this.file = file;
    this.ends = format.ends().get();
    this.longest = Math.min(MAX_RECORD, file.longestRow());
    this.from = from;
    this.to = to;
    this.offset = start;
    this.in = file.open(start, file.length());
  }

  @Override
  public @Nullable StoredRow next() throws IOException {
    while (offset < to) {
      long begin = offset;
      boolean isOfRange = begin >= from;
      boolean isEnded = readRecord(isOfRange);
      if (isOfRange) {
        if (!isEnded && !ends.isEnd((byte) '\n')) {
          throw new InvalidRecordException("a quoted value does not end; close the quote.")
              .at(file.name(), begin);
        }
        return new StoredRow(begin, OptionalLong.empty(), Value.ofBytes(take()));
      }
    }
    return null;
  }

  /** Reads to the next end, or that of the file; returns whether there was one. */
  private boolean readRecord(boolean isKept) throws IOException {
    length = 0;
    while (fill()) {
      int begin = position;
      int end = ends.end(buffer, begin, limit);
      boolean isEnd = end < limit;
      position = isEnd ? end + 1 : limit;
      offset += position - begin;
      if (isKept) {
        keep(begin, end - begin);
      }
      if (isEnd) {
        return true;
      }
    }
    return false;
  }

  private boolean fill() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, in.read(buffer, 0, (int) Math.min(BUFFER, file.length() - offset)));
      if (limit == 0 && offset < file.length()) {
        throw new IOException(
            "%s ends after %d of %d bytes.".formatted(file.name(), offset, file.length()));
      }
    }
    return position < limit;
  }

  private void keep(int begin, int count) throws IOException {
    if ((long) length + count > longest) {
      throw new IOException(
          "%s: a row that begins before byte %d has more than %d bytes, which is what this process has room for. Does the file have line feeds?"
              .formatted(file.name(), offset, longest));
    }
    if (length + count > record.length) {
      long doubled = Math.min(longest, 2L * record.length);
      record = Arrays.copyOf(record, (int) Math.max(doubled, length + count));
    }
    System.arraycopy(buffer, begin, record, length, count);
    length += count;
  }

  private byte[] take() {
    byte[] taken = Arrays.copyOf(record, length);
    if (record.length > 16 * BUFFER) {
      record = new byte[BUFFER]; // after a huge row
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
