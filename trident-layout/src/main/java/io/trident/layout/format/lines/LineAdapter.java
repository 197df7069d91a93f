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

import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/** The adapter of all formats of lines. */
final class LineAdapter implements FormatAdapter {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final LineFormat format;

  LineAdapter(LineFormat format) {
    this.format = format;
  }

  @Override
  public boolean isSplittable() {
    return format.splittable();
  }

  /**
   * A row is of the range in which its first byte is. Where line feeds are also within rows, all
   * before the range is looked at, too: nothing else shows which line feeds those are.
   */
  @Override
  public RecordReader read(ByteSource file, long from, long to) throws IOException {
    if (from < 0 || from > to || to > file.length()) {
      throw new IllegalArgumentException(
          "%s has %d bytes; there is no range from %d to %d."
              .formatted(file.name(), file.length(), from, to));
    }
    if (from == 0) {
      checkStart(file);
    }
    long start = Math.min(format.header().length, file.length());
    if (from <= start || !format.splittable()) {
      return new LineReader(file, format, start, from, to);
    }
    long before = from - 1; // if its byte is a line feed, a row begins at from
    return new LineReader(file, format, before, from, to);
  }

  private void checkStart(ByteSource file) throws IOException {
    byte[] header = format.header();
    byte[] start = new byte[Math.max(header.length, BYTE_ORDER_MARK.length)];
    int length;
    try (InputStream in = file.open(0, Math.min(start.length, file.length()))) {
      length = in.readNBytes(start, 0, start.length);
    }
    if (header.length == 0 && Arrays.equals(Arrays.copyOf(start, 3), BYTE_ORDER_MARK)) {
      throw new InvalidRecordException(
              "begins with a byte order mark, which would end up within an extent; remove it.")
          .at(file.name(), 0);
    }
    int compared = Math.min(length, header.length);
    boolean isWhole = compared == header.length || compared == header.length - 1 || length == 0;
    if (!isWhole || Arrays.mismatch(start, 0, compared, header, 0, compared) >= 0) {
      throw new InvalidRecordException(
              "does not begin with the header of the table; convert files of another header apart.")
          .at(file.name(), 0);
    }
  }

  @Override
  public List<Value> keys(Value.Bytes record) throws InvalidRecordException {
    return format.keys().keys(record.toArray());
  }

  @Override
  public RecordWriter writer(OutputStream out) {
    return new LineWriter(out, format);
  }

  @Override
  public RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException {
    long end = bucket.offset() + bucket.length();
    if (end > extent.length()) {
      throw new InvalidRecordException(
              "a bucket of %d bytes is not within the %d bytes."
                  .formatted(bucket.length(), extent.length()))
          .at(extent.name(), bucket.offset());
    }
    return new LineReader(new Part(extent, end), format, bucket.offset(), bucket.offset(), end);
  }

  /** The first bytes of a source, so that no row is read beyond them. */
  private record Part(ByteSource whole, long length) implements ByteSource {
    @Override
    public String name() {
      return whole.name();
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      return whole.open(from, to);
    }

    @Override
    public int longestRow() {
      return whole.longestRow();
    }
  }
}
