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
 *
 * <p>A read that fails is tried again from where it was, in a file that is opened anew: a DataNode
 * that is slow for some seconds does not cost what a rebuild has read of all others. A block that
 * HDFS has given up meanwhile cannot be opened, so this ends at once then.
 */
final class RangeStream extends InputStream {
  private static final int BUFFER_BYTES = 1 << 20;

  /** So often in a row a read is tried again. */
  private static final int MOST_RETRIES = 2;

  private final Opener opener;
  private final long retryMs;
  private final long end;
  private final ReadBytes read;
  private final byte[] buffer;
  private FSDataInputStream in;
  private long fetched;
  private int at;
  private int filled;

  /** Opens the file, or fails if it is no longer the one that it was. */
  @FunctionalInterface
  interface Opener {
    FSDataInputStream open() throws IOException;
  }

  /**
   * Opens a file, of which bytes from {@code from} to before {@code to} are read.
   *
   * @param retryMs milliseconds before a read that has failed is tried again
   */
  RangeStream(Opener opener, long from, long to, ReadBytes read, long retryMs) throws IOException {
    this.opener = opener;
    this.retryMs = retryMs;
    this.end = to;
    this.read = read;
    this.fetched = from;
    this.buffer = new byte[(int) Math.min(BUFFER_BYTES, to - from)];
    this.in = opener.open();
  }

  private boolean fill() throws IOException {
    if (at < filled) {
      return true;
    }
    if (fetched == end) {
      return false;
    }
    int got = fetch((int) Math.min(buffer.length, end - fetched));
    if (got <= 0) {
      throw new EOFException("The file ends at byte %d, before %d".formatted(fetched, end));
    }
    fetched += got;
    read.add(got);
    at = 0;
    filled = got;
    return true;
  }

  private int fetch(int wanted) throws IOException {
    for (int retries = 0; ; retries++) {
      try {
        return in.read(fetched, buffer, 0, wanted);
      } catch (IOException e) {
        if (retries == MOST_RETRIES) {
          throw e;
        }
        openAgain(e);
      }
    }
  }

  private void openAgain(IOException cause) throws IOException {
    try {
      Thread.sleep(retryMs);
      FSDataInputStream again = opener.open();
      in.close();
      in = again;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rebuild was revoked
      throw cause;
    } catch (IOException e) {
      cause.addSuppressed(e);
      throw cause;
    }
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
