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

import picocli.CommandLine.Command;

/** Groups the pure decisions. */
@Command(
    name = "whatif",
    description = {
      "Takes Trident's decisions on a written snapshot, without any cluster.",
      "Each line of the input is one instance in JSON; each is answered by one line of JSON, in"
          + " order. An instance that cannot be decided is answered by {\"error\": ...} and the"
          + " command ends with exit code 1. match also reads and writes formats of others."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      MatchCommand.class,
      AllocateCommand.class,
      PrefetchCommand.class,
      LayoutCommand.class,
      AvailabilityCommand.class,
      DurabilityCommand.class
    })
public final class WhatIfCommand {}
