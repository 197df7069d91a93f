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
package io.trident.lab.demo;

import io.trident.lab.demo.layout.LayoutDemoCommand;
import io.trident.lab.demo.prefetch.PrefetchersCommand;
import io.trident.lab.launch.SparkJvm;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident demo}. */
@Command(
    name = "demo",
    subcommands = {PrefetchersCommand.class, LayoutDemoCommand.class},
    description = {
      "Runs real jobs of MapReduce or Spark on a real HDFS with YARN, or with Spark's standalone"
          + " cluster, on this machine: with the stock schedulers and with Trident. Shows which"
          + " medium every task read from.",
      "Takes some minutes; needs about 4 GB of free memory. Everything it starts is gone when it"
          + " ends."
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      defaultValue = Demo.NAME,
      description = "What runs the jobs: mapreduce or spark; default ${DEFAULT-VALUE}.")
  private String engine = Demo.NAME;

  @Option(names = "--nodes", defaultValue = "6", description = "Nodes; default ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(names = "--racks", defaultValue = "2", description = "Racks; default ${DEFAULT-VALUE}.")
  private int racks;

  @Option(
      names = "--blocks",
      defaultValue = "24",
      description = "Input blocks of each job, one task each; default ${DEFAULT-VALUE}.")
  private int blocks;

  @Option(
      names = "--block-mb",
      defaultValue = "4",
      description = "Size of a block in MB, about; default ${DEFAULT-VALUE}.")
  private int blockMb;

  @Option(
      names = "--slots",
      defaultValue = "8",
      description = "Tasks that a node has room for; default ${DEFAULT-VALUE}.")
  private int slots;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      defaultValue = "trident-demo.html",
      description = "Where to write the HTML report; default ${DEFAULT-VALUE}.")
  private Path report = Path.of("trident-demo.html");

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
    if (SparkJvm.isMissingFor(engine)) {
      return SparkJvm.run(spec);
    }
    DemoEngine demo = engine();
    return output.run(
        report,
        this::options,
        (options, progress) -> demo.run(options, progress, this::linger),
        new DemoOutput.Views<>(
            result -> new ResultTable(result).text(),
            result -> new Report(result).html(),
            ResultJson::of));
  }

  private DemoEngine engine() {
    if (engine.equals(Demo.NAME)) {
      return new Demo();
    }
    return ServiceLoader.load(DemoEngine.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(candidate -> candidate.name().equals(engine))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "Unknown engine '%s' for --engine: it must be mapreduce or spark."
                        .formatted(engine)));
  }

  private DemoOptions options(Path directory) {
    int unit = DemoOptions.BLOCK_UNIT;
    int blockBytes = Math.max(1 << 20, blockMb * 1_000_000) / unit * unit;
    return new DemoOptions(nodes, racks, blocks, Math.max(blockBytes, 82 * unit), slots, directory);
  }

  private void linger(TieredCluster cluster) throws IOException {
    if (keep) {
      Linger.untilEnter(
          spec.commandLine().getOut(),
          cluster.baseDir().resolve("client-conf"),
          "bin/trident tiers /demo/input",
          "bin/trident explain /demo/input");
    }
  }
}
