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

import io.trident.cli.HadoopLogs;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident testbed logs}. */
@Command(name = "logs", description = "Lists the daemons' log files, or prints the end of some.")
final class LogsCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Parameters(
      arity = "0..1",
      paramLabel = "NODE",
      description = "Print the logs of this node's daemons.")
  private @Nullable String node;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many lines of each; default ${DEFAULT-VALUE}.")
  private int lines;

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    PrintWriter out = spec.commandLine().getOut();
    for (Testbed.DaemonStatus daemon : which.testbed().status()) {
      if (node == null) {
        out.println(daemon.log());
      } else if (daemon.node().name().equals(node)) {
        List<String> all = Files.readAllLines(daemon.log(), StandardCharsets.ISO_8859_1);
        out.println("==> " + daemon.log());
        all.subList(Math.max(0, all.size() - lines), all.size()).forEach(out::println);
      }
    }
    out.flush();
    return 0;
  }
}
