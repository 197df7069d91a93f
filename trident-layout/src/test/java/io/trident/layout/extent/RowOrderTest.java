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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.format.MemorySource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowOrderTest {
  private static byte[] write(List<Long> ids) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowOrderWriter writer = new RowOrderWriter(out);
    for (long id : ids) {
      writer.add(id);
    }
    writer.finish();
    return out.toByteArray();
  }

  private static List<Long> read(byte[] bytes) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (RowOrderReader reader = new RowOrderReader(new MemorySource("order", bytes))) {
      while (reader.hasNext()) {
        ids.add(reader.next());
      }
    }
    return ids;
  }

  /** As the page on the format has it. */
  @Test
  void itsBytesAre() throws IOException {
    assertThat(HexFormat.of().formatHex(write(List.of(0L, 3L, 2L, 300L))))
        .isEqualTo(
            "54524c4f"
                + "00000001"
                + "00"
                + "06"
                + "01"
                + "d404"
                + "0000000000000004"
                + "7c395da3");
  }

  @Property
  void idsComeBack(@ForAll List<Long> ids) throws IOException {
    assertThat(read(write(ids))).isEqualTo(ids);
  }

  @Property
  void changedBytesAreAnError(@ForAll List<Long> ids, @ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = write(ids);
    byte[] flipped = bytes.clone();
    flipped[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
    for (byte[] changed : List.of(flipped, cut)) {
      assertThatThrownBy(() -> read(changed)).isInstanceOf(IOException.class);
    }
  }
}
