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

import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.parity.ParityStreams;
import io.trident.layout.format.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes parities of groups of extents. */
public final class ParityWriter {
  private ParityWriter() {}

  /**
   * Writes a parity of extents. It holds a chunk of each.
   *
   * @param members the extents of the group, in order
   * @param coefficients of each, as {@link ParityGroups#coefficients} has them
   * @param out where the parity goes; not closed
   * @throws IOException if an extent cannot be read, or the parity not written
   */
  public static WrittenObject write(List<ByteSource> members, byte[] coefficients, OutputStream out)
      throws IOException {
    ChecksummedOutput parity = new ChecksummedOutput(out);
    try (Streams streams = new Streams()) {
      for (ByteSource member : members) {
        streams.open(member);
      }
      ParityStreams.encode(streams.all, coefficients, parity);
    }
    parity.flush();
    return parity.written();
  }

  /** Streams that are closed together. */
  private static final class Streams implements Closeable {
    private final List<InputStream> all = new ArrayList<>();

    void open(ByteSource source) throws IOException {
      all.add(source.open(0, source.length()));
    }

    @Override
    public void close() throws IOException {
      for (InputStream stream : all) {
        stream.close();
      }
    }
  }
}
