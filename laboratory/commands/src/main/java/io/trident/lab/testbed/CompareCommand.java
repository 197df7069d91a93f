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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.Profile;
import io.trident.cli.HadoopLogs;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.launch.SourceCheckout;
import io.trident.testbed.RateCheck;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident testbed compare}. */
@Command(
    name = "compare",
    description = {
      "Runs workloads under each scheduler, interleaved and repeated, and compares them by the paper's"
          + " metrics: where maps read, completion time, and the sum of all tasks' durations. The"
          + " baseline is hdfs-one-tier: stock Hadoop with all replicas on disks.",
      "With prefetchers it also reports how many blocks were prefetched and wasted, and how well the"
          + " times of jobs were predicted, before jobs of the same class had taught the model and"
          + " after.",
      "Each repetition has input of its own, which is generated and placed anew, so that no result"
          + " hangs on where one set of replicas happens to be.",
      "Each run is written to a file when it ends. What is on file is not run again, so a comparison"
          + " that was ended goes on when it is started again.",
      "Uses the test bed that is up. If none is, it makes one by the options that follow, and takes"
          + " it down at the end, also if ended by Ctrl-C."
    },
    sortOptions = false)
final class CompareCommand implements Callable<Integer> {
  private static final List<SchedulingPolicy> SCHEDULERS =
      List.of(
          SchedulingPolicy.HDFS_ONE_TIER,
          SchedulingPolicy.DEFAULT,
          SchedulingPolicy.H_SCHEDULER,
          SchedulingPolicy.QUARTET,
          SchedulingPolicy.TRIDENT);

  private static final Duration DOWN_WITHIN = Duration.ofMinutes(2);

