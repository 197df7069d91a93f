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
package io.trident.layout.avro;

import com.jcraft.jzlib.Deflater;
import com.jcraft.jzlib.GZIPException;
import com.jcraft.jzlib.JZlib;
import io.airlift.compress.Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Compresses blocks, always to the same bytes: by codecs of Java, as the bytes of native ones, and
 * so of the JDK's own deflater, change with the library that a machine has. For one thread.
 */
final class BlockCodec {
  /** No block is larger when it is decompressed, whatever a file claims. */
  static final int MAX_BLOCK = 1 << 27;

  /** What cannot be compressed becomes a little larger. */
  static final int MAX_STORED = MAX_BLOCK + MAX_BLOCK / 8;

  private static final int CRC_BYTES = Integer.BYTES;

  /** Of zlib's 1 to 9 the one that it takes by default. */
  private static final int LEVEL = 6;

  private final Compression compression;

  BlockCodec(Compression compression) {
    this.compression = compression;
  }

  /** Returns bytes as they are in a file. */
  byte[] compress(byte[] data) {
    return switch (compression) {
      case NONE -> data;
      case DEFLATE -> deflated(data);
      case ZSTD -> compressed(new ZstdCompressor(), data, 0);
      case SNAPPY -> {
        byte[] compressed = compressed(new SnappyCompressor(), data, CRC_BYTES);
        ByteBuffer.wrap(compressed).putInt(compressed.length - CRC_BYTES, crc(data));
        yield compressed;
      }
    };
  }

  private static byte[] compressed(Compressor compressor, byte[] data, int behind) {
    byte[] out = new byte[compressor.maxCompressedLength(data.length)];
    int length = compressor.compress(data, 0, data.length, out, 0, out.length);
    return Arrays.copyOf(out, length + behind);
  }

  private static byte[] deflated(byte[] data) {
    try {
      Deflater deflater = new Deflater(LEVEL, true);
      byte[] out = new byte[data.length + data.length / 8 + 64]; // more than what expands at most
      deflater.setInput(data);
      deflater.setOutput(out);
      int result = deflater.deflate(JZlib.Z_FINISH);
      if (result != JZlib.Z_STREAM_END) {
        throw new IllegalStateException("A block cannot be deflated: " + result);
      }
      return Arrays.copyOf(out, (int) deflater.getTotalOut());
    } catch (GZIPException e) {
      throw new IllegalStateException("A block cannot be deflated.", e);
    }
  }

  private static int crc(byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(data);
    return (int) crc.getValue();
  }

  /**
   * Returns what was compressed.
   *
   * @throws IOException if the bytes are none, or have more than {@link #MAX_BLOCK}
   */
  byte[] decompress(byte[] stored) throws IOException {
    try {
      return switch (compression) {
        case NONE -> stored;
        case DEFLATE -> inflated(stored);
        case ZSTD -> bounded(new ZstdInputStream(new ByteArrayInputStream(stored)));
        case SNAPPY -> unsnapped(stored);
      };
    } catch (RuntimeException e) { // the library's way to report bytes that it did not write
      throw new IOException("it is not compressed with " + compression.codec(), e);
    }
  }

  private static byte[] inflated(byte[] stored) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      return bounded(new InflaterInputStream(new ByteArrayInputStream(stored), inflater));
    } finally {
      inflater.end();
    }
  }

  private static byte[] bounded(InputStream in) throws IOException {
    byte[] data = in.readNBytes(MAX_BLOCK + 1);
    checkLength(data.length);
    return data;
  }

  private static void checkLength(long length) throws IOException {
    if (length < 0 || length > MAX_BLOCK) {
      throw new IOException(
          "it has more than %d bytes; write smaller blocks.".formatted(MAX_BLOCK));
    }
  }

  private static byte[] unsnapped(byte[] stored) throws IOException {
    int length = stored.length - CRC_BYTES;
    checkLength(SnappyDecompressor.getUncompressedLength(stored, 0));
    byte[] data = new byte[SnappyDecompressor.getUncompressedLength(stored, 0)];
    int count = new SnappyDecompressor().decompress(stored, 0, length, data, 0, data.length);
    if (count != data.length || ByteBuffer.wrap(stored).getInt(length) != crc(data)) {
      throw new IOException("its checksum is not that of its bytes");
    }
    return data;
  }
}
