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

import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.Rack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * Unavailability by the number of failures, as in Figure 7 or 8 of the paper.
 *
 * @param unit what fails
 * @param lines by name: unavailability of an extent by the number of failures
 * @param crossings by the names of logical lines
 */
public record AvailabilityFigure(
    FailedUnit unit, Map<String, Map<Integer, Double>> lines, Map<String, Crossings> crossings) {
  /**
   * The fewest failures with which equal copies are more available; nothing if there are none up to
   * the most that were simulated.
   *
   * @param withTwoParities each parity has two copies, as in HDFS
   * @param withOneParity each has one, as in the paper's formula
   */
  public record Crossings(OptionalInt withTwoParities, OptionalInt withOneParity) {}

  /** The line of equal copies. */
  public static final String COPIES = "three equal copies";

  private static final double STEP = 1.15;

  /** The layouts that are compared, by name. */
  public static Map<String, ParityGroups> layouts() {
    Map<String, ParityGroups> layouts = new LinkedHashMap<>();
    layouts.put("100 extents, single parity", new ParityGroups(100, 10, 1));
    layouts.put("100 extents, double parity", new ParityGroups(100, 20, 2));
    layouts.put("10 extents, single parity", new ParityGroups(10, 10, 1));
    layouts.put("32 extents, single parity", new ParityGroups(32, 10, 1));
    return layouts;
  }

  /**
   * Simulates it.
   *
   * @param racks of the cluster
   * @param mostFailed up to how many failures
   * @param runs super-extents drawn for each dimension and layout
   */
  public static AvailabilityFigure of(
      FailedUnit unit, List<Rack> racks, int mostFailed, int runs, long seed) {
    Map<String, Map<Integer, Double>> lines = new LinkedHashMap<>();
    Map<String, Crossings> crossings = new LinkedHashMap<>();
    layouts()
        .forEach(
            (name, parity) -> {
              AvailabilitySimulation simulation =
                  AvailabilitySimulation.of(unit, racks, parity, 2, mostFailed, runs, seed);
              lines.computeIfAbsent(COPIES, any -> line(mostFailed, simulation::physical));
              lines.put(name, line(mostFailed, simulation::logical));
              crossings.put(
                  name,
                  new Crossings(
                      simulation.crossing(mostFailed),
                      AvailabilitySimulation.of(unit, racks, parity, 1, mostFailed, runs, seed)
                          .crossing(mostFailed)));
            });
    return new AvailabilityFigure(unit, lines, crossings);
  }

  private static Map<Integer, Double> line(int mostFailed, IntToDoubleFunction of) {
    Map<Integer, Double> line = new TreeMap<>();
    for (int failed : counts(mostFailed)) {
      double value = of.applyAsDouble(failed);
      if (value > 0) {
        line.put(failed, value);
      }
    }
    return line;
  }

  /** Returns numbers of failures that are evenly spread on a logarithmic axis. */
  private static List<Integer> counts(int most) {
    List<Integer> counts = new ArrayList<>();
    for (int failed = AvailabilitySimulation.DIMENSIONS;
        failed <= most;
        failed = Math.max(failed + 1, (int) (failed * STEP))) {
      counts.add(failed);
    }
    return counts;
  }

  /** Returns all points as lines of {@code failed,line,unavailable}. */
  public String csv() {
    StringBuilder csv = new StringBuilder("failed,layout,unavailable\n");
    lines.forEach(
        (name, line) ->
            line.forEach(
                (failed, value) ->
                    csv.append(failed)
                        .append(",\"")
                        .append(name)
                        .append("\",")
                        .append(value)
                        .append('\n')));
    return csv.toString();
  }
}
