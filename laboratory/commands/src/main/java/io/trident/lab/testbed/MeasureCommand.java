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
import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.MeasuredEngine;
import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.cli.HadoopLogs;
import io.trident.lab.workload.Engines;
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

  @Option(names = "--engine", required = true)
  private String engine = "";

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

  /** Takes minutes where a large result is on slow disks. */
  @Option(names = "--verify")
  private boolean verify;

  @Option(names = "--results", required = true)
  private Path results = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    Testbed testbed = which.testbed();
    Layout layout = testbed.description().layout();
    EngineName name = EngineName.of(engine);
    Setup setup = new Setup(SchedulingPolicy.of(policy), Setup.prefetcher(prefetcher));
    JobConf conf = new JobConf();
    switch (name) {
      case MAPREDUCE -> setup.configure(conf, layout);
      case SPARK -> Engines.of(engine).configure(setup.policy().assignment(), conf);
    }
    BedCluster cluster = new BedCluster(testbed, conf);
    WorkloadDirectory directory =
        CompareInput.directory(conf, setup.policy().fileSystem(), profile, application);
    cluster.requireIdle();
    cluster.requireEmptyCaches(directory.input());
    WorkloadRun run;
    Optional<MemoryUse> peak;
    try (MemoryWatch memory = MemoryWatch.start(testbed)) {
      run =
          switch (name) {
            case MAPREDUCE -> new MeasuredWorkload(cluster, setup, directory, this::report).run();
            case SPARK ->
                new MeasuredTasks(
                        cluster, (MeasuredEngine) Engines.of(engine), directory, this::report)
                    .run();
          };
      peak = memory.peak();
    }
    if (verify) {
      report("Verifying the result of " + application.label());
      application
          .on(directory.spec())
          .verify(new ResultFiles(directory.files(), directory.output(engine)));
    }
    Rates rates = layout.imitated();
    new ResultsFile(results)
        .append(
            new PolicyRun(
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
                engine,
                application.label(),
                profile,
                directory.files().getContentSummary(directory.input()).getLength(),
                policy,
                prefetcher,
                repetition,
                run.seconds(),
                run.taskSeconds(),
                run.maps(),
                run.locality(),
                setup.prefetches() ? run.prefetched() : null,
                setup.prefetches() ? run.wasted() : null,
                run.schedulerMs().isPresent() ? run.schedulerMs().getAsDouble() : null,
                run.predictions().isEmpty() ? null : run.predictions(),
                peak.map(MemoryUse::bytes).orElse(null),
                layout.sizes().memory(),
                run.cpuSeconds(),
                null));
    return 0;
  }

  private void report(String text) {
    spec.commandLine().getErr().println(text);
    spec.commandLine().getErr().flush();
  }
}
