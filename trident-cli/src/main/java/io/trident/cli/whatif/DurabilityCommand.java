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
package io.trident.cli.whatif;

import io.trident.core.layout.availability.Durability;
import io.trident.core.layout.availability.Durability.Machines;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code trident whatif durability}: how often a logically replicated table loses rows. */
@Command(
    name = "durability",
    description = {
      "Computes how often a year rows are lost for good: of a logically replicated table, with"
          + " parity, and of as many equal copies.",
      "",
      "In:  {\"extents\":32,\"failuresPerYear\":0.05,\"repairSeconds\":1230}",
      "Out: {\"lossesPerYear\":2.517941130449419E-23,\"physical\":1.8229761871894978E-11}",
      "",
      "\"failuresPerYear\" is how often a machine loses its disks, \"repairSeconds\" the mean time from"
          + " then until all that it had is rebuilt: until HDFS counts it as dead, 630 s by default,"
          + " and the rebuild. Machines fail independently; every extent is on a machine of its own."
          + " \"superExtents\" is how many there are: 233 for each TB of rows in super-extents of 32"
          + " extents of 128 MiB.",
      "Needed are \"extents\", \"failuresPerYear\" and \"repairSeconds\". If absent, \"superExtents\" is 1,"
          + " \"dimensions\" 3, \"parity\" 1, and \"group\" 10, or 20 with a parity of 2."
    })
final class DurabilityCommand
    extends JsonDecision<DurabilityCommand.Instance, DurabilityCommand.Answer> {
  /** A table and its machines, as written in JSON. */
  record Instance(
      @Nullable Integer extents,
      @Nullable Integer group,
      @Nullable Integer parity,
      @Nullable Integer dimensions,
      @Nullable Double failuresPerYear,
      @Nullable Double repairSeconds,
      @Nullable Double superExtents) {}

  /** Two means. */
  record Answer(double lossesPerYear, double physical) {}

  DurabilityCommand() {
    super(Instance.class);
  }

  @Override
  Answer decide(Instance instance) {
    SuperExtentFields fields =
        new SuperExtentFields(
            instance.extents(), instance.group(), instance.parity(), instance.dimensions());
    Machines machines =
        new Machines(
            Fields.require(instance.failuresPerYear(), "failuresPerYear"),
            Fields.require(instance.repairSeconds(), "repairSeconds"));
    double number = instance.superExtents() == null ? 1 : instance.superExtents();
    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%s super-extents are not possible; give 0 or more.".formatted(number));
    }
    Durability table = new Durability(fields.groups(), fields.copies());
    return new Answer(
        number * table.lossesPerYear(machines), number * table.physicalLossesPerYear(machines));
  }
}
