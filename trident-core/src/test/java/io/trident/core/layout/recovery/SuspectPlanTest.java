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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.RecoveryPropertiesTest.Case;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SuspectPlanTest {
  @Example
  void withoutSuspectsNothingIsDecided() {
    Case one = Case.random(new Random(1), 4, 3, true);
    SuspectPlan plan =
        SuspectPlan.of(
            new RowContents(one.placed()), one.parity(), SuperExtentHealth.READABLE, Set.of());
    assertThat(plan).isEqualTo(new SuspectPlan(Set.of(), Set.of()));
  }

  /** The oracle tries all sets of buckets; it knows nothing of plans. */
  @Property(tries = 2000)
  void exactlyWhatCanBeRebuiltWithoutSuspectsIsReplaced(@ForAll long seed) {
    Random random = new Random(seed);
    Case one = Case.random(random, 4, 3, false);
    Set<Extent> lost = lostOf(one);
    Set<Extent> suspects = someOf(one, random.nextDouble() * 0.5, random);
    SuspectPlan plan =
        SuspectPlan.of(new RowContents(one.placed()), one.parity(), health(lost), suspects);

    Set<Extent> both = new HashSet<>(plan.replaced());
    both.addAll(plan.kept());
    assertThat(both).isEqualTo(suspects);
    assertThat(plan.replaced()).filteredOn(plan.kept()::contains).isEmpty();

    Set<Extent> damaged = new HashSet<>(lost);
    damaged.addAll(suspects);
    Set<DataExtent> rebuildable = oracle(one, damaged).rebuildable();
    for (Extent suspect : suspects) {
      if (suspect instanceof DataExtent data) {
        assertThat(plan.replaced().contains(data)).isEqualTo(rebuildable.contains(data));
      }
    }
  }

  /**
   * A model of all that follows: some extents are lost, some others corrupt without anybody
   * knowing. Rebuilds that read a corrupt one fail and name it; others come out right.
   */
  @Property(tries = 2000)
  void whateverIsCorruptNoRebuildFailsTwiceForItAndAllThatCanBeIsRebuilt(@ForAll long seed) {
    Random random = new Random(seed);
    Case one = Case.random(random, 4, 3, false);
    Contents contents = new RowContents(one.placed());
    Set<Extent> lost = lostOf(one);
    Set<Extent> corrupt = someOf(one, random.nextDouble() * 0.6, random);
    corrupt.removeAll(lost);
    Set<Extent> bad = new HashSet<>(lost);
    bad.addAll(corrupt);
    Set<DataExtent> rebuildable = oracle(one, bad).rebuildable();

    Set<Extent> suspects = new HashSet<>();
    while (true) {
      SuspectPlan plan = SuspectPlan.of(contents, one.parity(), health(lost), suspects);
      Set<Extent> gone = new HashSet<>(lost);
      gone.addAll(plan.replaced());
      SuperExtentHealth health = health(gone).notReading(plan.kept());
      List<RebuildOrder.Ready> ready = RebuildOrder.of(contents, one.parity(), health).ready();
      if (ready.isEmpty()) {
        break;
      }
      Extent target = ready.get(random.nextInt(ready.size())).extent();
      Optional<Extent> found =
          firstCorrupt(
              RecoveryPlanner.plan(contents, one.parity(), Damage.of(health.unreadable()))
                  .neededFor(target),
              corrupt);
      if (found.isPresent()) {
        assertThat(suspects.add(found.get())).as("%s is read once more", found).isTrue();
      } else {
        List.of(lost, corrupt, suspects).forEach(set -> set.remove(target));
      }
    }
    assertThat(lost).filteredOn(rebuildable::contains).isEmpty();
    assertThat(suspects).filteredOn(rebuildable::contains).isEmpty();
  }

  private static Optional<Extent> firstCorrupt(List<Rebuild> steps, Set<Extent> corrupt) {
    Set<Extent> made = new HashSet<>();
    for (Rebuild step : steps) {
      for (Read read : step.reads()) {
        if (corrupt.contains(read.from()) && !made.contains(read.from())) {
          return Optional.of(read.from());
        }
      }
      made.add(step.target());
    }
    return Optional.empty();
  }

  private static SuperExtentHealth health(Set<Extent> lost) {
    return new SuperExtentHealth(lost, Set.of(), Set.of(), Set.of());
  }

  private static Set<Extent> lostOf(Case one) {
    Set<Extent> lost = new HashSet<>(one.damage().extents());
    lost.addAll(one.damage().parities());
    return lost;
  }

  private static RecoveryOracle oracle(Case one, Set<Extent> damaged) {
    return new RecoveryOracle(one.placed(), one.parity(), Damage.of(damaged));
  }

  private static Set<Extent> someOf(Case one, double share, Random random) {
    Geometry geometry = one.placed().geometry();
    ParityGroups parity = one.parity();
    List<Extent> all = new ArrayList<>();
    for (int d = 0; d < geometry.dimensions(); d++) {
      all.addAll(geometry.extentsOf(d));
      for (int g = 0; g < parity.groups(); g++) {
        all.addAll(parity.parities(d, g));
      }
    }
    all.removeIf(extent -> random.nextDouble() >= share);
    return new HashSet<>(all);
  }
}
