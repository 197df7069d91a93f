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
package io.trident.lab.memory;

import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.lab.demo.DemoDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident namenode-memory}. */
@Command(
    name = "namenode-memory",
    description = {
      "Measures the NameNode's heap for each TB of rows: of logically replicated tables, and of"
          + " three equal replicas. Files and blocks of a real NameNode on this machine are made"
          + " by its own calls; no bytes are stored. Extents and blocks have 128 MiB, a"
          + " super-extent 32 extents in each of three dimensions.",
      "Takes some minutes, and a NameNode's heap in the process of the command."
    })
public final class NameNodeMemoryCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--super-extents",
      defaultValue = "200",
      description = "Super-extents (4 GiB of rows each) of a step; default ${DEFAULT-VALUE}.")
  private int superExtents;

  @Option(
      names = "--steps",
      defaultValue = "3",
      description = "How often they are added and the heap measured; default ${DEFAULT-VALUE}.")
  private int steps;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for images and logs, kept afterwards; default: temporary, removed.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException {
    require("--super-extents", superExtents, 100_000);
    require("--steps", steps, 100);
    PrintWriter text = spec.commandLine().getOut();
    Progress progress = new Progress(spec.commandLine().getErr(), System::nanoTime);
    DemoDirectory dir = DemoDirectory.of(directory);
    HadoopLogs.toFile(dir.path().resolve("namenode.log"));
    List<HeapGrowth> measured =
        HeapGrowth.measure(
            superExtents,
            steps,
            dir.path(),
            step -> progress.report("Step %d of %d", step + 1, steps));
    text.print(HeapTable.of(measured));
    text.flush();
    dir.discard();
    return 0;
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s must be 1 to %d, not %d".formatted(option, most, value));
    }
  }
}
