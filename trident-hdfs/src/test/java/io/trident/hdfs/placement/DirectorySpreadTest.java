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
package io.trident.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectorySpreadTest {
  private final DirectorySpread spread = new DirectorySpread(4);

  @Test
  void countsByDirectoryAndNode() {
    spread.placed("/in", "n1");
    spread.placed("/in", "n1");
    spread.placed("/other", "n1");

    assertThat(spread.on("/in", "n1")).isEqualTo(2);
    assertThat(spread.on("/in", "n2")).isZero();
    assertThat(spread.on("/nowhere", "n1")).isZero();
  }

  @Test
  void forgetsTheDirectoriesThatWereNotUsedForLongest() {
    spread.placed("/a", "n1");
    spread.placed("/a", "n2");
    spread.placed("/b", "n1");
    spread.placed("/c", "n1");
    spread.on("/a", "n1");
    spread.placed("/d", "n1");

    assertThat(spread.on("/b", "n1")).as("the eldest").isZero();
    assertThat(spread.on("/a", "n1")).as("looked at since").isEqualTo(1);
    assertThat(spread.on("/d", "n1")).isEqualTo(1);
  }

  @Test
  void theDirectoryBeingWrittenStaysWhateverItsSize() {
    for (int node = 0; node < 10; node++) {
      spread.placed("/large", "n" + node);
    }
    assertThat(spread.on("/large", "n0")).isEqualTo(1);
    spread.placed("/next", "n0");
    assertThat(spread.on("/large", "n0")).isZero();
    assertThat(spread.on("/next", "n0")).isEqualTo(1);
  }

  @Test
  void outputCountsWhereItIsCommitted() {
    assertThat(DirectorySpread.directoryOf("/in/part-0")).isEqualTo("/in");
    assertThat(DirectorySpread.directoryOf("/file")).isEmpty();
    assertThat(
            DirectorySpread.directoryOf(
                "/out/_temporary/1/_temporary/attempt_1_2_r_000000_0/part-r-00000"))
        .isEqualTo("/out");
    assertThat(DirectorySpread.directoryOf("no path")).isEmpty();
  }
}
