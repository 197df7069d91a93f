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
package io.trident.lab.workload;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code trident workload}. */
@Command(
    name = "workload",
    description = {
      "Generates the input of the paper's eight applications, runs them, and verifies their results.",
      "Set HADOOP_CONF_DIR to the configuration of the cluster."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListCommand.class,
      GenerateCommand.class,
      RunCommand.class,
      VerifyCommand.class,
      HelpCommand.class
    })
public final class WorkloadCommand {}
