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

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.parity.ParityStreams;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Carries out those rebuilds of a recovery plan that are of bytes and parities, whatever the rows
 * are. It holds a chunk of each extent that is read.
 *
 * @param manifest what the super-extent consists of
 * @param sources the extents that survive, and those that were rebuilt before
 */
public record ParityRebuilder(Manifest manifest, ExtentSources sources) {
  /**
   * Rebuilds one extent.
   *
   * @param rebuild by {@link Rebuild.Method#DECODING} or {@link Rebuild.Method#ENCODING}
   * @param out where it goes; not closed. What was written is void if this throws
   * @throws CorruptSourceException if an extent that was read is lost, too
   * @throws RebuildMismatchException if the result is not what was lost
   * @throws IOException if an extent cannot be read, or the result not written
   */
  public Rebuilt rebuild(Rebuild rebuild, OutputStream out) throws IOException {
    ChecksummedOutput checked = new ChecksummedOutput(out);
    try (CheckedStreams streams = new CheckedStreams(manifest)) {
      for (Read read : rebuild.reads()) {
        streams.open(read.from(), sources);
      }
      code(rebuild, streams, checked);
      streams.verify();
    }
    checked.flush();
    CheckedExtent.check(rebuild.target(), manifest.stored(rebuild.target()), checked.written());
    return new Rebuilt(checked.written(), Rebuilt.Equality.BYTES);
  }

  private void code(Rebuild rebuild, CheckedStreams streams, OutputStream out) throws IOException {
    byte[] coefficients =
        manifest
            .parity()
            .coefficients(rebuild.target(), rebuild.reads().stream().map(Read::from).toList());
    if (rebuild.method() == Rebuild.Method.ENCODING) {
      ParityStreams.encode(streams.all(), coefficients, out);
      return;
    }
    try {
      ParityStreams.decode(
          streams.all(), coefficients, manifest.stored(rebuild.target()).length(), out);
    } catch (IOException e) {
      streams.drain();
      streams.verify(); // names the corrupt one
      throw e;
    }
  }
}
