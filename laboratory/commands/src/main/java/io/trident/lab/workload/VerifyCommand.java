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

import io.trident.benchmarks.workloads.InputSpec;
import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.cli.HadoopLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trident workload verify WORKLOAD}. */
@Command(
    name = "verify",
    description = {
      "Compares a result with one that is computed here from the generators.",
      "A wrong result is exit code 1, with the first difference."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichWorkload which = new WhichWorkload();

  @Option(
      names = "--engine",
      defaultValue = "mapreduce",
      description = "Whose result; default ${DEFAULT-VALUE}.")
  private String engine = "";

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    WorkloadDirectory directory = which.directory(which.conf());
    InputSpec input = directory.spec();
    which
        .application()
        .on(input)
        .verify(new ResultFiles(directory.files(), directory.output(engine)));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%s by %s: right, for %,d %s of seed %d%n",
        which.application().label(),
        engine,
        input.amount(),
        which.application().unit(),
        input.seed());
    out.flush();
    return 0;
  }
}
