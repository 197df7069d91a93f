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
package io.trident.lab.workload;

import io.trident.benchmarks.workloads.EngineRun;
import io.trident.benchmarks.workloads.MeasuredEngine;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.cli.HadoopLogs;
import io.trident.core.placement.PolicyName;
import io.trident.core.text.EnumNames;
import io.trident.lab.launch.SparkJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident workload run WORKLOAD}. */
@Command(
    name = "run",
    description = "Runs a workload on its input, and replaces the result that is there.")
final class RunCommand implements Callable<Integer> {
  private static final double NANOS = 1e9;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichWorkload which = new WhichWorkload();

  @Option(
      names = "--engine",
      defaultValue = "mapreduce",
      description = "What runs it; default ${DEFAULT-VALUE}.")
  private String engine = "";

  @Option(
      names = "--policy",
      description =
          "What places its tasks: default, h-scheduler, quartet or trident; if absent, what the"
              + " configuration has.")
  private @Nullable String policy;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master; default: spark.master of the configuration, or local[*].")
  private @Nullable String master;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (SparkJvm.isMissingFor(engine)) {
      return SparkJvm.run(spec);
    }
    HadoopLogs.drop();
    WorkloadEngine runs = engine();
    JobConf conf = which.conf();
    if (policy != null) {
      runs.configure(policy(policy), conf);
    }
    if (master != null) {
      conf.set("spark.master", master);
    }
    WorkloadDirectory directory = which.directory(conf);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%s by %s: %s, result in %s%n",
        which.application().label(),
        engine,
        run(runs, directory, conf),
        directory.output(engine));
    out.flush();
    return 0;
  }

  /** Returns what it took. */
  private String run(WorkloadEngine runs, WorkloadDirectory directory, JobConf conf)
      throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    WorkloadEngine.Progress progress =
        text -> {
          err.println(text);
          err.flush();
        };
    if (runs instanceof MeasuredEngine measured) {
      EngineRun run = measured.measure(directory, conf, progress);
      return String.format(
          Locale.ROOT,
          "%.1f s, %d tasks over the input, %.1f s of all tasks",
          run.seconds(),
          run.inputTasks().size(),
          run.taskSeconds());
    }
    long start = System.nanoTime();
    runs.run(directory, conf, progress);
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / NANOS);
  }

  private PolicyName policy(String label) {
    return EnumNames.find(PolicyName.class, label)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no policy '%s'; there are %s."
                        .formatted(label, EnumNames.list(PolicyName.class))));
  }

  private WorkloadEngine engine() {
    try {
      WorkloadEngine runs = Engines.of(engine);
      if (!runs.applications().contains(which.application())) {
        throw new IllegalArgumentException(
            "%s has no %s; see 'trident workload list'"
                .formatted(engine, which.application().label()));
      }
      return runs;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
