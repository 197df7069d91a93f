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
import io.trident.benchmarks.workloads.InputWriter;
import io.trident.benchmarks.workloads.Profile;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.cli.HadoopLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident workload generate WORKLOAD}. */
@Command(
    name = "generate",
    description = {
      "Writes the input of a workload, in place of what is there.",
      "The same amount, seed and number of parts give the same input."
    })
final class GenerateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private WhichWorkload which = new WhichWorkload();

  @ArgGroup private Size size = new Size();

  @Option(names = "--seed", defaultValue = "1", description = "Default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--parts",
      defaultValue = "8",
      description = "Files of each data set; default ${DEFAULT-VALUE}.")
  private int parts;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "Files that are written at once; default ${DEFAULT-VALUE}.")
  private int threads;

  /** How much; the small profile by default. */
  private static final class Size {
    @Option(names = "--profile", description = "${COMPLETION-CANDIDATES}; SMALL if absent.")
    private @Nullable Profile profile;

    @Option(names = "--amount", description = "Rows, bytes, ...: see 'trident workload list'.")
    private @Nullable Long amount;
  }

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    InputSpec input = input();
    JobConf conf = which.conf();
    WorkloadDirectory directory = which.directory(conf);
    PrintWriter err = spec.commandLine().getErr();
    try {
      new InputWriter(threads)
          .write(
              directory,
              input,
              (written, of) -> {
                err.printf("%s: %d of %d files%n", which.application().label(), written, of);
                err.flush();
              });
    } catch (IOException e) {
      throw which.failure(conf, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%s: %,d %s, seed %d, in %s%n",
        which.application().label(),
        input.amount(),
        which.application().unit(),
        seed,
        directory.input());
    out.flush();
    return 0;
  }

  private InputSpec input() {
    Profile profile = size.profile == null ? Profile.SMALL : size.profile;
    try {
      if (threads < 1) {
        throw new IllegalArgumentException("--threads must be at least 1: " + threads);
      }
      return new InputSpec(
          size.amount == null ? which.application().amount(profile) : size.amount, seed, parts);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
