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
package io.trident.benchmarks.figures;

import io.trident.benchmarks.availability.AvailabilityFigure;
import io.trident.benchmarks.availability.FailedUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Draws unavailability by the number of failures. */
public final class AvailabilityPicture {
  private AvailabilityPicture() {}

  /**
   * Writes {@code availability-machines} or {@code availability-racks} as SVG, PNG and CSV.
   *
   * @param mostFailed where the horizontal axis ends
   */
  public static void write(AvailabilityFigure figure, int mostFailed, Path directory)
      throws IOException {
    boolean racks = figure.unit() == FailedUnit.RACK;
    String name = racks ? "availability-racks" : "availability-machines";
    LogLogPanels panels =
        new LogLogPanels(
            racks ? "racks that are down" : "machines that are down",
            2,
            mostFailed,
            "unavailability of an extent");
    panels.add(racks ? "INSTalytics, Figure 7" : "INSTalytics, Figure 8", figure.lines());
    panels.write(directory, name);
    Files.writeString(directory.resolve(name + ".csv"), figure.csv(), StandardCharsets.UTF_8);
  }
}
