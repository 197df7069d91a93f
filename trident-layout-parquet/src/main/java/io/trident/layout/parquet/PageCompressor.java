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

import io.airlift.compress.Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Compresses pages, always to the same bytes. For one thread. */
final class PageCompressor implements BytesInputCompressor {
  private final CompressionCodecName codec;
  private final @Nullable Compressor compressor;

  private PageCompressor(CompressionCodecName codec, @Nullable Compressor compressor) {
    this.codec = codec;
    this.compressor = compressor;
  }

  static PageCompressor of(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED -> new PageCompressor(codec, null);
      case SNAPPY -> new PageCompressor(codec, new SnappyCompressor());
      case ZSTD -> new PageCompressor(codec, new ZstdCompressor());
      default -> throw new IllegalArgumentException("Extents are not written with " + codec);
    };
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    Compressor used = compressor;
    if (used == null) {
      return bytes;
    }
    byte[] in = bytes.toByteArray();
    byte[] out = new byte[used.maxCompressedLength(in.length)];
    int length = used.compress(in, 0, in.length, out, 0, out.length);
    return BytesInput.from(out, 0, length);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return codec;
  }

  @Override
  public void release() {
    // Holds nothing.
  }
}
