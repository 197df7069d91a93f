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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.format.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Whole extents, of which the checksums are compared after they were read. */
final class CheckedStreams implements Closeable {
  private final Manifest manifest;
  private final Map<Extent, CheckedInputStream> streams = new LinkedHashMap<>();

  CheckedStreams(Manifest manifest) {
    this.manifest = manifest;
  }

  void open(Extent extent, ExtentSources sources) throws IOException {
    ByteSource source = Sources.open(manifest, sources, extent);
    streams.put(extent, new CheckedInputStream(source.open(0, source.length()), new CRC32C()));
  }

  List<InputStream> all() {
    return List.copyOf(streams.values());
  }

  /** Reads each to its end. */
  void drain() throws IOException {
    for (InputStream stream : streams.values()) {
      stream.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Compares what was read of each, to its end, with the manifest. */
  void verify() throws IOException {
    for (Map.Entry<Extent, CheckedInputStream> one : streams.entrySet()) {
      StoredObject entry = manifest.stored(one.getKey());
      int crc = (int) one.getValue().getChecksum().getValue();
      if (crc != entry.crc()) {
        throw new CorruptSourceException(
            one.getKey(),
            "its checksum is %08x, that of the manifest %08x.".formatted(crc, entry.crc()),
            null);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (InputStream stream : streams.values()) {
      stream.close();
    }
  }
}
