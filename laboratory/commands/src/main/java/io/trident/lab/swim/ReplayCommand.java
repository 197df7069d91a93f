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

import com.google.common.collect.Lists;
import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.swim.replay.BinReport;
import io.trident.cli.HadoopLogs;
import io.trident.lab.testbed.CompareTable;
import io.trident.lab.testbed.SchedulingPolicy;
import io.trident.lab.testbed.Setup;
import io.trident.testbed.Layout;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident swim replay}. */
@Command(
    name = "replay",
    description = {
      "Runs the workload that was prepared: each job at its time, reading, shuffling and writing what"
          + " in the trace. Reports by bin of input size, and compares policies.",
      "A job that fails is reported and counted. Ctrl-C kills the jobs that run.",
      "Runs that are in the file of results are not repeated; every second repetition has the"
          + " opposite order. On a test bed the ResourceManager is"
          + " restarted where a policy needs another one, and then, as at the beginning, a job is run"
          + " that does not count. Other clusters keep theirs, so compare 'trident' there with what"
          + " its ResourceManager does."
    },
    sortOptions = false)
final class ReplayCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "POLICY",
      defaultValue = "hdfs-one-tier,default,h-scheduler,quartet,trident",
      description = "Who schedules; default: all, ${DEFAULT-VALUE}.")
  private List<String> policies = List.of();

  @Option(
      names = {"--prefetchers", "--prefetcher"},
      split = ",",
      paramLabel = "PREFETCHER",
      defaultValue = "none",
      description =
          "Of none, prefetch-all, trident, trident-delay and oracle, each with each policy that has"
              + " all replicas on disks (hdfs-one-tier, trident-one-tier); default none. Oracle's"
              + " wait is not counted. DataNodes need a cache: on a test bed --cache-mb.")
  private List<String> prefetchers = List.of();

  @Option(
      names = "--repetitions",
      defaultValue = "1",
      description = "Of each policy; default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Mixin private ReplayOptions options = new ReplayOptions();

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  /** One policy and prefetcher, once. */
  private record Planned(Setup setup, int repetition) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    List<Planned> plan = plan();
    ResultsFile file = new ResultsFile(options.results());
    List<PolicyRun> onFile = file.read();
    List<Planned> missing = plan.stream().filter(run -> !isOnFile(run, onFile)).toList();
    PrintWriter out = spec.commandLine().getOut();
    report(out, "%d runs, %d of them on file".formatted(plan.size(), plan.size() - missing.size()));
    if (!missing.isEmpty()) {
      Optional<Testbed> testbed = cluster.elsewhere();
      if (testbed.isPresent()) {
        Layout layout = testbed.get().description().layout();
        requireSame(onFile, layout);
        requireCaches(missing, layout);
      }
      boolean cold = true;
      for (Planned run : missing) {
        if (testbed.isPresent()) {
          cold |=
              run.setup().policy().switchResourceManager(testbed.get(), text -> report(out, text));
          onTestbed(testbed.get(), run, cold ? List.of("--warm-up") : List.of(), out);
          cold = false;
        } else {
          new ReplayRun(Optional.empty(), cluster, options, run.setup(), run.repetition(), out)
              .run();
        }
      }
    }
    out.print(
        CompareTable.of(
            file.read().stream()
                .filter(run -> run.workload().equals(BinReport.WORKLOAD))
                .sorted(Comparator.comparing(PolicyRun::profile))
                .toList(),
            SchedulingPolicy.HDFS_ONE_TIER.label()));
    out.flush();
    return 0;
  }

  private void onTestbed(Testbed testbed, Planned run, List<String> more, PrintWriter out)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("swim", "run"));
    command.addAll(List.of("--dir", testbed.directory().toString(), "--on-testbed"));
    command.addAll(List.of("--directory", cluster.directory()));
    command.addAll(List.of("--policy", run.setup().policy().label()));
    command.addAll(List.of("--prefetcher", run.setup().prefetcher().label()));
    command.addAll(List.of("--repetition", Integer.toString(run.repetition())));
    command.addAll(options.words());
    command.addAll(more);
    cluster.properties().forEach((key, value) -> command.addAll(List.of("-D", key + "=" + value)));
    if (OnMaster.run(testbed, command, out) != 0) {
      throw new IOException(
          "%s with %s, repetition %d, failed: see above"
              .formatted(
                  run.setup().policy().label(),
                  run.setup().prefetcher().label(),
                  run.repetition()));
    }
  }

  private boolean isOnFile(Planned run, List<PolicyRun> onFile) {
    return onFile.stream()
        .anyMatch(
            line ->
                line.workload().equals(BinReport.WORKLOAD)
                    && line.policy().equals(run.setup().policy().label())
                    && line.prefetcher().equals(run.setup().prefetcher().label())
                    && line.repetition() == run.repetition());
  }

  private void requireCaches(List<Planned> runs, Layout layout) {
    if (layout.sizes().cache() == 0 && runs.stream().anyMatch(run -> run.setup().prefetches())) {
      throw new ParameterException(
          spec.commandLine(),
          "Prefetchers need caches; make the test bed with --cache-mb, the size of each worker's.");
    }
  }

  private static void requireSame(List<PolicyRun> onFile, Layout layout) {
    for (PolicyRun run : onFile) {
      if (run.nodes() != layout.nodes()
          || run.racks() != layout.racks()
          || run.scale() != layout.scale()) {
        throw new IllegalArgumentException(
            "The file has results of %d nodes in %d racks at 1:%s, the test bed has %d in %d at 1:%s; name another file with --results"
                .formatted(
                    run.nodes(),
                    run.racks(),
                    run.scale(),
                    layout.nodes(),
                    layout.racks(),
                    layout.scale()));
      }
    }
  }

  private List<Planned> plan() {
    try {
      if (repetitions < 1) {
        throw new IllegalArgumentException("--repetitions must be at least 1.");
      }
      options.check();
      List<Planned> plan = new ArrayList<>();
      List<Setup> setups =
          Setup.all(
              policies.stream().map(SchedulingPolicy::of).toList(),
              prefetchers.stream().map(Setup::prefetcher).toList());
      for (int repetition = 1; repetition <= repetitions; repetition++) {
        // Whoever comes first or last in one does not in the next.
        List<Setup> order = repetition % 2 == 0 ? Lists.reverse(setups) : setups;
        for (Setup setup : order) {
          plan.add(new Planned(setup, repetition));
        }
      }
      return plan;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static void report(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
