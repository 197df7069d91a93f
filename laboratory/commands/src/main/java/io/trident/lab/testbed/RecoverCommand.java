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

import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident testbed recover}. */
@Command(
    name = "recover",
    description = {
      "Compares how HDFS recovers from the loss of a DataNode: of a directory with three replicas,"
          + " and of the same rows as a logically replicated table. Makes a test bed, kills one of"
          + " its DataNodes by each in turn, waits until all replicas are there again, and takes"
          + " the test bed down.",
      "Needs at least 3 racks of 2 nodes."
    })
final class RecoverCommand implements Callable<Integer> {
  private static final Duration DOWN_WITHIN = Duration.ofMinutes(2);
  private static final int LEAST_RACKS = 3;

  /** A node is dead after 11 seconds without a heartbeat, not after ten minutes. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "dfs.namenode.heartbeat.recheck-interval", "500",
          "dfs.namenode.redundancy.interval.seconds", "1",
          "dfs.blocksize", Integer.toString(RecoveryRows.EXTENT_MB << 20),
          "dfs.block.replicator.classname", "io.trident.hdfs.placement.TierPlacementPolicy",
          "dfs.namenode.plugins", "io.trident.hdfs.namenode.TridentNameNodePlugin",
          "dfs.datanode.plugins", "io.trident.hdfs.datanode.TridentDataNodePlugin",
          "trident.hdfs.placement.tiers", "DISK",
          "trident.hdfs.layout.enabled", "true");

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Mixin private BedOptions options = new BedOptions();

  @Option(
      names = "--rows",
      defaultValue = "400000",
      description = "Rows, of some 150 bytes each; default ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--repetitions",
      defaultValue = "3",
      description = "Of each; default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(names = "--json", paramLabel = "FILE", description = "Where to write the numbers.")
  private @Nullable Path json;

  @Option(names = "--page", paramLabel = "FILE", description = "Where to write tables of Markdown.")
  private @Nullable Path page;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    HadoopLogs.drop();
    Testbed testbed = which.testbed();
    Testbed.Description description = description(out);
    Progress progress = new Progress(out, System::nanoTime);
    RecoveryResult result;
    try (OrderlyEnd end = new OrderlyEnd(DOWN_WITHIN)) {
      testbed.up(description, step -> progress.report("%s", step));
      try {
        result = new RecoveryComparison(testbed, rows, repetitions, progress).run();
      } finally {
        end.undisturbed(() -> testbed.down(step -> progress.report("%s", step)));
      }
    }
    String tables = RecoveryTables.of(result);
    out.println(tables);
    out.flush();
    if (json != null) {
      Files.writeString(
          json,
          new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(result) + "\n");
    }
    if (page != null) {
      Files.writeString(page, tables);
    }
    return 0;
  }

  private Testbed.Description description(PrintWriter out) throws IOException {
    Testbed.Description asked = options.description(out);
    int nodes = asked.layout().nodes();
    int racks = asked.layout().racks();
    int most = RecoveryRows.MAX_ROWS;
    require(racks >= LEAST_RACKS && nodes >= 2 * racks, "Use --racks 3 --nodes 6, or more");
    require(repetitions >= 1 && repetitions <= nodes, "--repetitions must be 1 to --nodes");
    require(
        rows >= RecoveryRows.MIN_ROWS && rows <= most,
        "--rows must be %d to %d".formatted(RecoveryRows.MIN_ROWS, most));
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(asked.settings());
    return new Testbed.Description(asked.layout(), settings, asked.sparkHome());
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), what);
    }
  }
}
