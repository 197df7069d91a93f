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
package io.trident.core.layout.recovery;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How urgent it is to rebuild a lost extent: by how many ways it still can be. One way is its
 * parity group, if that can be decoded; one is each other dimension that is whole, or can be made
 * so by parity. Where every cell has rows, an extent can be rebuilt if and only if there is a way.
 */
public final class RemainingWays {
  private final Geometry geometry;
  private final ParityGroups parity;
  private final Damage damage;
  private final boolean[] canBeWhole;

  /** Looks at a damaged super-extent. O(D N). */
  public RemainingWays(Geometry geometry, ParityGroups parity, Damage damage) {
    this.geometry = geometry;
    this.parity = parity;
    this.damage = damage;
    this.canBeWhole = new boolean[geometry.dimensions()];
    for (int d = 0; d < canBeWhole.length; d++) {
      int dimension = d;
      canBeWhole[d] =
          IntStream.range(0, parity.groups()).allMatch(group -> isDecoded(dimension, group));
    }
  }

  /** Returns the number of ways, from 0 to the number of dimensions. */
  public int of(DataExtent extent) {
    int ways = isDecoded(extent.dimension(), parity.groupOf(extent.extent())) ? 1 : 0;
    for (int d = 0; d < geometry.dimensions(); d++) {
      ways += d != extent.dimension() && canBeWhole[d] ? 1 : 0;
    }
    return ways;
  }

  /** Returns the lost extents that can be rebuilt, those with the fewest ways first. */
  public List<DataExtent> mostUrgentFirst() {
    return damage.extents().stream()
        .filter(extent -> of(extent) > 0)
        .sorted(Comparator.comparingInt(this::of).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private boolean isDecoded(int dimension, int group) {
    long extents =
        parity.members(dimension, group).stream().filter(damage.extents()::contains).count();
    long parities =
        parity.parities(dimension, group).stream().filter(damage.parities()::contains).count();
    return extents + parities <= parity.parities() || extents == 0;
  }
}
