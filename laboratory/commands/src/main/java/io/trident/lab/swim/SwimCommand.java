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
package io.trident.lab.swim;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code trident swim}. */
@Command(
    name = "swim",
    description = {
      "Replays a workload of SWIM, the Statistical Workload Injector for MapReduce, on a real cluster.",
      "It is that of HADOOP_CONF_DIR; where that is not set, the test bed that is up."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {PrepareCommand.class, ReplayCommand.class, RunCommand.class, HelpCommand.class})
public final class SwimCommand {}
