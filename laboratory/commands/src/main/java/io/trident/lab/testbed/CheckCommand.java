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
import io.trident.testbed.RateCheck;
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

/** {@code trident testbed check}. */
@Command(
    name = "check",
    description =
        "Measures each tier of each node, and the links. Fails if a rate is more than 10 %% off.")
final class CheckCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    PrintWriter out = spec.commandLine().getOut();
    Testbed testbed = which.testbed();
    List<RateCheck> measured = testbed.check();
    if (measured.isEmpty()) {
      out.println("Nothing is throttled here, so there is nothing to check.");
      out.flush();
      return 0;
    }
    Columns table = new Columns("what", "where", "declared MB/s", "measured MB/s", "");
    for (RateCheck one : measured) {
      table.add(
          one.what(),
          one.where(),
          String.format(Locale.ROOT, "%.1f", one.declared()),
          String.format(Locale.ROOT, "%.1f", one.measured()),
          one.holds() ? "" : "off");
    }
    out.println(table);
    out.flush();
    long off = measured.stream().filter(one -> !one.holds()).count();
    if (off > 0) {
      throw new IOException(
          "%d of %d rates are more than 10 %% off: results would mean nothing. Is the machine busy, or too slow for this scale?"
              .formatted(off, measured.size()));
    }
    return 0;
  }
}
