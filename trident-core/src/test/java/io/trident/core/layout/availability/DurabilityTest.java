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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.trident.core.layout.Extent;
import io.trident.core.layout.availability.Durability.Machines;
import io.trident.core.layout.parity.ParityGroups;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formula against all states that there are, and against failures drawn one by one. */
class DurabilityTest {
  private static final double YEAR = Durability.YEAR_SECONDS;

  /** Ten failures a year, of which each takes a hundredth of a year. */
  private static final Machines OFTEN = new Machines(10, YEAR / 100);

  @ParameterizedTest
  @CsvSource({
    "1,1,0,3", "1,1,1,2", "2,2,0,3", "2,2,1,3", "2,1,1,3", "3,3,0,3", "3,2,1,2", "4,2,1,2",
    "4,4,2,2", "4,4,1,1", "3,3,2,2", "2,2,1,4"
  })
  void theFormulaIsTheSumOverAllStatesThatOneFailureEnds(
      int extents, int group, int parities, int dimensions) {
    ParityGroups groups = new ParityGroups(extents, group, parities);
    List<Extent> units = SuperExtents.units(groups, dimensions);
    boolean[] isLost = new boolean[1 << units.size()];
    for (int down = 0; down < isLost.length; down++) {
      isLost[down] = SuperExtents.unavailable(groups, dimensions, units(units, down)) > 0;
    }
    for (Machines machines : List.of(OFTEN, new Machines(3, YEAR), new Machines(0.1, 60))) {
      double p = machines.down();
      double losses = 0;
      for (int down = 0; down < isLost.length; down++) {
        int number = Integer.bitCount(down);
        double probability = Math.pow(p, number) * Math.pow(1 - p, units.size() - number);
        for (int next = 0; next < units.size() && !isLost[down]; next++) {
          if ((down >> next & 1) == 0 && isLost[down | 1 << next]) {
            losses += probability * machines.failuresPerYear();
          }
        }
      }
      assertThat(new Durability(groups, dimensions).lossesPerYear(machines))
          .isCloseTo(losses, withinPercentage(1e-9));
    }
  }

  /** Machines that fail and are rebuilt in a time that is always the same. */
  @Test
  void failuresThatAreDrawnLoseRowsAsOften() {
    ParityGroups groups = new ParityGroups(4, 2, 1);
    List<Extent> units = SuperExtents.units(groups, 2);
    Random random = new Random(5);
    double years = 4000;
    double[] rebuilt = new double[units.size()];
    double[] fails = new double[units.size()];
    for (int i = 0; i < fails.length; i++) {
      fails[i] = next(random);
    }
    int losses = 0;
    for (double now = 0; now < years; ) {
      int failing = 0;
      for (int i = 1; i < fails.length; i++) {
        failing = fails[i] < fails[failing] ? i : failing;
      }
      now = fails[failing];
      Set<Extent> before = lost(units, rebuilt, now);
      boolean wasLost = SuperExtents.unavailable(groups, 2, before) > 0;
      before.add(units.get(failing));
      losses += !wasLost && SuperExtents.unavailable(groups, 2, before) > 0 ? 1 : 0;
      rebuilt[failing] = now + OFTEN.repairSeconds() / YEAR;
      fails[failing] = rebuilt[failing] + next(random);
    }
    assertThat(losses).isGreaterThan(500);
    assertThat(losses / years)
        .isCloseTo(new Durability(groups, 2).lossesPerYear(OFTEN), withinPercentage(10));
  }

  private static double next(Random random) {
    return -Math.log(1 - random.nextDouble()) / OFTEN.failuresPerYear();
  }

  private static Set<Extent> lost(List<Extent> units, double[] rebuilt, double now) {
    Set<Extent> lost = new HashSet<>();
    for (int i = 0; i < rebuilt.length; i++) {
      if (rebuilt[i] > now) {
        lost.add(units.get(i));
      }
    }
    return lost;
  }

  private static Set<Extent> units(List<Extent> units, int bits) {
    Set<Extent> some = new HashSet<>();
    for (int i = 0; i < units.size(); i++) {
      if ((bits >> i & 1) == 1) {
        some.add(units.get(i));
      }
    }
    return some;
  }

  /** A super-extent of HDFS's defaults, at a twentieth of a failure a year and 20 minutes. */
  @Test
  void rareFailuresLoseNothingToSpeakOf() {
    Machines machines = new Machines(0.05, 1200);
    Durability table = new Durability(new ParityGroups(32, 10, 1), 3);
    double p = machines.down();
    // two of nine in one of four groups, in each dimension; six failures in any order
    double sets = Math.pow(4 * 36, 3);
    assertThat(table.lossesPerYear(machines))
        .isCloseTo(sets * 6 * 0.05 * Math.pow(p, 5), withinPercentage(0.1));
    assertThat(table.physicalLossesPerYear(machines))
        .isCloseTo(32 * 3 * 0.05 * p * p, withinPercentage(0.1));
  }

  @Test
  void extremesAreExact() {
    Durability table = new Durability(ParityGroups.xor(32), 3);
    assertThat(table.lossesPerYear(new Machines(0, 1e9))).isZero();
    assertThat(table.lossesPerYear(new Machines(1e9, 0))).isZero();
    assertThat(table.lossesPerYear(new Machines(1e9, 1e18))).isBetween(0.0, 1e-3);
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Machines(bad, 1)).hasMessageContaining("0 or more");
      assertThatThrownBy(() -> new Machines(1, bad)).hasMessageContaining("0 or more");
    }
    assertThatThrownBy(() -> new Durability(ParityGroups.xor(100), 5))
        .hasMessageContaining("5 dimensions");
  }
}
