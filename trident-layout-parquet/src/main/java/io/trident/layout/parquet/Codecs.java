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
package io.trident.layout.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Codecs of Java: what is compressed is the same whichever libraries a host has. All codecs that
 * are in use can be read; what is written, {@link PageCompressor} compresses. May be used by
 * several threads.
 */
final class Codecs implements CompressionCodecFactory {
  /** Decompresses a page. */
  @FunctionalInterface
  private interface Inflate {
    /** Fills the output; returns how many bytes there were for it, at most one more than it has. */
    int into(byte[] in, byte[] out) throws IOException;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return PageCompressor.of(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED -> new Pages((in, out) -> copy(new ByteArrayInputStream(in), out));
      case GZIP ->
          new Pages(
              (in, out) -> {
                try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(in))) {
                  return copy(plain, out);
                }
              });
      case SNAPPY -> pages(new SnappyDecompressor());
      case ZSTD -> pages(new ZstdDecompressor());
      case LZ4_RAW -> pages(new Lz4Decompressor());
      case LZO, BROTLI, LZ4 ->
          throw new UnsupportedOperationException(
              ("it is compressed with %s, which is not supported; rewrite it with zstd, snappy,"
                      + " gzip, lz4_raw or none.")
                  .formatted(codec));
    };
  }

  private static Pages pages(Decompressor decompressor) {
    return new Pages((in, out) -> decompressor.decompress(in, 0, in.length, out, 0, out.length));
  }

  private static int copy(InputStream in, byte[] out) throws IOException {
    int count = in.readNBytes(out, 0, out.length);
    return in.read() < 0 ? count : count + 1;
  }

  @Override
  public void release() {
    // Holds nothing.
  }

  private record Pages(Inflate inflate) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return BytesInput.from(inflated(bytes.toByteArray(), size));
    }

    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size)
        throws IOException {
      byte[] in = new byte[compressedSize];
      input.get(in);
      output.put(inflated(in, size));
    }

    private byte[] inflated(byte[] in, int size) throws IOException {
      byte[] out = new byte[size];
      int count = inflate.into(in, out);
      if (count != size) {
        throw new IOException("a page has %d bytes, its header %d.".formatted(count, size));
      }
      return out;
    }

    @Override
    public void release() {
      // Holds nothing.
    }
  }
}