  private static final List<SchedulingPolicy> UNDER_PREFETCHERS =
      List.of(SchedulingPolicy.HDFS_ONE_TIER, SchedulingPolicy.TRIDENT_ONE_TIER);

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--engine",
      defaultValue = "mapreduce",
      description =
          "What runs the workloads, mapreduce or spark; default ${DEFAULT-VALUE}. Spark runs on the"
              + " test bed's standalone cluster.")
  private String engine = "";

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "WORKLOAD[:AMOUNT]",
      defaultValue = "wordcount,aggregation:2000000",
      description =
          "What runs; an amount stands in for the profile ('trident workload list' has the units);"
              + " default ${DEFAULT-VALUE}.")
  private List<String> workloads = List.of();

  @Option(
      names = "--profile",
      description =
          "${COMPLETION-CANDIDATES}: the size of workloads without an amount, SMALL by default; and what"
              + " results and figures call workloads with one, by default by their amount.")
  private @Nullable Profile profile;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "POLICY",
      description =
          "Default: hdfs-one-tier,default,h-scheduler,quartet,trident; with prefetchers"
              + " hdfs-one-tier,trident-one-tier, where all replicas are on disks.")
  private List<String> policies = List.of();

  @Option(
      names = "--prefetchers",
      split = ",",
      paramLabel = "PREFETCHER",
      defaultValue = "none",
      description =
          "Of none, prefetch-all, trident, trident-delay and oracle, each with each policy that has"
              + " all replicas on disks; default ${DEFAULT-VALUE}. Needs --cache-mb.")
  private List<String> prefetchers = List.of();

  @Option(
      names = "--repetitions",
      defaultValue = "3",
      description = "Of each; default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--files",
      defaultValue = "12",
      description = "Files of each data set, one map at least for each; default ${DEFAULT-VALUE}.")
  private int files;

  @Option(
      names = "--block-mb",
      paramLabel = "MIB",
      defaultValue = "32",
      description = "Block size; default ${DEFAULT-VALUE}.")
  private int blockMb;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      defaultValue = "results/testbed.jsonl",
      description = "One line of JSON per run; default ${DEFAULT-VALUE}.")
  private Path results = Path.of("");

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "Longest time of one run; default ${DEFAULT-VALUE}.")
  private int timeout;

  @Option(
      names = "--cold",
      description =
          "Do without the run that is not measured, which by default comes first after the"
              + " ResourceManager was started: its program is not compiled then.")
  private boolean cold;

  @Option(
      names = "--quick",
      description = "WordCount of 8 MB in 4 files, once: shows that all works, and little else.")
  private boolean quick;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Mixin private BedOptions options = new BedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    if (quick) {
      workloads = List.of("wordcount:8000000");
      files = 4;
      repetitions = 1;
      cold = true;
    }
    List<ComparePlan.Work> works = works();
    List<Setup> setups = setups();
    List<ComparePlan.Run> plan = plan(works, setups);
    Testbed testbed = which.testbed();
    PrintWriter out = spec.commandLine().getOut();
    Testbed.Description description = description(testbed, out);
    if (setups.stream().anyMatch(Setup::prefetches) && description.layout().sizes().cache() == 0) {
      throw new ParameterException(
          spec.commandLine(),
          "Prefetchers need caches; make the test bed with --cache-mb, the size of each worker's.");
    }
    List<ComparePlan.Run> missing =
        TestbedComparison.missing(plan, new ResultsFile(results).read(), description.layout());
    report("%d runs, %d of them on file".formatted(plan.size(), plan.size() - missing.size()));
    if (!missing.isEmpty()) {
      run(testbed, description, works, missing);
    }
    List<PolicyRun> runs = new ResultsFile(results).read();
    out.print(CompareTable.of(runs, SchedulingPolicy.HDFS_ONE_TIER.label()));
    out.print(PredictionTable.of(runs));
    out.flush();
    return 0;
  }

  private List<ComparePlan.Run> plan(List<ComparePlan.Work> works, List<Setup> setups) {
    try {
      return ComparePlan.of(EngineName.of(engine), works, setups, repetitions);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Returns that of the test bed that is up, or of the one to make, with Spark if that runs. */
  private Testbed.Description description(Testbed testbed, PrintWriter out)
      throws IOException, InterruptedException {
    boolean spark = EngineName.of(engine) == EngineName.SPARK;
    Testbed.Description description =
        testbed.isUp()
            ? testbed.description()
            : options.description(out, spark ? sparkHome() : null);
    if (spark && description.sparkHome() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "The test bed in %s has no Spark; make it with --spark-home, or let this command make one."
              .formatted(testbed.directory()));
    }
    return description;
  }

  /** Returns the directory of Spark with Trident. */
  private static Path sparkHome() throws IOException, InterruptedException {
    return SourceCheckout.ofThisProgram().sparkHome();
  }

  private void run(
      Testbed testbed,
      Testbed.Description description,
      List<ComparePlan.Work> works,
      List<ComparePlan.Run> missing)
      throws IOException, InterruptedException {
    if (testbed.isUp()) {
      compare(testbed, works, missing);
      return;
    }
    try (OrderlyEnd end = new OrderlyEnd(DOWN_WITHIN)) {
      try {
        testbed.up(description, this::report);
        compare(testbed, works, missing);
      } finally {
        end.undisturbed(() -> testbed.down(this::report));
      }
    }
  }

  private void compare(Testbed testbed, List<ComparePlan.Work> works, List<ComparePlan.Run> missing)
      throws IOException, InterruptedException {
    requireRates(testbed);
    TestbedComparison comparison =
        new TestbedComparison(
            testbed,
            EngineName.of(engine) == EngineName.SPARK ? sparkHome() : null,
            results,
            Duration.ofSeconds(timeout),
            this::report);
    comparison.run(
        missing,
        new TestbedComparison.Inputs(works, files, blockMb),
        cold ? TestbedComparison.WarmUp.NONE : TestbedComparison.WarmUp.AFTER_START);
  }

  /** Nothing is reported of a test bed that is not as slow as declared. */
  private void requireRates(Testbed testbed) throws IOException {
    report("Measuring all tiers and links");
    List<RateCheck> off =
        testbed.check().stream().filter(measurement -> !measurement.holds()).toList();
    if (!off.isEmpty()) {
      throw new IOException(
          "Rates are more than 10 %% off, so results would mean nothing: %s. Is the machine busy, or too slow for this scale?"
              .formatted(off));
    }
  }

  private List<ComparePlan.Work> works() {
    try {
      return workloads.stream().map(text -> ComparePlan.Work.of(text, profile)).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Setup> setups() {
    try {
      if (repetitions < 1 || files < 1 || blockMb < 1 || timeout < 1) {
        throw new IllegalArgumentException(
            "--repetitions, --files, --block-mb and --timeout must be at least 1.");
      }
      List<PrefetcherName> names = prefetchers.stream().map(Setup::prefetcher).toList();
      List<SchedulingPolicy> chosen = policies.stream().map(SchedulingPolicy::of).toList();
      if (chosen.isEmpty()) {
        chosen = names.equals(List.of(PrefetcherName.NONE)) ? SCHEDULERS : UNDER_PREFETCHERS;
      }
      return Setup.all(chosen, names);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void report(String text) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(text);
    err.flush();
  }
}
