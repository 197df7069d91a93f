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

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * What stands for a {@link SubCommand} on the command line: its arguments are not parsed, but
 * handed to it as they are.
 */
record Forward(SubCommand command) {
  /** Returns what is registered for a command. */
  static CommandSpec spec(SubCommand command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new Forward(command));
    spec.name(command.name());
    spec.usageMessage()
        .description(command.summary())
        .footer("", "Its options: trident " + command.name() + " --help");
    spec.parser().unmatchedArgumentsAllowed(true);
    return spec;
  }

  /** Runs what a command line names: {@link CommandLine.IExecutionStrategy} of {@code trident}. */
  static int execute(ParseResult parsed) {
    if (parsed.isUsageHelpRequested()
        || parsed.isVersionHelpRequested()
        || !parsed.hasSubcommand()
        || !(parsed.subcommand().commandSpec().userObject() instanceof Forward forward)) {
      return new CommandLine.RunLast().execute(parsed);
    }
    List<String> arguments = new ArrayList<>(parsed.originalArgs());
    // Only options without a value can stand before it.
    arguments.remove(forward.command.name());
    try {
      return forward.command.run(arguments);
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new ExecutionException(
          parsed.subcommand().commandSpec().commandLine(), "A sub-command failed", e);
    }
  }
}
