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
package io.trident.cli.whatif;

import io.trident.core.matching.Matching;
import io.trident.core.matching.TransportationMatcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident whatif match}: which task runs on which node. */
@Command(
    name = "match",
    description = {
      "Matches tasks to slots: as many tasks as possible, at the least total cost.",
      "",
      "In:  {\"rackLocal\":40,\"offRack\":100,",
      "      \"nodes\":[{\"name\":\"n1\",\"rack\":\"/r1\",\"slots\":2}],",
      "      \"tasks\":[{\"name\":\"t1\",\"preferred\":[{\"node\":\"n1\",\"score\":8}]}]}",
      "Out: {\"cost\":8.0,\"assigned\":1,\"certified\":true,",
      "      \"assignment\":[{\"task\":\"t1\",\"node\":\"n1\",\"cost\":8.0}],\"unassigned\":[]}",
      "",
      "A task without \"preferred\" has no preference: it costs the same everywhere, just below"
          + " rackLocal. \"assigned\" is the cardinality of the matching.",
      "",
      "Assignment problems of OR-Library (one a file, whole numbers separated by white space; tasks"
          + " and nodes are numbered from 1):",
      "  --format or-library         n, then n rows of n costs",
      "  --format or-library-sparse  n, then \"task node cost\" for each pair that is possible",
      "Where a sparse problem has no perfect matching, as many tasks as possible are assigned, at"
          + " the least cost of doing so."
    })
final class MatchCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "Instances in JSON, one a line, or those of --format; - reads standard input.")
  private Path file = Path.of("-");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "How FILE is written: ${COMPLETION-CANDIDATES}; json if absent.")
  private InstanceFormat format = InstanceFormat.JSON;

  @Option(
      names = "--output",
      paramLabel = "OUTPUT",
      description = "How answers are written: ${COMPLETION-CANDIDATES}; json if absent.")
  private OutputFormat output = OutputFormat.JSON;

  @Option(
      names = "--dimacs",
      paramLabel = "FILE",
      description =
          "Also write the instance, of which there must be one, as a DIMACS minimum-cost flow"
              + " problem, to be checked by other solvers.")
  private @Nullable Path dimacs;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Solve N times more and add the median time of a solve, as medianMillis.")
  private int repeat;

  private boolean exported;

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Fields.require(spec, "spec");
    if (repeat < 0) {
      throw new ParameterException(
          command.commandLine(), "--repeat must not be negative: " + repeat);
    }
    Answers answers =
        new Answers(output, command.commandLine().getOut(), command.commandLine().getErr());
    switch (format) {
      case JSON ->
          JsonLines.answer(
              file,
              MatchInstance.class,
              instance -> decide(Instance.of(instance.problem())),
              answers);
      case OR_LIBRARY, OR_LIBRARY_SPARSE -> answers.answer("", () -> decide(readOrLibrary(format)));
    }
    return answers.exitCode();
  }

  private Instance readOrLibrary(InstanceFormat kind) throws IOException {
    try (BufferedReader in = InputFile.open(file)) {
      return kind == InstanceFormat.OR_LIBRARY ? OrLibrary.dense(in) : OrLibrary.sparse(in);
    }
  }

  private MatchAnswer decide(Instance instance) {
    Matching matching = new TransportationMatcher().match(instance.problem());
    if (dimacs != null) {
      export(instance, matching, dimacs);
    }
    if (repeat == 0) {
      return MatchAnswer.of(instance, matching, null);
    }
    long[] nanos = new long[repeat];
    for (int i = 0; i < repeat; i++) {
      long start = System.nanoTime();
      matching = new TransportationMatcher().match(instance.problem()); // from nothing
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    double median = (nanos[(repeat - 1) / 2] + nanos[repeat / 2]) / 2e6;
    return MatchAnswer.of(instance, matching, median);
  }

  private void export(Instance instance, Matching matching, Path target) {
    if (exported) {
      throw new IllegalArgumentException(
          "--dimacs writes one instance, and %s has the first; give each a file of its own."
              .formatted(target));
    }
    exported = true;
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(target))) {
      Dimacs.write(instance.problem(), matching, out);
      if (out.checkError()) {
        throw new IOException("Writing " + target + " failed.");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Writing %s failed: %s".formatted(target, e.getMessage()), e);
    }
  }
}
