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

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident testbed exec}. */
@Command(
    name = "exec",
    description =
        "Runs a command on a node, with its network, names, throttles and HADOOP_CONF_DIR. Ends"
            + " with the command's exit code; taking the test bed down ends the command, too.")
final class ExecCommand implements Callable<Integer> {
  @Mixin private WhichTestbed which = new WhichTestbed();

  @Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "master",
      description = "Where; default ${DEFAULT-VALUE}.")
  private String node = "master";

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command: hdfs, yarn, mapred and hadoop, or any other; then its arguments.")
  private List<String> command = List.of();

  /** What follows the command's name is the command's, options included. */
  @Spec
  void endOptionsAtTheCommand(CommandSpec spec) {
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return which.testbed().on(node, command).inheritIO().start().waitFor();
  }
}
