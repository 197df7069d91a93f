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

import io.trident.layout.format.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a Hadoop file system.
 *
 * @param length in bytes, as it is known; what was appended since is not read
 */
public record FileSource(FileSystem files, Path path, long length) implements ByteSource {
  @Override
  public String name() {
    return path.toUri().getPath();
  }

  @Override
  public InputStream open(long from, long to) throws IOException {
    FSDataInputStream in = files.open(path);
    try {
      in.seek(from);
    } catch (IOException e) {
      in.close();
      throw e;
    }
    return new Range(in, to - from);
  }

  /** The first bytes of a stream. */
  private static final class Range extends InputStream {
    private final InputStream in;
    private long left;

    Range(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 1 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int got = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(left, length));
      left -= Math.max(0, got);
      return got;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
