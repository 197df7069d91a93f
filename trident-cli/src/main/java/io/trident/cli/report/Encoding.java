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
package io.trident.cli.report;

import com.github.luben.zstd.ZstdInputStream;
import com.ning.compress.lzf.LZFInputStream;
import io.trident.cli.FileFailures;
import io.trident.core.text.EnumNames;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.SnappyInputStream;

/**
 * How a file is compressed, by its first bytes: names of logs that are passed on are not reliable.
 * Those that Spark writes, and what people pack files with.
 */
enum Encoding {
  ZSTD("28b52ffd", in -> new ZstdInputStream(in).setContinuous(true)), // maybe still written
  LZ4(
      "4c5a34426c6f636b",
      in -> LZ4BlockInputStream.newBuilder().withStopOnEmptyBlock(false).build(in)),
  SNAPPY("82534e4150505900", SnappyInputStream::new),
  LZF("5a5600", LZFInputStream::new),
  LZF_COMPRESSED("5a5601", LZFInputStream::new),
  GZIP("1f8b", GZIPInputStream::new),
  BZIP2("425a68", in -> new BZip2CompressorInputStream(in, true)),
  ZIP("504b0304", null),
  XZ("fd377a585a00", null),
  SEVEN_ZIP("377abcaf271c", null);

  private static final int LONGEST = 8;

  /** A log packed once more, and that again. */
  private static final int MAX_LAYERS = 3;

  private final byte[] magic;
  private final @Nullable Decoder decoder;

  Encoding(String magic, @Nullable Decoder decoder) {
    this.magic = HexFormat.of().parseHex(magic);
    this.decoder = decoder;
  }

  /**
   * Decodes a stream, as often as it was encoded, within reason. What follows a break in the data
   * is not read.
   *
   * @throws IOException with a message for the user if the data is not valid, or of an archive
   */
  static InputStream decodeAll(InputStream in) throws IOException {
    BufferedInputStream decoded = new BufferedInputStream(in);
    Optional<Encoding> found = of(decoded);
    for (int i = 0; i < MAX_LAYERS && found.isPresent(); i++) {
      Encoding encoding = found.get();
      if (encoding.decoder == null) {
        throw new IOException(
            "it is packed as %s; unpack it, or let its name end in .zip if it is that"
                .formatted(encoding.label()));
      }
      try {
        decoded = new BufferedInputStream(encoding.decoder.decode(decoded));
        found = of(decoded);
      } catch (IOException | RuntimeException e) {
        throw new IOException(
            "its data (%s) is damaged or cut off: %s"
                .formatted(encoding.label(), FileFailures.firstLine(e)),
            e);
      }
    }
    return decoded;
  }

  private String label() {
    return EnumNames.dashed(this);
  }

  private static Optional<Encoding> of(BufferedInputStream in) throws IOException {
    in.mark(LONGEST);
    byte[] head = in.readNBytes(LONGEST);
    in.reset();
    return Arrays.stream(values()).filter(one -> one.begins(head)).findFirst();
  }

  private boolean begins(byte[] head) {
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }

  /** Makes a stream of what was encoded. */
  private interface Decoder {
    InputStream decode(InputStream in) throws IOException;
  }
}
