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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

/** Blocks that native codecs decompress. */
class BlockCodecTest {
  /** Of any size, and from what does not compress to what compresses to nothing. */
  private static byte[] data(Random random) {
    byte[] data = new byte[random.nextInt(1 + (1 << random.nextInt(20)))];
    int letters = 1 + random.nextInt(1 << random.nextInt(9));
    int run = 1 + random.nextInt(50);
    int changes = 1 + random.nextInt(1000);
    for (int i = 0; i < data.length; i++) {
      data[i] =
          i >= run && random.nextInt(changes) > 0 ? data[i - run] : (byte) random.nextInt(letters);
    }
    return data;
  }

  private static byte[] decompressed(Compression compression, byte[] stored, int length)
      throws IOException {
    return switch (compression) {
      case NONE -> stored;
      case DEFLATE ->
          new InflaterInputStream(new ByteArrayInputStream(stored), new Inflater(true))
              .readAllBytes();
      case SNAPPY -> Snappy.uncompress(Arrays.copyOf(stored, stored.length - Integer.BYTES));
      case ZSTD -> Zstd.decompress(stored, length);
    };
  }

  @Property(tries = 400)
  void nativeCodecsDecompressWhatIsCompressed(@ForAll long seed) throws IOException {
    byte[] data = data(new Random(seed));
    for (Compression compression : Compression.values()) {
      byte[] stored = new BlockCodec(compression).compress(data);

      assertThat(decompressed(compression, stored, data.length)).isEqualTo(data);
      assertThat(new BlockCodec(compression).decompress(stored)).isEqualTo(data);
      assertThat(new BlockCodec(compression).compress(data)).isEqualTo(stored);
    }
  }

  @Property(tries = 400)
  void whatWasChangedIsAnErrorOrOtherBytes(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] data = data(random);
    for (Compression compression : Compression.values()) {
      byte[] stored = new BlockCodec(compression).compress(data);
      for (int i = random.nextInt(3); i >= 0 && stored.length > 0; i--) {
        stored[random.nextInt(stored.length)] ^= (byte) (1 + random.nextInt(255));
      }
      byte[] cut = Arrays.copyOf(stored, random.nextInt(stored.length + 5));
      try {
        new BlockCodec(compression).decompress(cut);
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("null");
      }
    }
  }

  /** A few bytes that become gigabytes. */
  @ParameterizedTest
  @EnumSource(names = {"DEFLATE", "ZSTD"})
  void aBlockThatIsTooLargeIsAnError(Compression compression) throws IOException {
    byte[] data = new byte[BlockCodec.MAX_BLOCK + 1];
    byte[] stored = new BlockCodec(compression).compress(data);

    assertThat(stored.length).isLessThan(data.length / 900);
    assertThatThrownBy(() -> new BlockCodec(compression).decompress(stored))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 134217728 bytes");
  }
}
