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

import io.trident.core.layout.availability.Unavailability;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code trident whatif availability}: how likely a logically replicated extent is unavailable. */
@Command(
    name = "availability",
    description = {
      "Computes how likely an extent is unavailable: logically replicated, with parity, and with as"
          + " many equal copies.",
      "",
      "In:  {\"extents\":100,\"group\":10,\"parity\":1,\"dimensions\":3,\"p\":0.005}",
      "Out: {\"unavailable\":4.30055215265263E-8,\"physical\":1.2500000000000002E-7}",
      "",
      "\"p\" is the probability that a machine is down while an extent is recovered; every extent is"
          + " on a machine of its own. \"parity\" is 0, 1 or 2 for each group of extents, and \"group\""
          + " the most extents of one; groups of a super-extent differ by one extent at most.",
      "Needed are \"extents\" and \"p\". If absent, \"dimensions\" is 3, \"parity\" 1, and \"group\" 10,"
          + " or 20 with a parity of 2."
    })
final class AvailabilityCommand
    extends JsonDecision<AvailabilityCommand.Instance, AvailabilityCommand.Answer> {
  /** A super-extent, as written in JSON. */
  record Instance(
      @Nullable Integer extents,
      @Nullable Integer group,
      @Nullable Integer parity,
      @Nullable Integer dimensions,
      @Nullable Double p) {}

  /** Two probabilities. */
  record Answer(double unavailable, double physical) {}

  AvailabilityCommand() {
    super(Instance.class);
  }

  @Override
  Answer decide(Instance instance) {
    SuperExtentFields fields =
        new SuperExtentFields(
            instance.extents(), instance.group(), instance.parity(), instance.dimensions());
    Unavailability layout = new Unavailability(fields.groups(), fields.copies());
    double p = Fields.require(instance.p(), "p");
    return new Answer(layout.unavailable(p), layout.physical(p));
  }
}
