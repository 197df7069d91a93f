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
package io.trident.cli.keys;

import io.trident.core.config.ConfigKey;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trident keys}: lists every configuration key. */
@Command(
    name = "keys",
    description = "Lists every configuration key with its default, valid values and meaning.")
public final class KeysCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--markdown", description = "Print the reference page of the documentation.")
  private boolean markdown;

  @Override
  public void run() {
    if (spec == null) {
      throw new IllegalStateException("Not run by picocli.");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(Reference.markdown());
    } else {
      for (KeyGroup group : Reference.groups()) {
        out.println(group.title() + " -- " + group.where());
        for (ConfigKey<?> key : group.keys()) {
          out.println("  " + key.name() + " = " + key.defaultText());
          out.println("      " + key.description());
          out.println("      Value: " + key.type() + ".");
        }
        out.println();
      }
    }
    out.flush();
  }
}
