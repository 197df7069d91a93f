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
 * An extent of a group is a linear combination of others, byte by byte, where shorter ones are as if
 * zeros followed them; so a parity is as long as the longest. Of a missing extent the first bytes
 * are its own and the rest is zero. Its length is not in the parity: the manifest has it. What the
 * coefficients are is for ParityGroups to know; with a single parity all are 1.
 */
/** Encodes and decodes extents of any lengths. Streams: it holds one chunk in memory. */
public final class ParityStreams {
  /** Bytes of each extent at a time. */
  private static final int CHUNK = 1 << 16;

  private ParityStreams() {}

  /**
   * Writes a parity of extents.
   *
   * @param members the extents, each read to its end; not closed
   * @param coefficients by what each is multiplied
   * @param parity where the parity goes; not closed
   * @return the length of the parity: that of the longest extent
   */
  public static long encode(
      List<? extends InputStream> members, byte[] coefficients, OutputStream parity)
      throws IOException {
    Sum sum = new Sum(members, coefficients);
    long length = 0;
    for (int most = CHUNK; most == CHUNK; ) {
      most = sum.next();
      parity.write(sum.bytes, 0, most);
      length += most;
    }
    return length;
  }

  /**
   * Writes an extent that is missing.
   *
   * @param others as many extents and parities of the group as it has extents, each read to its
   *     end; not closed
   * @param coefficients by what each is multiplied
   * @param length the length of the missing extent
   * @param missing where it goes; not closed
   * @throws IOException if the others are shorter than {@code length}, or leave anything but zeros
   *     behind it: they are then not those that were encoded
   */
  public static void decode(
      List<? extends InputStream> others, byte[] coefficients, long length, OutputStream missing)
      throws IOException {
    Sum sum = new Sum(others, coefficients);
    long left = length;
    for (int most = CHUNK; most == CHUNK; ) {
      most = sum.next();
      int own = (int) Math.min(left, most);
      missing.write(sum.bytes, 0, own);
      left -= own;
      for (int i = own; i < most; i++) {
        if (sum.bytes[i] != 0) {
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

  /** A linear combination of streams, chunk by chunk. */
  private static final class Sum {
    private final List<? extends InputStream> inputs;
    private final byte[] coefficients;
    private final byte[][] products;
    private final byte[] chunk = new byte[CHUNK];
    private final byte[] bytes = new byte[CHUNK];

    Sum(List<? extends InputStream> inputs, byte[] coefficients) {
      if (inputs.size() != coefficients.length) {
        throw new IllegalArgumentException(
            "%d extents have %d coefficients.".formatted(inputs.size(), coefficients.length));
      }
      this.inputs = inputs;
      this.coefficients = coefficients;
      this.products = new byte[coefficients.length][];
      for (int i = 0; i < coefficients.length; i++) {
        products[i] = Gf256.products(Byte.toUnsignedInt(coefficients[i]));
      }
    }

    /** Adds up the next chunks; returns the longest one's length. */
    int next() throws IOException {
      int most = 0;
      Arrays.fill(bytes, (byte) 0);
      for (int i = 0; i < coefficients.length; i++) {
        int length = inputs.get(i).readNBytes(chunk, 0, chunk.length);
        if (coefficients[i] == 1) {
          add(length);
        } else {
          add(products[i], length);
        }
        most = Math.max(most, length);
      }
      return most;
    }

    private void add(int length) {
      for (int i = 0; i < length; i++) {
        bytes[i] ^= chunk[i];
      }
    }

    private void add(byte[] product, int length) {
      for (int i = 0; i < length; i++) {
        bytes[i] ^= product[Byte.toUnsignedInt(chunk[i])];
      }
    }
  }
}
