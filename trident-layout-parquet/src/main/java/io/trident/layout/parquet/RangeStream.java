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
package io.trident.layout.parquet;

import io.trident.layout.format.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file in which the reader of Parquet moves about. Remembers what went wrong with the file
 * itself, so that this is not taken for bytes that are wrong.
 */
final class RangeStream extends DelegatingSeekableInputStream {
  private final Positioned in;

  RangeStream(ByteSource source) {
    this(new Positioned(source));
  }

  private RangeStream(Positioned in) {
    super(in);
    this.in = in;
  }

  /** Returns the error of the file, or null if it was readable so far. */
  @Nullable IOException failure() {
    return in.failure;
  }

  @Override
  public long getPos() {
    return in.position;
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  private static final class Positioned extends InputStream {
    private final ByteSource source;
    private @Nullable InputStream open;
    private @Nullable IOException failure;
    private long position;

    Positioned(ByteSource source) {
      this.source = source;
    }

    void seek(long to) throws IOException {
      if (to != position) {
        close();
        position = to;
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (count == 0 || position >= source.length()) {
        return count == 0 ? 0 : -1;
      }
      try {
        InputStream in = open;
        if (in == null) {
          in = source.open(position, source.length());
          open = in;
        }
        int got = in.read(bytes, offset, count);
        if (got < 0) {
          throw new EOFException(
              "%s ends after %d of %d bytes.".formatted(source.name(), position, source.length()));
        }
        position += got;
        return got;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      InputStream in = open;
      open = null;
      if (in != null) {
        in.close();
      }
    }
  }
}
