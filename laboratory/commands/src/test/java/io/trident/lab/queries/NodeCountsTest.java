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
package io.trident.lab.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeCountsTest {
  /** Each number another one. */
  static NodeCounts counts(long first) {
    return new NodeCounts(
        first, 2 * first, 3 * first, 4 * first, 5 * first, 6 * first, 7 * first, 8 * first,
        9 * first);
  }

  @Test
  void whatWasDoneIsTheDifference() {
    assertThat(counts(50).since(counts(20))).isEqualTo(counts(30));
  }

  @Test
  void theMedianIsOfEachNumber() {
    assertThat(NodeCounts.median(List.of(counts(30), counts(10), counts(20))))
        .isEqualTo(counts(20));
    assertThat(NodeCounts.median(List.of(counts(7)))).isEqualTo(counts(7));
  }

  @Test
  void aFileHasTheRunsOfEachVariant(@TempDir Path directory) throws Exception {
    Map<String, List<NodeCounts>> runs = Map.of("slices", List.of(counts(1), counts(2)));
    NodeCounts.write(directory.resolve("counts.json"), runs);
    assertThat(NodeCounts.read(directory.resolve("counts.json"))).isEqualTo(runs);
  }
}
