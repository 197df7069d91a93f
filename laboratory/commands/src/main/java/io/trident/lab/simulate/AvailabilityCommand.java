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
package io.trident.lab.simulate;

import io.trident.benchmarks.availability.AvailabilityFigure;
import io.trident.benchmarks.availability.AvailabilitySimulation;
import io.trident.benchmarks.availability.FailedUnit;
import io.trident.benchmarks.figures.AvailabilityPicture;
import io.trident.cli.Progress;
import io.trident.core.layout.placement.Rack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident simulate availability}. */
@Command(
    name = "availability",
    description = {
      "How available logically replicated tables are while machines or racks are down, beside three"
          + " equal copies: Figures 7 and 8 of INSTalytics. Extents are placed by the product's own"
          + " rules. Writes for both an SVG, a PNG and a CSV file, and prints from how many failures"
          + " on equal copies are more available.",
      "The exact formula for independent failures is in bin/trident whatif availability."
    })
final class AvailabilityCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--machines",
      defaultValue = "10000",
      description = "Machines; default ${DEFAULT-VALUE}.")
  private int machines;

  @Option(names = "--racks", defaultValue = "400", description = "Racks; default ${DEFAULT-VALUE}.")
  private int racks;

  @Option(
      names = "--runs",
      defaultValue = "20000",
      description = "Super-extents drawn for each dimension; default ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--seed", defaultValue = "1", description = "Default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "figures",
      description = "Where to write; default ${DEFAULT-VALUE}.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException {
    require("--racks", racks, AvailabilitySimulation.DIMENSIONS, machines);
    require("--runs", runs, 1, 10_000_000);
    List<Rack> cluster = AvailabilitySimulation.cluster(racks, machines);
    PrintWriter text = spec.commandLine().getOut();
    Progress progress = new Progress(spec.commandLine().getErr(), System::nanoTime);
    for (FailedUnit unit : FailedUnit.values()) {
      boolean isRack = unit == FailedUnit.RACK;
      int most = (isRack ? racks : machines) / (isRack ? 8 : 16);
      progress.report("Up to %d %s down", most, isRack ? "racks" : "machines");
      AvailabilityFigure figure = AvailabilityFigure.of(unit, cluster, most, runs, seed);
      AvailabilityPicture.write(figure, most, out);
      text.printf(
          "Fewest of %d %s down with which three equal copies are more available:%n",
          isRack ? racks : machines, isRack ? "racks" : "machines");
      figure
          .crossings()
          .forEach(
              (name, crossings) ->
                  text.printf(
                      "  %-28s %s (%s with one copy of each parity, as in the paper's formula)%n",
                      name,
                      text(crossings.withTwoParities(), most),
                      text(crossings.withOneParity(), most)));
    }
    text.println(out.toAbsolutePath());
    text.flush();
    return 0;
  }

  private static String text(OptionalInt crossing, int most) {
    return crossing.isPresent() ? Integer.toString(crossing.getAsInt()) : "more than " + most;
  }

  private void require(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s must be %d to %d, not %d".formatted(option, least, most, value));
    }
  }
}
