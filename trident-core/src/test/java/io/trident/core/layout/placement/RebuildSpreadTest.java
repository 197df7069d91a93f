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
package io.trident.core.layout.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.FullContents;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over which nodes the reads of rebuilds are spread when a node is lost: those of its plans. */
class RebuildSpreadTest {
  private static final int DIMENSIONS = 3;
  private static final int SUPER_EXTENTS = 1000;

  /** A cluster of racks of one size, and tables whose extents are at home. */
  private record Cluster(List<HomeNodes> homes, Geometry geometry) {
    static Cluster of(int racks, int nodes, int extents) {
      List<Rack> all =
          IntStream.range(0, racks)
              .mapToObj(i -> FailureDomainsTest.rack("/r" + i, nodes))
              .toList();
      FailureDomains domains = FailureDomains.of(Isolation.RACKS, DIMENSIONS, all);
      return new Cluster(
          IntStream.range(0, DIMENSIONS)
              .mapToObj(domain -> domains.racksOf(domain, all))
              .map(own -> HomeRacks.of(own).on(own))
              .toList(),
          new Geometry(extents, DIMENSIONS));
    }

    String nodeOf(long superExtent, Extent extent) {
      return homes
          .get(extent.dimension())
          .ofExtent(superExtent, ((DataExtent) extent).extent())
          .node();
    }

    /** Returns what of a super-extent is lost with a node. */
    Set<DataExtent> on(String node, long superExtent) {
      Set<DataExtent> lost = new HashSet<>();
      for (int d = 0; d < DIMENSIONS; d++) {
        for (DataExtent extent : geometry.extentsOf(d)) {
          if (nodeOf(superExtent, extent).equals(node)) {
            lost.add(extent);
          }
        }
      }
      return lost;
    }

    List<Rebuild> rebuilds(Set<DataExtent> lost) {
      ParityGroups parity = ParityGroups.xor(geometry.extents());
      return RecoveryPlanner.plan(new FullContents(geometry), parity, Damage.of(lost)).rebuilds();
    }
  }

  /**
   * INSTalytics, section 4.3: a rebuild reads a part of each extent of another dimension, so from
   * as many nodes as there are extents, or nodes in that domain. Of all super-extents on a node the
   * others' extents have the same shift in their racks ({@link HomeRacks}), so the rebuilds of all
   * its extents read from hardly more nodes than one of them does, and alike from each.
   *
   * @param ofOne nodes that one rebuild reads from, at least
   * @param mostOfOne the largest share of a node in what one rebuild reads, in percent
   * @param ofAll nodes that all rebuilds after the loss read from, at least
   * @param unevenness of a node's share in what all of them read, the largest to the mean
   */
  @ParameterizedTest
  @CsvSource({
    "400, 25, 100, 100, 1.0, 100, 1.0",
    "15, 20, 100, 100, 1.0, 100, 1.0",
    "6, 20, 32, 32, 3.2, 40, 1.25",
    "5, 20, 32, 32, 3.2, 40, 1.25",
    "3, 2, 8, 2, 50.0, 2, 1.0"
  })
  void readsAreSpread(
      int racks,
      int nodes,
      int extents,
      int ofOne,
      double mostOfOne,
      int ofAll,
      double unevenness) {
    Cluster cluster = Cluster.of(racks, nodes, extents);
    String lost = cluster.nodeOf(0, new DataExtent(1, 3));
    Map<String, Long> all = new HashMap<>();
    for (long superExtent = 0; superExtent < SUPER_EXTENTS; superExtent++) {
      Set<DataExtent> gone = cluster.on(lost, superExtent);
      for (Rebuild rebuild : cluster.rebuilds(gone)) {
        Map<String, Long> one = new HashMap<>();
        for (Read read : rebuild.reads()) {
          one.merge(cluster.nodeOf(superExtent, read.from()), 1L, Long::sum);
        }
        assertThat(rebuild.bytes()).as("as much as the extent has").isEqualTo(extents);
        assertThat(one).doesNotContainKey(lost).hasSizeGreaterThanOrEqualTo(ofOne);
        assertThat(100 * most(one) / extents).isLessThanOrEqualTo(mostOfOne);
        one.forEach((node, reads) -> all.merge(node, reads, Long::sum));
      }
    }
    assertThat(all).hasSizeGreaterThanOrEqualTo(ofAll);
    double mean = all.values().stream().mapToLong(reads -> reads).average().orElseThrow();
    assertThat(most(all) / mean).isLessThanOrEqualTo(unevenness);
  }

  private static double most(Map<String, Long> reads) {
    return reads.values().stream().mapToLong(one -> one).max().orElseThrow();
  }
}
