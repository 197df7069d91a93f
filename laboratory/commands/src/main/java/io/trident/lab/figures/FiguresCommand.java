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
package io.trident.lab.figures;

import io.trident.benchmarks.figures.Figure;
import io.trident.benchmarks.figures.Figures;
import io.trident.benchmarks.figures.ResultSource;
import io.trident.lab.simulate.TimeLeft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident figures}. */
@Command(
    name = "figures",
    description = {
      "Draws the figures of the paper again, and sets its numbers and ours side by side.",
      "",
      "Simulates what is not on file below DIR/runs yet, so that a command that was stopped goes on"
          + " where it was; delete that directory after a change of Trident. Results of the test bed"
          + " are read from files. Writes of each figure an SVG, a PNG and a CSV file, and"
          + " DIR/figures.md."
    })
public final class FiguresCommand implements Callable<Integer> {
  private static final int QUICK_REPETITIONS = 3;
  private static final int REPETITIONS = 10;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FIGURE",
      defaultValue = "all",
      description = "all, 9 to 18, or table4; all if absent.")
  private List<String> ids = List.of();

  @Option(names = "--quick", description = "3 repetitions instead of 10.")
  private boolean quick;

  @Option(
      names = "--repetitions",
      description = "Repetitions of the simulator's runs, with the seeds 1, 2, ...")
  private @Nullable Integer repetitions;

  @Option(
      names = "--jobs",
      defaultValue = "1000",
      description =
          "Jobs of the simulated Facebook workload, at least 500; the paper's has"
              + " ${DEFAULT-VALUE}.")
  private int jobs;

  @Option(
      names = "--source",
      description = "simulator or testbed; both if absent. Can be given twice.")
  private EnumSet<ResultSource> sources = EnumSet.allOf(ResultSource.class);

  @Option(
      names = "--testbed-results",
      paramLabel = "DIR",
      defaultValue = "docs/results/data",
      description = "Directory of the test bed's .jsonl files; default ${DEFAULT-VALUE}.")
  private Path testbedResults = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "figures",
      description = "Where to write; default ${DEFAULT-VALUE}.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException {
    List<Figure> figures;
    Figures task;
    try {
      figures =
          ids.contains("all")
              ? List.of(Figure.values())
              : ids.stream().map(Figure::parse).distinct().sorted().toList();
      int count = quick ? QUICK_REPETITIONS : REPETITIONS;
      task =
          new Figures(
              out, testbedResults, sources, repetitions == null ? count : repetitions, jobs);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    Path page = task.make(figures, new TimeLeft(spec.commandLine().getErr(), System::nanoTime));
    spec.commandLine().getOut().println(page.toAbsolutePath());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
