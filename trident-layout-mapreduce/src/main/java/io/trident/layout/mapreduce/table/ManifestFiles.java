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

import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads the manifests of a table. */
public final class ManifestFiles {
  private ManifestFiles() {}

  /**
   * Reads the manifest of a super-extent.
   *
   * @param directory the table's, or that of a table that is being built
   * @throws IOException if it cannot be read, is malformed, or not of this table
   */
  public static Manifest read(FileSystem files, Path directory, TableLayout table, int superExtent)
      throws IOException {
    Path path = new Path(directory, table.paths().manifest(superExtent));
    Manifest manifest;
    try {
      manifest = ManifestCodec.decode(ByteBuffer.wrap(Texts.readBytes(files, path)));
    } catch (MalformedManifestException e) {
      throw new IOException("%s: %s".formatted(path, e.getMessage()), e);
    }
    if (!manifest.geometry().equals(table.layout(superExtent).geometry())
        || !manifest.parity().equals(table.parity(superExtent))
        || manifest.superExtent() != superExtent) {
      throw new IOException(
          "%s is none of this table's: the specification has other extents or dimensions."
              .formatted(path));
    }
    return manifest;
  }
}
