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

import io.trident.cli.Columns;
import io.trident.cli.HadoopLogs;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.MemoryUse;
import io.trident.testbed.Rates;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code trident testbed status}. */
@Command(
    name = "status",
    description = "Shows the test bed's daemons, rates and web interfaces.",
    exitCodeList = {" 0:all daemons run", " 1:there is no test bed, or a daemon does not run"},
    exitCodeListHeading = "%nExit codes:%n")
final class StatusCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    PrintWriter out = spec.commandLine().getOut();
    Testbed testbed = which.testbed();
    Layout layout = testbed.description().layout();
    out.println(rates(layout));
    List<Testbed.DaemonStatus> daemons = testbed.status();
    Columns table = new Columns("node", "rack", "address", "daemon", "process");
    for (Testbed.DaemonStatus daemon : daemons) {
      table.add(
          daemon.node().name(),
          daemon.node().rack(),
          daemon.node().address(),
          daemon.role().label(),
          daemon.pid().map(Object::toString).orElse("ended"));
    }
    out.println(table);
    MemoryUse memory = testbed.memory();
    out.printf(
        Locale.ROOT,
        "Memory: %.1f GB of %d processes, and %.1f GB in memory tiers and caches%n",
        memory.processBytes() / 1e9,
        memory.processes(),
        memory.volumeBytes() / 1e9);
    testbed.webInterfaces().forEach((what, url) -> out.printf("%-12s %s%n", what, url));
    boolean well = testbed.isUp() && daemons.stream().allMatch(daemon -> daemon.pid().isPresent());
    if (!testbed.isUp()) {
      out.println("It did not come up completely; take it down.");
    }
    out.flush();
    return well ? 0 : 1;
  }

  private static String rates(Layout layout) {
    if (layout.isolation() == Isolation.LOOPBACK) {
      return "Nothing is throttled: times mean nothing.";
    }
    Rates rates = layout.rates();
    return String.format(
        Locale.ROOT,
        "MB/s, 1:%s: memory %s, SSD %s, disk %s, a node's link %s, a rack's %s",
        layout.scale(),
        rates.memory(),
        rates.ssd(),
        rates.disk(),
        rates.nodeLink(),
        rates.rackLink());
  }
}
