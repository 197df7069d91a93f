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
package io.trident.benchmarks.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.layout.availability.Unavailability;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.Rack;
import java.util.List;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation of INSTalytics, section 8.2, against its numbers and against the formula. */
class AvailabilitySimulationTest {
  private static final List<Rack> PAPER = AvailabilitySimulation.cluster(400, 10_000);
  private static final int RUNS = 4_000;

  private static AvailabilitySimulation simulation(
      FailedUnit unit, int extents, int limit, int parities, int copies, int most) {
    return AvailabilitySimulation.of(
        unit, PAPER, new ParityGroups(extents, limit, parities), copies, most, RUNS, 7);
  }

  /** "We tolerate up to 5 rack failures without losing any data." */
  @Test
  void fiveRacksLoseNothingAndSixCan() {
    AvailabilitySimulation racks = simulation(FailedUnit.RACK, 100, 10, 1, 1, 10);
    for (int failed = 0; failed <= 5; failed++) {
      assertThat(racks.logical(failed)).isZero();
    }
    assertThat(racks.logical(6)).isPositive();
    assertThat(racks.physical(5)).isPositive();
  }

  /**
   * The paper's simulation has 80 machines for single parity and 265 for double; its formula 72 and
   * 249, and 399 for super-extents of ten. A second copy of each parity moves them up.
   */
  @ParameterizedTest
  @CsvSource({"100,10,1,1,68,82", "100,10,1,2,80,96", "100,20,2,1,235,270", "10,10,1,1,370,430"})
  void machinesFailUpToTheCrossing(
      int extents, int limit, int parities, int copies, int least, int most) {
    assertThat(
            simulation(FailedUnit.MACHINE, extents, limit, parities, copies, 500)
                .crossing(500)
                .orElseThrow())
        .isBetween(least, most);
  }

  /** With many machines, f of M failures are nearly independent ones of probability f / M. */
  @Test
  void itAgreesWithTheFormula() {
    AvailabilitySimulation machines = simulation(FailedUnit.MACHINE, 100, 10, 1, 1, 200);
    double formula = new Unavailability(new ParityGroups(100, 10, 1), 3).unavailable(0.02);
    assertThat(machines.logical(200) / formula).isBetween(0.8, 1.25);
  }

  /** One copy in each third of the machines; of all ways to fail, those that hit all three. */
  @Test
  void equalCopiesAreCountedExactly() {
    AvailabilitySimulation machines = simulation(FailedUnit.MACHINE, 10, 10, 1, 2, 50);
    double exact =
        Math.exp(
            CombinatoricsUtils.binomialCoefficientLog(9_997, 47)
                - CombinatoricsUtils.binomialCoefficientLog(10_000, 50));
    assertThat(machines.physical(50)).isCloseTo(exact, within(exact * 1e-6));
  }

  @Test
  void theFigureHasALineForEachLayoutThatRises() {
    AvailabilityFigure figure = AvailabilityFigure.of(FailedUnit.RACK, PAPER, 40, 500, 1);
    assertThat(figure.lines())
        .containsOnlyKeys(
            AvailabilityFigure.COPIES,
            "100 extents, single parity",
            "100 extents, double parity",
            "10 extents, single parity",
            "32 extents, single parity");
    assertThat(figure.lines().values())
        .allSatisfy(line -> assertThat(List.copyOf(line.values())).isSorted());
    assertThat(figure.csv())
        .startsWith("failed,layout,unavailable\n")
        .contains("\n3,\"three equal copies\",");
  }
}
