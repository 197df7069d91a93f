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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code trident testbed down}. */
@Command(
    name = "down",
    description =
        "Ends the test bed and removes everything that it made, logs and data included; also after"
            + " a crash of it or of this command.")
final class DownCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    PrintWriter out = spec.commandLine().getOut();
    Testbed testbed = which.testbed();
    if (testbed.exists()) {
      testbed.down(out::println);
      out.println("Nothing is left of " + testbed.directory());
    } else {
      out.println("There is no test bed in " + testbed.directory());
    }
    out.flush();
    return 0;
  }
}
