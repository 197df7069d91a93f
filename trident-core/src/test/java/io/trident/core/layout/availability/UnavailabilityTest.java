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
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.trident.core.layout.Extent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formula against the paper's numbers, and against losses that are planned for. */
class UnavailabilityTest {
  private static final Unavailability SINGLE = new Unavailability(ParityGroups.xor(100), 3);
  private static final Unavailability DOUBLE = new Unavailability(ParityGroups.reedSolomon(100), 3);

  /** Footnote 2 of INSTalytics. */
  @Property
  void singleParityIsThePapersAccurateFormula(
      @ForAll @Scale(6) @DoubleRange(min = 1e-4, max = 1) double p) {
    double paper =
        p
            * (1 - Math.pow(1 - p, 10))
            * Math.pow(1 - Math.pow(1 - p, 100) * Math.pow(1 + 10 * p, 10), 2);
    assertThat(SINGLE.unavailable(p)).isCloseTo(paper, withinPercentage(1e-5));
  }

  /** The footnote has "greater than p^3 as long as p is below 0.725 %", and means less. */
  @Test
  void singleParityCrossesPhysicalReplicationAt0725Percent() {
    assertThat(SINGLE.crossing()).hasValueCloseTo(0.00725, within(0.00001));
    assertThat(SINGLE.unavailable(0.0072)).isLessThan(SINGLE.physical(0.0072));
    assertThat(SINGLE.unavailable(0.0073)).isGreaterThan(SINGLE.physical(0.0073));
  }

  /** By the approximation 2.1 %, by the paper's simulation 265 of 10,000 machines. */
  @Test
  void doubleParityCrossesAtTwoAndAHalfPercent() {
    assertThat(DOUBLE.crossing()).hasValueCloseTo(0.0249, within(0.0001));
  }

  /** By the paper's approximation 3.2 %. */
  @Test
  void superExtentsOfTenCrossAtFourPercent() {
    assertThat(new Unavailability(ParityGroups.xor(10), 3).crossing())
        .hasValueCloseTo(0.0399, within(0.0001));
  }

  /** The approximations of section 5.1, of which the formula is the exact form. */
  @Test
  void forSmallProbabilitiesThePapersApproximationsHold() {
    double p = 1e-5;
    assertThat(SINGLE.unavailable(p)).isCloseTo(3.025e6 * Math.pow(p, 6), withinPercentage(0.5));
    // 12.45e9 in the paper is its binomials rounded; C(21,2) (5 C(22,3))^2 = 1.2451e10
    assertThat(DOUBLE.unavailable(p)).isCloseTo(12.45e9 * Math.pow(p, 9), withinPercentage(0.5));
    Unavailability ten = new Unavailability(ParityGroups.xor(10), 3);
    assertThat(ten.unavailable(p)).isCloseTo(10 * 55 * 55 * Math.pow(p, 6), withinPercentage(0.5));
  }

  /** "p x 100p x 100p", and never better than copies. */
  @Test
  void withoutParityItIsTenThousandTimesWorse() {
    Unavailability none = new Unavailability(ParityGroups.none(100), 3);
    assertThat(none.unavailable(1e-6)).isCloseTo(1e-14, withinPercentage(0.1));
    assertThat(none.crossing()).isEmpty();
  }

  @Test
  void extremesAreExact() {
    assertThat(SINGLE.unavailable(0)).isZero();
    assertThat(SINGLE.unavailable(1)).isCloseTo(1, within(1e-12));
    assertThat(new Unavailability(ParityGroups.none(4), 1).unavailable(0.25)).isEqualTo(0.25);
    for (double bad : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> SINGLE.unavailable(bad)).hasMessageContaining("from 0 to 1");
    }
    assertThatThrownBy(() -> new Unavailability(ParityGroups.xor(100), 5))
        .hasMessageContaining("5 dimensions");
  }

  /** Every set of machines that can be down, planned for. */
  @ParameterizedTest
  @CsvSource({
    "1,1,0,3", "1,1,1,2", "2,2,0,3", "2,2,1,3", "2,1,1,3", "3,3,0,3", "3,2,1,2", "4,2,1,2",
    "4,4,2,2", "3,3,1,3", "4,4,1,1", "3,3,2,2", "2,2,1,4"
  })
  void theFormulaIsTheSumOverAllLosses(int extents, int group, int parities, int dimensions) {
    ParityGroups groups = new ParityGroups(extents, group, parities);
    List<Extent> machines = SuperExtents.units(groups, dimensions);
    double[] unavailable = new double[machines.size() + 1]; // extents, by machines down
    for (int down = 0; down < 1 << machines.size(); down++) {
      Set<Extent> lost = new HashSet<>();
      for (int i = 0; i < machines.size(); i++) {
        if ((down >> i & 1) == 1) {
          lost.add(machines.get(i));
        }
      }
      unavailable[lost.size()] += SuperExtents.unavailable(groups, dimensions, lost);
    }
    for (double p : new double[] {0.01, 0.3, 0.9}) {
      double sum = 0;
      for (int k = 0; k < unavailable.length; k++) {
        sum += unavailable[k] * Math.pow(p, k) * Math.pow(1 - p, machines.size() - k);
      }
      assertThat(new Unavailability(groups, dimensions).unavailable(p))
          .isCloseTo(sum / (extents * dimensions), withinPercentage(1e-9));
    }
  }

  /** The paper's layout, with more failures than its cluster has, so that some are seen. */
  @Test
  void aSimulationOfThePapersSuperExtentAgrees() {
    double p = 0.05;
    Random random = new Random(7);
    ParityGroups groups = ParityGroups.xor(100);
    List<Extent> machines = SuperExtents.units(groups, 3);
    int runs = 1000;
    long unavailable = 0;
    for (int run = 0; run < runs; run++) {
      Set<Extent> lost = new HashSet<>();
      machines.stream().filter(one -> random.nextDouble() < p).forEach(lost::add);
      unavailable += SuperExtents.unavailable(groups, 3, lost);
    }
    assertThat((double) unavailable / (runs * 300L))
        .isCloseTo(SINGLE.unavailable(p), withinPercentage(8));
  }
}
