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
package io.trident.lab;

import io.trident.cli.Main;
import io.trident.lab.demo.DemoCommand;
import io.trident.lab.figures.FiguresCommand;
import io.trident.lab.memory.NameNodeMemoryCommand;
import io.trident.lab.queries.LayoutQueriesCommand;
import io.trident.lab.simulate.SimulateCommand;
import io.trident.lab.swim.SwimCommand;
import io.trident.lab.testbed.TestbedCommand;
import io.trident.lab.workload.WorkloadCommand;
import java.util.List;
import picocli.CommandLine;

/** Entry point of the JVM that runs a command of the laboratory. */
public final class Laboratory {
  private Laboratory() {}

  /** Builds the command line of {@code trident} with the laboratory's commands in this process. */
  public static CommandLine commandLine() {
    return Main.commandLine(
        List.of(
            DemoCommand.class,
            SimulateCommand.class,
            FiguresCommand.class,
            WorkloadCommand.class,
            SwimCommand.class,
            TestbedCommand.class,
            LayoutQueriesCommand.class,
            NameNodeMemoryCommand.class));
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }
}
