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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LayoutPageTest {
  private static final Extent LOST = new DataExtent(1, 7);
  private static final Extent PENDING = new ParityExtent(2, 3, 0);
  private static final Extent STALE = new DataExtent(1, 8);
  private static final Extent BROKEN = new DataExtent(0, 12);

  @Test
  void damagedExtentsAndRebuildsAreListed() {
    LayoutReport report =
        new LayoutReport(
            3,
            12_345,
            List.of(
                new LayoutReport.Damaged(
                    "/data/visits",
                    4,
                    new SuperExtentHealth(
                        Set.of(LOST), Set.of(PENDING), Set.of(STALE), Set.of(BROKEN)),
                    List.of(LOST),
                    Map.of(LOST, new RebuildFailures(4, Result.CORRUPT_SOURCE)))),
            17,
            List.of(new LayoutReport.Rebuild("/data/visits", 4, PENDING, "worker-9")),
            Map.of(Result.DONE, 42L, Result.CORRUPT_SOURCE, 1L),
            3,
            1_000_000);

    assertThat(LayoutPage.of(Optional.of(report)))
        .contains("<th>Tables</th><td class='number'>3</td>")
        .contains("<th>Extents and parities</th><td class='number'>12,345</td>")
        .contains("<th>Damaged super-extents</th><td class='number'>18</td>")
        .contains("<th>Rebuilds: done</th><td class='number'>42</td>")
        .contains("<th>Rebuilds: corrupt-source</th><td class='number'>1</td>")
        .contains(
            "<td>/data/visits</td><td>4</td><td>d1/e07</td><td>p2/g03-0</td><td>d1/e08</td><td>d1/e07</td><td>d0/e12</td><td>d1/e07: 4, corrupt-source</td>")
        .contains("<th>Replicas that are not what the manifest has</th><td class='number'>3</td>")
        .contains("And 17 more.")
        .contains("<td>/data/visits</td><td>4</td><td>p2/g03-0</td><td>worker-9</td>");
  }

  @Test
  void namesCannotBringMarkup() {
    LayoutReport report =
        new LayoutReport(
            1,
            1,
            List.of(
                new LayoutReport.Damaged(
                    "/<script>&",
                    0,
                    new SuperExtentHealth(Set.of(LOST), Set.of(), Set.of(), Set.of()),
                    List.of(),
                    Map.of())),
            0,
            List.of(),
            Map.of(),
            0,
            0);

    assertThat(LayoutPage.of(Optional.of(report)))
        .contains("/&lt;script&gt;&amp;")
        .doesNotContain("<script>");
  }

  @Test
  void withoutAReportThePageHasTheReason() {
    assertThat(LayoutPage.of(Optional.empty())).contains("not active", "</html>");
  }
}
