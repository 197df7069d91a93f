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
package io.trident.core.layout.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/*
 * The parity of extents is their exclusive or, byte by byte, where shorter extents are as if zeros
 * followed them; so it is as long as the longest. The extent that is missing is the exclusive or of
 * the others and the parity, of which the first bytes are its own and the rest is zero. Its length
 * is not in the parity: the manifest has it.
 */
/** Parity by exclusive or, over extents of any lengths. Streams: it holds one chunk in memory. */
public final class XorParity {
  /** Bytes of each extent at a time. */
  private static final int CHUNK = 1 << 16;

  private XorParity() {}

  /**
   * Writes the parity of extents.
   *
   * @param members the extents, each read to its end; not closed
   * @param parity where the parity goes; not closed
   * @return the length of the parity: that of the longest extent
   */
  public static long encode(List<? extends InputStream> members, OutputStream parity)
      throws IOException {
    byte[] sum = new byte[CHUNK];
    byte[] chunk = new byte[CHUNK];
    long length = 0;
    for (int most = CHUNK; most == CHUNK; ) {
      most = add(members, sum, chunk);
      parity.write(sum, 0, most);
      length += most;
    }
    return length;
  }

  /**
   * Writes the extent that is missing.
   *
   * @param others all other extents of the group, and its parity, each read to its end; not closed
   * @param length the length of the missing extent
   * @param missing where it goes; not closed
   * @throws IOException if the others are shorter than {@code length}, or leave anything but zeros
   *     behind it: they are then not those that were encoded
   */
  public static void decode(List<? extends InputStream> others, long length, OutputStream missing)
      throws IOException {
    byte[] sum = new byte[CHUNK];
    byte[] chunk = new byte[CHUNK];
    long left = length;
    for (int most = CHUNK; most == CHUNK; ) {
      most = add(others, sum, chunk);
      int own = (int) Math.min(left, most);
      missing.write(sum, 0, own);
      left -= own;
      for (int i = own; i < most; i++) {
        if (sum[i] != 0) {
          throw new IOException(
              "Parity and extents do not belong together: bytes are left after %d."
                  .formatted(length));
        }
      }
    }
    if (left > 0) {
      throw new IOException(
          "Parity and extents do not belong together: %d of %d bytes are missing."
              .formatted(left, length));
    }
  }

  /** Sets {@code sum} to the exclusive or of the next chunks; returns the longest one's length. */
  private static int add(List<? extends InputStream> inputs, byte[] sum, byte[] chunk)
      throws IOException {
    int most = 0;
    Arrays.fill(sum, (byte) 0);
    for (InputStream input : inputs) {
      int length = input.readNBytes(chunk, 0, chunk.length);
      for (int i = 0; i < length; i++) {
        sum[i] ^= chunk[i];
      }
      most = Math.max(most, length);
    }
    return most;
  }
}
