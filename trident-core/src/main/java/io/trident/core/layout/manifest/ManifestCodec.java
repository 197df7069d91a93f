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
package io.trident.core.layout.manifest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A manifest as bytes, as {@code docs/layout-format.md} describes them: four bytes {@code TRLM},
 * the version, the length of the message, the message, and the CRC32C of all of that; numbers are
 * of 32 bits, big-endian.
 *
 * <p>The message is in the wire format of protocol buffers, with a schema that the page gives, so
 * others read it with {@code protoc}. It is written and read by hand, as the core has no library
 * for it and hosts have several. Members may be added: a reader passes over those that it does not
 * know. A change that older readers must not pass over gets another version.
 *
 * <p>The same manifest is always the same bytes.
 */
public final class ManifestCodec {
  /** Largest message. One of 100 extents in 3 dimensions has some 2 MB. */
  public static final int MAX_BYTES = 64 << 20;

  private static final int MAGIC =
      ByteBuffer.wrap("TRLM".getBytes(StandardCharsets.US_ASCII)).getInt();
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 3 * Integer.BYTES;

  private ManifestCodec() {}

  /**
   * Encodes a manifest. O(buckets).
   *
   * @throws IllegalArgumentException if its message exceeds {@link #MAX_BYTES}
   */
  public static byte[] encode(Manifest manifest) {
    byte[] message = new ManifestEncoder().message(manifest);
    if (message.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "The manifest has %d bytes, at most %d are possible; use fewer extents or shorter keys."
              .formatted(message.length, MAX_BYTES));
    }
    return seal(message);
  }

  /**
   * Decodes a manifest. O(length); what it allocates is within a small factor of the length.
   *
   * @throws MalformedManifestException if the bytes are not a valid manifest of a known version
   */
  public static Manifest decode(ByteBuffer bytes) throws MalformedManifestException {
    ByteBuffer in = bytes.slice();
    if (in.remaining() < HEADER_BYTES + Integer.BYTES || in.getInt() != MAGIC) {
      throw new MalformedManifestException("it does not begin with TRLM");
    }
    int version = in.getInt();
    if (version != VERSION) {
      throw new MalformedManifestException(
          "version " + version + " is not known; read it with a newer release of Trident");
    }
    int length = in.getInt();
    if (length < 0 || length > MAX_BYTES || length != in.remaining() - Integer.BYTES) {
      throw new MalformedManifestException(
          "a message of %d bytes is announced, %d follow"
              .formatted(length, in.remaining() - Integer.BYTES));
    }
    int end = HEADER_BYTES + length;
    if (crc(in.slice(0, end)) != in.getInt(end)) {
      throw new MalformedManifestException("its checksum does not match");
    }
    try {
      return new ManifestDecoder().manifest(new WireReader(in.slice(HEADER_BYTES, length)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MalformedManifestException(String.valueOf(e.getMessage()));
    }
  }

  /** Puts a header and a checksum around a message. */
  static byte[] seal(byte[] message) {
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + message.length + Integer.BYTES);
    out.putInt(MAGIC).putInt(VERSION).putInt(message.length).put(message);
    out.putInt(crc(out.duplicate().flip()));
    return out.array();
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
