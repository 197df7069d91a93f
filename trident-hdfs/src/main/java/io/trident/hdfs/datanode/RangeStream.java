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

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * A range of a file, of which no more is read than the range has. HDFS's own stream would fetch on
 * to the end of the block.
 */
final class RangeStream extends InputStream {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FSDataInputStream in;
  private final long end;
  private final ReadBytes read;
  private final byte[] buffer;
  private long fetched;
  private int at;
  private int filled;

  /** Reads bytes from {@code from} to before {@code to}; closes {@code in} when closed. */
  RangeStream(FSDataInputStream in, long from, long to, ReadBytes read) {
    this.in = in;
    this.end = to;
    this.read = read;
    this.fetched = from;
    this.buffer = new byte[(int) Math.min(BUFFER_BYTES, to - from)];
  }

  private boolean fill() throws IOException {
    if (at < filled) {
      return true;
    }
    if (fetched == end) {
      return false;
    }
    int wanted = (int) Math.min(buffer.length, end - fetched);
    int got = in.read(fetched, buffer, 0, wanted);
    if (got <= 0) {
      throw new EOFException("The file ends at byte %d, before %d".formatted(fetched, end));
    }
    fetched += got;
    read.add(got);
    at = 0;
    filled = got;
    return true;
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int copied = Math.min(length, filled - at);
    System.arraycopy(buffer, at, bytes, offset, copied);
    at += copied;
    return copied;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
