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

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.GraphLayout;

class DirectorySpreadTest {
  private static final long ROOM_OF_THREE_DIRECTORIES = 3 * 260 + 4 * 60 + 3 * 2 * 2;

  private final DirectorySpread spread = new DirectorySpread(ROOM_OF_THREE_DIRECTORIES);

  @Test
  void givesNodesTurnsByDirectory() {
    spread.chosen("/in", "n1");
    spread.chosen("/in", "n1");
    spread.chosen("/other", "n1");

    assertThat(spread.round("/in", "n1")).isEqualTo(2);
    assertThat(spread.round("/in", "n2")).isZero();
    assertThat(spread.round("/nowhere", "n1")).isZero();
  }

  @Test
  void whoIsRefusedKeepsItsTurn() {
    spread.chosen("/in", "n1");
    spread.refused("/in", "n1");
    spread.refused("/nowhere", "n1");
    assertThat(spread.round("/in", "n1")).isZero();
  }

  @Test
  void forgetsTheDirectoriesThatWereNotUsedForLongest() {
    spread.chosen("/a", "n1");
    spread.chosen("/a", "n2");
    spread.chosen("/b", "n1");
    spread.chosen("/c", "n1");
    spread.round("/a", "n1");
    spread.chosen("/d", "n1");

    assertThat(spread.round("/b", "n1")).as("the eldest").isZero();
    assertThat(spread.round("/a", "n1")).as("looked at since").isEqualTo(1);
    assertThat(spread.round("/d", "n1")).isEqualTo(1);
  }

  @Test
  void theDirectoryBeingWrittenStaysWhateverItsSize() {
    for (int node = 0; node < 10; node++) {
      spread.chosen("/large", "n" + node);
    }
    assertThat(spread.round("/large", "n0")).isEqualTo(1);
    spread.chosen("/next", "n0");
    assertThat(spread.round("/large", "n0")).isZero();
    assertThat(spread.round("/next", "n0")).isEqualTo(1);
  }

  /** Measured by Java Object Layout, of all shapes that a NameNode may see. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 8", "60, 1", "200, 3", "4000, 1", "30, 1000"})
  void takesNoMoreHeapThanStated(int pathLength, int nodesPerDirectory) {
    long limit = 2_000_000;
    DirectorySpread measured = new DirectorySpread(limit);
    List<String> nodes = IntStream.range(0, nodesPerDirectory).mapToObj(i -> "node" + i).toList();
    for (int i = 0; i < 60_000 / nodesPerDirectory; i++) {
      String directory = "/" + "\u00e4\u4e2d".repeat(pathLength / 2) + i;
      nodes.forEach(node -> measured.chosen(directory, node));
    }
    long bytes =
        GraphLayout.parseInstance(measured).totalSize()
            - GraphLayout.parseInstance(nodes.toArray()).totalSize();
    assertThat(bytes).isBetween(limit / 2, limit + limit / 10);
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
