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
import io.trident.layout.format.ByteSource;
import java.io.IOException;

/** Extents as the manifest has them. */
public final class Sources {
  private Sources() {}

  /**
   * Opens an extent, of which the length must be the manifest's.
   *
   * @throws CorruptSourceException if it is not
   * @throws IOException if the extent cannot be read
   */
  public static ByteSource open(Manifest manifest, ExtentSources sources, Extent extent)
      throws IOException {
    ByteSource source = sources.of(extent);
    long length = manifest.stored(extent).length();
    if (source.length() != length) {
      throw new CorruptSourceException(
          extent,
          "%s has %d bytes, the manifest %d.".formatted(source.name(), source.length(), length),
          null);
    }
    return source;
  }
}
