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

import io.trident.core.matching.Matcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.TransportationMatcher;
import java.io.IOException;
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
      "      \"assignment\":[{\"task\":\"t1\",\"node\":\"n1\",\"cost\":8.0}]}",
      "",
      "A task without \"preferred\" has no preference: it costs the same everywhere, just below"
          + " rackLocal. Tasks that get no slot are not listed in the answer."
    })
final class MatchCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "JSON lines, one instance a line; - reads standard input.")
  private Path file = Path.of("-");

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Solve N times more and add the median time of a solve, as medianMillis.")
  private int repeat;

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Fields.require(spec, "spec");
    if (repeat < 0) {
      throw new ParameterException(
          command.commandLine(), "--repeat must not be negative: " + repeat);
    }
    Matcher matcher = new TransportationMatcher();
    boolean allDecided =
        JsonLines.answer(
            file,
            MatchInstance.class,
            instance -> decide(matcher, instance.problem()),
            command.commandLine().getOut(),
            command.commandLine().getErr());
    return allDecided ? 0 : 1;
  }

  private MatchAnswer decide(Matcher matcher, MatchingProblem problem) {
    Matching matching = matcher.match(problem);
    if (repeat == 0) {
      return MatchAnswer.of(problem, matching, null);
    }
    long[] nanos = new long[repeat];
    for (int i = 0; i < repeat; i++) {
      long start = System.nanoTime();
      matching = matcher.match(problem);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    double median = (nanos[(repeat - 1) / 2] + nanos[repeat / 2]) / 2e6;
    return MatchAnswer.of(problem, matching, median);
  }
}
