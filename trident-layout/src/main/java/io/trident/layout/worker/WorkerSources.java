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
package io.trident.layout.worker;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.format.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** In the worker: extents that the host reads. For one thread. */
final class WorkerSources implements ExtentSources {
  private final Manifest manifest;
  private final Host host;
  private int opened;

  /** What a worker asks its host for. */
  interface Host {
    /** Sends a frame. */
    void send(Frame frame) throws IOException;

    /** Waits for the next frame, a chunk; returns its bytes. */
    byte[] chunk() throws IOException;
  }

  WorkerSources(Manifest manifest, Host host) {
    this.manifest = manifest;
    this.host = host;
  }

  @Override
  public ByteSource of(Extent extent) {
    return new Remote((DataExtent) extent, manifest.stored(extent).length());
  }

  /** An extent. The host compares its length with the manifest. */
  private final class Remote implements ByteSource {
    private final DataExtent extent;
    private final long length;

    Remote(DataExtent extent, long length) {
      this.extent = extent;
      this.length = length;
    }

    @Override
    public String name() {
      return extent.toString();
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      Objects.checkFromToIndex(from, to, length);
      if (from == to) {
        return InputStream.nullInputStream();
      }
      int number = opened++;
      host.send(
          Frame.of(
              Frame.Type.OPEN,
              out -> {
                out.writeInt(number);
                RebuildJob.write(out, extent);
                out.writeLong(from);
                out.writeLong(to);
              }));
      return new Range(number, to - from);
    }
  }

  /** A range of an extent. */
  private final class Range extends InputStream {
    private final int number;
    private long left;
    private byte[] chunk = new byte[0];
    private int at;
    private boolean isClosed;

    Range(int number, long length) {
      this.number = number;
      this.left = length;
    }

    private boolean fill() throws IOException {
      if (at < chunk.length) {
        return true;
      }
      if (isClosed || left == 0) {
        return false;
      }
      host.send(numbered(Frame.Type.READ));
      chunk = host.chunk();
      at = 0;
      if (chunk.length == 0 || chunk.length > left) {
        throw new MalformedFrameException(
            "A chunk of %d bytes, where %d are left".formatted(chunk.length, left));
      }
      left -= chunk.length;
      return true;
    }

    private Frame numbered(Frame.Type type) {
      return Frame.of(type, out -> out.writeInt(number));
    }

    @Override
    public int read() throws IOException {
      return fill() ? chunk[at++] & 0xff : -1;
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
      int copied = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, bytes, offset, copied);
      at += copied;
      return copied;
    }

    @Override
    public void close() throws IOException {
      if (!isClosed) {
        isClosed = true;
        host.send(numbered(Frame.Type.CLOSE));
      }
    }
  }
}
