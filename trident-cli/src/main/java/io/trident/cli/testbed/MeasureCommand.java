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
package io.trident.cli.testbed;

import io.trident.benchmarks.results.JobRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.cli.HadoopLogs;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.MemoryUse;
import io.trident.testbed.Rates;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code trident testbed measure}, which {@code compare} runs on the master for each run: one
 * workload, once, and a line of results.
 */
@Command(
    name = "measure",
    hidden = true,
    description = "Runs one workload of a comparison once; must run on the master.")
final class MeasureCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichTestbed which = new WhichTestbed();

  @Option(names = "--workload", required = true)
  private Application application = Application.WORDCOUNT;

  @Option(names = "--profile", required = true)
  private String profile = "";

  @Option(names = "--policy", required = true)
  private String policy = "";

  @Option(names = "--prefetcher", required = true)
  private String prefetcher = "";

  @Option(names = "--repetition", required = true)
  private int repetition;

  @Option(names = "--results", required = true)
  private Path results = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    Testbed testbed = which.testbed();
    Layout layout = testbed.description().layout();
    Setup setup = new Setup(SchedulingPolicy.of(policy), Setup.prefetcher(prefetcher));
    JobConf conf = new JobConf();
    setup.configure(conf, layout);
    BedCluster cluster = new BedCluster(testbed, conf);
    WorkloadDirectory directory =
        CompareInput.directory(conf, setup.policy().fileSystem(), profile, application);
    cluster.requireIdle();
    cluster.requireEmptyCaches(directory.input());
    MeasuredWorkload measured =
        new MeasuredWorkload(
            cluster,
            setup,
            directory,
            text -> {
              spec.commandLine().getErr().println(text);
              spec.commandLine().getErr().flush();
            });
    boolean plans = setup.policy().placesByPreference();
    PlanTimes before = plans ? cluster.planTimes() : PlanTimes.NONE;
    Optional<MemoryUse> peak;
    try (MemoryWatch memory = MemoryWatch.start(testbed)) {
      measured.run();
      peak = memory.peak();
    }
    PlanTimes after = plans ? cluster.planTimes() : PlanTimes.NONE;
    if (repetition == 1) {
      measured.verify();
    }
    Rates rates = layout.imitated();
    new ResultsFile(results)
        .append(
            new JobRun(
                layout.isolation() == Isolation.KERNEL ? "testbed" : "unthrottled",
                layout.scale(),
                layout.nodes(),
                layout.racks(),
                Map.of(
                    "memory", rates.memory(),
                    "ssd", rates.ssd(),
                    "disk", rates.disk(),
                    "nodeLink", rates.nodeLink(),
                    "rackLink", rates.rackLink()),
                application.label(),
                profile,
                measured.inputBytes(),
                policy,
                prefetcher,
                repetition,
                measured.seconds(),
                measured.taskSeconds(),
                measured.maps(),
                measured.locality(),
                setup.prefetches() ? measured.prefetched() : null,
                setup.prefetches() ? measured.wasted() : null,
                measured.matchingMillis().isPresent() || plans
                    ? measured.matchingMillis().orElse(0) + after.millisSince(before)
                    : null,
                measured.predictions().isEmpty() ? null : measured.predictions(),
                peak.map(MemoryUse::bytes).orElse(null)));
    return 0;
  }
}
