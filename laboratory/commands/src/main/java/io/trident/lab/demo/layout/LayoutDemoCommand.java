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
package io.trident.lab.demo.layout;

import io.trident.lab.demo.DemoOutput;
import io.trident.lab.demo.Linger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trident demo layout}. */
@Command(
    name = "layout",
    description = {
      "Converts a table into copies that are partitioned each by another column, on a real HDFS with"
          + " YARN on this machine; stops a DataNode and waits until what it had is rebuilt in"
          + " place; and has Spark run queries on the table and on the files as they were. Shows"
          + " what was read for each.",
      "Takes some minutes; needs about 4 GB of free memory. Everything it starts is gone when it"
          + " ends."
    })
public final class LayoutDemoCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--nodes", defaultValue = "6", description = "Nodes; default ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(names = "--racks", defaultValue = "3", description = "Racks; default ${DEFAULT-VALUE}.")
  private int racks;

  @Option(
      names = "--rows",
      defaultValue = "120000",
      description = "Rows of the table, of some 150 bytes each; default ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--extents",
      defaultValue = "8",
      description = "Extents of a copy of a super-extent; default ${DEFAULT-VALUE}.")
  private int extents;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      defaultValue = "trident-layout.html",
      description = "Where to write the HTML report; default ${DEFAULT-VALUE}.")
  private Path report = Path.of("trident-layout.html");

  @Option(
      names = "--keep",
      description =
          "Leave the cluster running until Enter is pressed, to look around with other commands.")
  private boolean keep;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private DemoOutput output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return output.run(
        report,
        directory -> new LayoutDemoOptions(nodes, racks, rows, extents, directory),
        (options, progress) -> LayoutDemo.run(options, progress, this::linger),
        new DemoOutput.Views<>(
            LayoutDemoTable::of,
            result -> new LayoutDemoReport(result).html(),
            LayoutDemoJson::of));
  }

  private void linger(Path configuration) throws IOException {
    if (keep) {
      Linger.untilEnter(
          spec.commandLine().getOut(),
          configuration,
          "bin/trident layout show " + LayoutDemo.TABLE);
    }
  }
}
