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
package io.trident.cli.workload;

import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.cli.HadoopLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    WorkloadEngine runs = engine();
    JobConf conf = which.conf();
    WorkloadDirectory directory = which.directory(conf);
    PrintWriter err = spec.commandLine().getErr();
    long start = System.nanoTime();
    runs.run(
        directory,
        conf,
        text -> {
          err.println(text);
          err.flush();
        });
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%s by %s: %.1f s, result in %s%n",
        which.application().label(),
        engine,
        (System.nanoTime() - start) / NANOS,
        directory.output(engine));
    out.flush();
    return 0;
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
