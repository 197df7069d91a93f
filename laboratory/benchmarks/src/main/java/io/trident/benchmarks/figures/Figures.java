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
package io.trident.benchmarks.figures;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.results.RunKey;
import io.trident.benchmarks.simulator.SetupComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes figures: simulates what is not on file, then writes of each figure an SVG, a PNG and a CSV
 * file, and one page that sets the paper's numbers and these side by side.
 *
 * @param out where all is written; runs of the simulator go to {@code simulator} below it
 * @param testbedResults directory with the test bed's {@code .jsonl} files; need not exist
 * @param sources what to draw from
 * @param repetitions of the simulator's runs, at least 1
 * @param facebookJobs how many jobs the simulated Facebook workload has, at least 500; the paper's
 *     has 1,000
 */
public record Figures(
    Path out, Path testbedResults, Set<ResultSource> sources, int repetitions, int facebookJobs) {
  public Figures {
    sources = Set.copyOf(sources);
    if (repetitions < 1) {
      throw new IllegalArgumentException(
          "%d repetitions; give at least one.".formatted(repetitions));
    }
  }

  /**
   * Makes figures.
   *
   * @return the page
   */
  public Path make(List<Figure> figures, SetupComparison.Progress progress) throws IOException {
    Map<ResultSource, Map<Experiment, List<JobSample>>> jobs = new EnumMap<>(ResultSource.class);
    if (sources.contains(ResultSource.SIMULATOR)) {
      jobs.put(ResultSource.SIMULATOR, simulated(figures, progress));
    }
    if (sources.contains(ResultSource.TESTBED)) {
      jobs.put(ResultSource.TESTBED, fromTestbed());
    }
    List<PaperNumber> paper = PaperNumber.all();
    FiguresPage page = new FiguresPage(paper, repetitions, facebookJobs);
    Files.createDirectories(out);
    for (Figure figure : figures) {
      Map<ResultSource, FigureData> drawn = new EnumMap<>(ResultSource.class);
      if (figure == Figure.FIGURE_18) {
        SchedulingTimes times = SchedulingTimes.committed();
        times.draw(out, figure.fileName());
        drawn.put(ResultSource.SIMULATOR, times.data());
      }
      for (Map.Entry<ResultSource, Map<Experiment, List<JobSample>>> source : jobs.entrySet()) {
        FigureData data = FigureData.of(figure, source.getValue());
        if (!data.isEmpty()) {
          draw(data, paper, out.resolve(source.getKey().label()));
          drawn.put(source.getKey(), data);
        }
      }
      for (Map.Entry<ResultSource, FigureData> data : drawn.entrySet()) {
        Files.write(file(figure, data.getKey(), "csv"), data.getValue().csv());
      }
      page.add(figure, drawn);
    }
    Path file = out.resolve("figures.md");
    Files.writeString(file, page.text());
    return file;
  }

  private Path file(Figure figure, ResultSource source, String suffix) {
    Path directory = figure == Figure.FIGURE_18 ? out : out.resolve(source.label());
    return directory.resolve(figure.fileName() + "." + suffix);
  }

  private static void draw(FigureData data, List<PaperNumber> paper, Path directory)
      throws IOException {
    List<PaperNumber> ofFigure =
        paper.stream().filter(number -> number.figure().equals(data.figure().id())).toList();
    String name = data.figure().fileName();
    List<Metric> gains = List.of(Metric.COMPLETION, Metric.EFFICIENCY);
    switch (data.figure().form()) {
      case SHARES -> SharesChart.locality(data, directory, name);
      case GAINS -> GainsChart.draw(data, gains, ofFigure, directory, name);
      case SHARES_AND_GAINS -> {
        SharesChart.locality(data, directory, name);
        GainsChart.draw(data, gains, ofFigure, directory, name + "-gains");
      }
      case PREFETCHING -> SharesChart.prefetching(data, directory, name);
      case DELAYS ->
          GainsChart.draw(
              data,
              List.of(Metric.DELAYED, Metric.MEMORY_GAIN, Metric.COMPLETION),
              ofFigure,
              directory,
              name);
      case SCHEDULING_TIMES -> throw new IllegalArgumentException("drawn from JMH's data");
    }
  }

  private Map<Experiment, List<JobSample>> simulated(
      List<Figure> figures, SetupComparison.Progress progress) throws IOException {
    SimulatedRuns onFile = new SimulatedRuns(out.resolve("runs"), facebookJobs);
    Set<SimulatedRuns.Run> wanted = new LinkedHashSet<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (Figure figure : figures) {
        for (Experiment experiment : figure.experiments()) {
          if (experiment.isSimulated()) {
            for (String setup : figure.needed()) {
              wanted.add(new SimulatedRuns.Run(experiment, setup, repetition));
            }
          }
        }
      }
    }
    List<SimulatedRuns.Run> missing = new ArrayList<>();
    for (SimulatedRuns.Run run : wanted) {
      if (!onFile.has(run)) {
        missing.add(run);
      }
    }
    for (int i = 0; i < missing.size(); i++) {
      onFile.simulate(missing.get(i));
      progress.at((i + 1.0) / missing.size(), missing.get(i).label());
    }
    Map<Experiment, List<JobSample>> jobs = new EnumMap<>(Experiment.class);
    for (SimulatedRuns.Run run : wanted) {
      jobs.computeIfAbsent(run.experiment(), any -> new ArrayList<>()).addAll(onFile.read(run));
    }
    return jobs;
  }

  /** What a figure has one run of: the same workload also runs with too little memory for it. */
  private record OnTestbed(RunKey key, boolean isShortOfMemory) {}

  private Map<Experiment, List<JobSample>> fromTestbed() throws IOException {
    Map<Experiment, List<JobSample>> jobs = new EnumMap<>(Experiment.class);
    if (!Files.isDirectory(testbedResults)) {
      return jobs;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(testbedResults)) {
      files = all.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
    Map<OnTestbed, Path> seen = new HashMap<>();
    for (Path file : files) {
      for (PolicyRun run : new ResultsFile(file).read()) {
        JobSample job = JobSample.of(run);
        Path other = seen.putIfAbsent(new OnTestbed(run.key(), job.isShortOfMemory()), file);
        if (other != null) {
          throw new IOException(
              "%s and %s both have %s; leave one of them in the directory of results"
                  .formatted(other, file, run.key()));
        }
        for (Experiment experiment : Experiment.values()) {
          if (job.source().equals(ResultSource.TESTBED.label()) && experiment.has(job)) {
            jobs.computeIfAbsent(experiment, any -> new ArrayList<>()).add(job);
          }
        }
      }
    }
    return jobs;
  }
}
