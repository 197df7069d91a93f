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
package io.trident.lab.simulate;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.validation.Validation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident simulate validate}. */
@Command(
    name = "validate",
    description = {
      "Simulates the runs of a test bed, and shows measured and simulated side by side.",
      "What a container takes beside reading, and a job before it asks for containers, the simulator"
          + " takes from the runs of one policy. All others are predicted."
    },
    sortOptions = false)
final class ValidateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Results of 'trident testbed compare'.")
  private List<Path> files = List.of();

  @Option(
      names = "--calibrate-with",
      paramLabel = "POLICY",
      split = ",",
      description =
          "Whose runs these are; of several the first that a workload has runs of. Default:"
              + " trident,hdfs-one-tier.")
  private List<String> calibrating = Validation.CALIBRATING;

  @Option(
      names = "--slots",
      defaultValue = "4",
      description = "Slots of a worker of the test bed; default ${DEFAULT-VALUE}.")
  private int slots;

  @Option(
      names = "--memory-mb",
      paramLabel = "MB",
      defaultValue = "400",
      description =
          "Size of a worker's memory tier, where the file does not have it; default ${DEFAULT-VALUE}.")
  private int memoryMb;

  @Option(
      names = "--runs",
      defaultValue = "20",
      description = "Simulated runs of each, with the seeds 1, 2, ...; default ${DEFAULT-VALUE}.")
  private int runs;

  @Override
  public Integer call() throws IOException {
    if (slots < 1 || memoryMb < 0 || runs < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--slots and --runs must be at least 1, --memory-mb must not be negative.");
    }
    List<PolicyRun> measured = new ArrayList<>();
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new IOException(file + " does not exist.");
      }
      measured.addAll(new ResultsFile(file).read());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(ValidationText.of(Validation.of(measured, calibrating, slots, memoryMb, runs)));
    out.flush();
    return 0;
  }
}
