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

import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.lab.demo.DemoDirectory;
import io.trident.lab.demo.DemoFiles;
import io.trident.lab.demo.Linger;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--keep",
      description =
          "Leave the cluster running until Enter is pressed, to look around with other commands.")
  private boolean keep;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for data and logs, kept afterwards; default: temporary, removed.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    DemoDirectory dir = DemoDirectory.of(directory);
    LayoutDemoOptions options = options(dir);
    Path log = dir.path().resolve("demo.log");
    HadoopLogs.toFile(log);
    LayoutDemoResult result;
    try {
      result =
          LayoutDemo.run(
              options,
              new Progress(out, System::nanoTime),
              configuration -> linger(configuration, out));
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("The logs are in " + dir.path());
      throw e;
    }
    out.println();
    out.println(LayoutDemoTable.of(result));
    DemoFiles.write(report, new LayoutDemoReport(result).html());
    out.println("Report: " + report.toAbsolutePath());
    if (json != null) {
      DemoFiles.write(json, LayoutDemoJson.of(result));
      out.println("JSON:   " + json.toAbsolutePath());
    }
    dir.discard();
    return 0;
  }

  private LayoutDemoOptions options(DemoDirectory dir) {
    try {
      return new LayoutDemoOptions(nodes, racks, rows, extents, dir.path());
    } catch (IllegalArgumentException e) {
      dir.discard();
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void linger(Path configuration, PrintWriter out) throws IOException {
    if (!keep) {
      return;
    }
    Linger.untilEnter(out, configuration, "bin/trident layout show " + LayoutDemo.TABLE);
  }
}
