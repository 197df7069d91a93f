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
import io.trident.core.layout.manifest.StoredObject;
import java.io.IOException;
import java.io.OutputStream;

/** The bytes of an extent that was rebuilt elsewhere: they are compared with the manifest. */
public final class CheckedExtent {
  private final Extent target;
  private final StoredObject lost;
  private final ChecksummedOutput out;

  /**
   * Takes the bytes of an extent.
   *
   * @param lost the manifest's entry
   * @param out where they go; what was written is void unless {@link #finish} returns
   */
  public CheckedExtent(Extent target, StoredObject lost, OutputStream out) {
    this.target = target;
    this.lost = lost;
    this.out = new ChecksummedOutput(out);
  }

  /**
   * Takes the next bytes.
   *
   * @throws RebuildMismatchException if these are more than the extent had
   * @throws IOException if they cannot be written
   */
  public void write(byte[] bytes) throws IOException {
    if (bytes.length > lost.length() - out.length()) {
      throw new RebuildMismatchException(
          target, "it has more than %d bytes.".formatted(lost.length()));
    }
    out.write(bytes);
  }

  /**
   * Ends the extent.
   *
   * @throws RebuildMismatchException if it is not what was lost
   * @throws IOException if it cannot be written
   */
  public Rebuilt finish() throws IOException {
    out.flush();
    check(target, lost, out.written());
    return new Rebuilt(out.written(), Rebuilt.Equality.BYTES);
  }

  static void check(Extent target, StoredObject lost, WrittenObject written)
      throws RebuildMismatchException {
    if (written.length() != lost.length()) {
      throw new RebuildMismatchException(
          target, "it has %d bytes, not %d.".formatted(written.length(), lost.length()));
    }
    if (written.crc() != lost.crc()) {
      throw new RebuildMismatchException(
          target, "its checksum is %08x, not %08x.".formatted(written.crc(), lost.crc()));
    }
  }
}
