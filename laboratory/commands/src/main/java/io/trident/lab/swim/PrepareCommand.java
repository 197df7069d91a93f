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
package io.trident.lab.swim;

import io.trident.benchmarks.simulator.Workload;
import io.trident.benchmarks.swim.TraceStatistics;
import io.trident.benchmarks.swim.replay.InputFiles;
import io.trident.benchmarks.swim.replay.ReplayDirectory;
import io.trident.benchmarks.swim.replay.ReplayWorkload;
import io.trident.cli.HadoopLogs;
import io.trident.lab.simulate.TimeLeft;
import io.trident.lab.simulate.TraceOptions;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident swim prepare}. */
@Command(
    name = "prepare",
    description = {
      "Writes what a workload's jobs read, and the workload beside it: 'replay' runs what was prepared.",
      "Files that are there are not written again, so a call that was ended goes on when it is"
          + " repeated."
    },
    sortOptions = false)
final class PrepareCommand implements Callable<Integer> {
  private static final int DEFAULT_JOBS = 1_000;
  private static final long MEBIBYTE = 1 << 20;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private TraceOptions trace = new TraceOptions();

  @Option(names = "--seed", defaultValue = "1", description = "Of what is generated; default 1.")
  private long seed;

  @Option(
      names = "--shrink",
      defaultValue = "1",
      description =
          "Divide all sizes by this, too, blocks and reduces included. Jobs stay in the bins of their"
              + " sizes before: give the test bed's --scale. Default ${DEFAULT-VALUE}.")
  private double shrink;

  @Option(
      names = "--block-mb",
      paramLabel = "MIB",
      defaultValue = "128",
      description =
          "Block size before it is shrunk, down to 1 MiB, the least that HDFS takes; default"
              + " ${DEFAULT-VALUE}.")
  private int blockMb;

  @Option(
      names = "--reduce-mb",
      paramLabel = "MIB",
      defaultValue = "256",
      description = "Shuffled data of a reduce, before shrinking; default ${DEFAULT-VALUE}.")
  private int reduceMb;

  @Option(
      names = "--placements",
      split = ",",
      paramLabel = "PLACEMENT",
      defaultValue = "one-tier,tiered",
      description =
          "Where replicas are: one-tier, all on disks, which the policy hdfs-one-tier reads; tiered,"
              + " as the cluster places them, for all others. Default ${DEFAULT-VALUE}.")
  private List<String> placements = List.of();

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "Files that are written at once; default ${DEFAULT-VALUE}.")
  private int threads;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    ReplayWorkload workload = workload();
    Optional<Testbed> testbed = cluster.elsewhere();
    PrintWriter out = spec.commandLine().getOut();
    if (testbed.isPresent()) {
      return OnMaster.run(
          testbed.get(), spec.root().commandLine().getParseResult().originalArgs(), out);
    }
    JobConf conf = cluster.conf();
    ReplayDirectory directory = cluster.replay(conf);
    try {
      directory.files().mkdirs(directory.root());
      directory.write(workload);
      for (String placement : placements) {
        Path placed = directory.placed(placement);
        Placements.make(directory.files(), placed, placement);
        TimeLeft progress = new TimeLeft(spec.commandLine().getErr(), System::nanoTime);
        long written =
            new InputFiles(directory.files(), threads)
                .write(
                    workload,
                    placed,
                    (done, of) ->
                        progress.at((double) done / Math.max(1, of), "input, placed " + placement));
        report(out, "%s: %,d bytes written", placed, written);
      }
    } catch (IOException e) {
      throw cluster.failure(conf, e);
    }
    report(out, "%s", describe(workload));
    return 0;
  }

  private ReplayWorkload workload() throws IOException {
    try {
      if (threads < 1 || blockMb < 1 || reduceMb < 1) {
        throw new IllegalArgumentException(
            "--threads, --block-mb and --reduce-mb must be at least 1.");
      }
      placements.forEach(Placements::require);
      Workload made = trace.workload(DEFAULT_JOBS, 1);
      return new ReplayWorkload(
          made.bySeed().apply(seed),
          made.recipe().describe(),
          shrink,
          Math.max(1, Math.round(blockMb / shrink)) * MEBIBYTE,
          Math.max(MEBIBYTE, Math.round(reduceMb * MEBIBYTE / shrink)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Describes what was prepared, with the recipe. */
  private static String describe(ReplayWorkload workload) {
    TraceStatistics statistics = TraceStatistics.of(workload.trace());
    return String.format(
        Locale.ROOT,
        "%s; %s%n%d jobs read %,.0f MB of %d files within %.0f s; jobs by bin: %s; blocks of %d MiB",
        workload.trace().source(),
        workload.describe(),
        workload.trace().jobs().size(),
        workload.trace().inputBytes() / workload.shrink() / 1e6,
        workload.inputs().size(),
        workload.trace().jobs().stream().mapToDouble(job -> job.submitSeconds()).max().orElse(0),
        statistics.jobs(),
        workload.blockBytes() / MEBIBYTE);
  }

  private static void report(PrintWriter out, String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }
}
