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
package io.trident.cli;

import io.trident.cli.calibrate.CalibrateCommand;
import io.trident.cli.demo.DemoCommand;
import io.trident.cli.figures.FiguresCommand;
import io.trident.cli.inspect.ExplainCommand;
import io.trident.cli.inspect.TiersCommand;
import io.trident.cli.keys.KeysCommand;
import io.trident.cli.prefetch.PrefetchCommand;
import io.trident.cli.report.ReportCommand;
import io.trident.cli.simulate.SimulateCommand;
import io.trident.cli.swim.SwimCommand;
import io.trident.cli.testbed.TestbedCommand;
import io.trident.cli.whatif.WhatIfCommand;
import io.trident.cli.workload.WorkloadCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Entry point of {@code bin/trident}. Exit codes: 0 done, 1 failed, 2 wrong usage. */
@Command(
    name = "trident",
    description = "Tier-aware scheduling for Hadoop and Spark.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    subcommands = {
      DemoCommand.class,
      TiersCommand.class,
      ExplainCommand.class,
      PrefetchCommand.class,
      CalibrateCommand.class,
      ReportCommand.class,
      WhatIfCommand.class,
      SimulateCommand.class,
      FiguresCommand.class,
      WorkloadCommand.class,
      SwimCommand.class,
      TestbedCommand.class,
      KeysCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:done", " 1:failed; the reason is on standard error", " 2:wrong usage"})
public final class Main {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean verbose;

  private Main() {}

  /** Builds the command line; {@code execute} runs it and returns the exit code. */
  public static CommandLine commandLine() {
    Main main = new Main();
    return new CommandLine(main)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (main.verbose) {
                failure.printStackTrace(command.getErr());
              } else {
                command.getErr().println(command.getColorScheme().errorText(Failures.say(failure)));
              }
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }
}
