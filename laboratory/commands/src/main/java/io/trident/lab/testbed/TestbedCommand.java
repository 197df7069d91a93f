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
package io.trident.lab.testbed;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code trident testbed}. */
@Command(
    name = "testbed",
    description =
        "A cluster on this machine whose tiers and network are as slow as the kernel makes them."
            + " It stays up until it is taken down.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      CheckCommand.class,
      LogsCommand.class,
      ExecCommand.class,
      CompareCommand.class,
      RecoverCommand.class,
      MeasureCommand.class,
      PrepareCommand.class,
      HelpCommand.class
    })
public final class TestbedCommand {}
