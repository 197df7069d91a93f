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
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code trident testbed up}. */
@Command(
    name = "up",
    description = {
      "Makes the test bed: NameNode, ResourceManager and history server; per node a DataNode and a"
          + " NodeManager, a memory tier (tmpfs), an SSD and a disk (loop devices).",
      "As root, nodes are network namespaces, links are shaped and disks are throttled. Otherwise"
          + " nodes are loopback addresses and nothing is throttled."
    })
final class UpCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Mixin private BedOptions options = new BedOptions();

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    PrintWriter out = spec.commandLine().getOut();
    long start = System.nanoTime();
    Testbed testbed = which.testbed();
    testbed.up(
        options.description(out),
        step -> {
          out.printf(Locale.ROOT, "[%3d s] %s%n", seconds(start), step);
          out.flush();
        });
    out.printf(Locale.ROOT, "[%3d s] Up, in %s%n", seconds(start), testbed.directory());
    testbed.webInterfaces().forEach((what, url) -> out.printf("  %-12s %s%n", what, url));
    out.println("  Run a command in it: bin/trident testbed exec hdfs dfs -ls /");
    out.flush();
    return 0;
  }

  private static long seconds(long start) {
    return (System.nanoTime() - start) / 1_000_000_000L;
  }
}
