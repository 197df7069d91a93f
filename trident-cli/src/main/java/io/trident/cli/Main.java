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
import io.trident.cli.inspect.ExplainCommand;
import io.trident.cli.inspect.TiersCommand;
import io.trident.cli.keys.KeysCommand;
import io.trident.cli.layout.LayoutCommand;
import io.trident.cli.layout.ReplicasCommand;
import io.trident.cli.prefetch.PrefetchCommand;
import io.trident.cli.report.ReportCommand;
import io.trident.cli.whatif.WhatIfCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
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
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:done", " 1:failed; the reason is on standard error", " 2:wrong usage"})
public final class Main {
  private static final List<Class<?>> PRODUCT =
      List.of(
          TiersCommand.class,
          ExplainCommand.class,
          PrefetchCommand.class,
          CalibrateCommand.class,
          ReportCommand.class,
          LayoutCommand.class,
          ReplicasCommand.class,
          WhatIfCommand.class,
          KeysCommand.class);

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean verbose;

  private Main() {}

  /** Builds the command line; {@code execute} runs it and returns the exit code. */
  public static CommandLine commandLine() {
    return commandLine(PRODUCT, others());
  }

  /**
   * Builds a command line with further sub-commands, and with none that is found by {@link
   * SubCommands}.
   *
   * @param others classes or objects annotated as commands
   */
  public static CommandLine commandLine(List<?> others) {
    return commandLine(PRODUCT, others);
  }

  /**
   * Builds what some arguments need. A command of the product that they do not name is only listed,
   * and modules are not searched for a command that the product has: both take most of the time to
   * start.
   */
  static CommandLine commandLineFor(List<String> arguments) {
    // Only options without a value can stand before the name; after "help" comes another one.
    List<String> names =
        arguments.stream().filter(argument -> !argument.startsWith("-")).limit(2).toList();
    List<Object> product = new ArrayList<>();
    boolean isOfProduct = false;
    for (Class<?> command : PRODUCT) {
      Command annotation = Objects.requireNonNull(command.getAnnotation(Command.class));
      product.add(names.contains(annotation.name()) ? command : listed(annotation));
      isOfProduct |= names.indexOf(annotation.name()) == 0;
    }
    return commandLine(product, isOfProduct ? List.of() : others());
  }

  private static CommandSpec listed(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().description(command.description());
    return spec;
  }

  /** Returns what other modules bring, and what stands for the laboratory if it is not one. */
  private static List<CommandSpec> others() {
    Map<String, CommandSpec> others = new LinkedHashMap<>();
    for (String name : AbsentSubCommand.NAMES) {
      CommandSpec absent = Forward.spec(new AbsentSubCommand(name));
      absent.usageMessage().hidden(true);
      others.put(name, absent);
    }
    for (SubCommands module : ServiceLoader.load(SubCommands.class)) {
      for (SubCommand command : module.all()) {
        others.put(command.name(), Forward.spec(command));
      }
    }
    return List.copyOf(others.values());
  }

  private static CommandLine commandLine(List<?> product, List<?> others) {
    Main main = new Main();
    CommandLine trident = new CommandLine(main);
    product.forEach(trident::addSubcommand);
    others.forEach(trident::addSubcommand);
    return trident
        .addSubcommand(HelpCommand.class)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(Forward::execute)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (main.verbose) {
                failure.printStackTrace(command.getErr());
              } else {
                command
                    .getErr()
                    .println(command.getColorScheme().errorText(Failures.message(failure)));
              }
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLineFor(List.of(args)).execute(args));
  }
}
