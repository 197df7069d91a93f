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
package io.trident.core.layout.availability;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.Contents;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.RecoveryPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the planner cannot rebuild of a super-extent. */
final class SuperExtents {
  private SuperExtents() {}

  /** Returns all extents and parities, each of which is on a machine of its own. */
  static List<Extent> units(ParityGroups groups, int dimensions) {
    List<Extent> units = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      units.addAll(new Geometry(groups.extents(), dimensions).extentsOf(d));
      for (int group = 0; group < groups.groups(); group++) {
        units.addAll(groups.parities(d, group));
      }
    }
    return units;
  }

  /** Returns how many extents no plan rebuilds, where each cell has rows. */
  static long unavailable(ParityGroups groups, int dimensions, Set<Extent> lost) {
    Geometry geometry = new Geometry(groups.extents(), dimensions);
    Contents full =
        new Contents() {
          @Override
          public Geometry geometry() {
            return geometry;
          }

          @Override
          public long bytes(Bucket bucket) {
            return dimensions > 1 || bucket.extent() == bucket.bucket() ? 1 : 0;
          }
        };
    return RecoveryPlanner.plan(full, groups, Damage.of(lost)).unrecoverable().stream()
        .filter(DataExtent.class::isInstance)
        .count();
  }
}
