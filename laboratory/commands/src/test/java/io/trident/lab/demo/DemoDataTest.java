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
package io.trident.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoDataTest {
  @Test
  void textIsExactlyAsLongAsAskedAndEndsALine() throws IOException {
    for (int bytes : new int[] {1, 2, 79, 80, 81, 10_000}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      DemoData.writeText(out, bytes, 1);
      assertThat(out.size()).isEqualTo(bytes);
      assertThat(out.toByteArray()[bytes - 1]).isEqualTo((byte) '\n');
    }
  }

  @Test
  void theSameSeedGivesTheSameData() throws IOException {
    assertThat(text(7)).isEqualTo(text(7)).isNotEqualTo(text(8));
  }

  @Test
  void someWordsAreMuchMoreFrequentThanOthers() throws IOException {
    String[] words = text(1).split("\\s+");
    long distinct = java.util.Arrays.stream(words).distinct().count();
    assertThat(distinct).isLessThan(words.length / 2);
  }

  @Test
  void recordsHaveAKeyAndAValueOfFixedLength() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DemoData.writeRecords(out, 50, 1);
    assertThat(out.size()).isEqualTo(50 * DemoData.RECORD_BYTES);
    assertThat(out.toString(StandardCharsets.US_ASCII).lines()).hasSize(50);
  }

  @Test
  void impossibleOptionsAreRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoOptions(6, 7, 24, 82 * 12_800, 4, Path.of("x")))
        .withMessageContaining("--racks");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoOptions(6, 2, 0, 82 * 12_800, 4, Path.of("x")))
        .withMessageContaining("--blocks");
  }

  private static String text(long seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DemoData.writeText(out, 20_000, seed);
    return out.toString(StandardCharsets.UTF_8);
  }
}
