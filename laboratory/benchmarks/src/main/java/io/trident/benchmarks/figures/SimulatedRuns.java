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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.benchmarks.simulator.ClusterSpec;
import io.trident.benchmarks.simulator.JobResult;
import io.trident.benchmarks.simulator.RunResult;
import io.trident.benchmarks.simulator.Setup;
import io.trident.benchmarks.simulator.SetupComparison;
import io.trident.benchmarks.simulator.SimulationConfig;
import io.trident.benchmarks.simulator.Storage;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.swim.WorkloadGenerator;
import io.trident.benchmarks.swim.WorkloadProfile;
import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The simulator's runs on file: one file for each experiment, setup and repetition. Its first line
 * is what the run depends on, each further one a {@link JobSample}. A file appears when its run has
 * ended; one that is of other constants than now asked for is not used, but written again.
 */
final class SimulatedRuns {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Applications have different seeds, so that their blocks are not all in the same places. */
  private static final int SEEDS = 1_000;

  private final Path directory;
  private final int facebookJobs;

  /**
   * @param directory of the files; need not exist
   * @param facebookJobs how many jobs the Facebook workload has; the paper's has 1,000
   */
  SimulatedRuns(Path directory, int facebookJobs) {
    this.directory = directory;
    this.facebookJobs = facebookJobs;
  }

  /** A run, on file or to be made. */
  record Run(Experiment experiment, String setup, int repetition) {
    String label() {
      return "%s, %s, repetition %d".formatted(experiment.label(), setup, repetition);
    }
  }

  /** What a run depends on: the first line of its file. */
  private record Origin(
      String experiment, String setup, int seed, int jobs, SimulationConfig config) {}

  /** Returns whether a run is on file. */
  boolean has(Run run) throws IOException {
    Path file = file(run);
    if (!Files.exists(file)) {
      return false;
    }
    try (var lines = Files.newBufferedReader(file)) {
      return origin(run).equals(lines.readLine());
    }
  }

  /** Reads the jobs of a run that is on file. */
  List<JobSample> read(Run run) throws IOException {
    List<String> lines = Files.readAllLines(file(run));
    List<JobSample> jobs = new ArrayList<>(lines.size());
    for (String line : lines.subList(1, lines.size())) {
      jobs.add(JSON.readValue(line, JobSample.class));
    }
    return jobs;
  }

  /** Simulates a run and writes its file. */
  void simulate(Run run) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(origin(run));
    if (run.experiment() == Experiment.FACEBOOK) {
      SwimTrace trace =
          WorkloadGenerator.generate(
              WorkloadProfile.PAPER.withJobs(facebookJobs), run.repetition());
      add(lines, run, config(run), trace, run.repetition(), "facebook");
    } else {
      for (Application application : Application.values()) {
        add(
            lines,
            run,
            HiBenchModel.config(application, config(run).cluster()),
            HiBenchModel.trace(application, run.experiment()),
            SEEDS * application.ordinal() + run.repetition(),
            application.label());
      }
    }
    Files.createDirectories(directory);
    Path unfinished = directory.resolve(file(run).getFileName() + ".part");
    Files.write(unfinished, lines);
    Files.move(unfinished, file(run), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void add(
      List<String> lines,
      Run run,
      SimulationConfig config,
      SwimTrace trace,
      long seed,
      String workload)
      throws JsonProcessingException {
    RunResult result =
        SetupComparison.simulate(
            config, Setup.parse(run.setup()), trace, seed, ended -> {}, System::nanoTime);
    for (JobResult job : result.jobs()) {
      lines.add(JSON.writeValueAsString(sample(run, config.cluster(), workload, job)));
    }
  }

  private static JobSample sample(Run run, ClusterSpec cluster, String workload, JobResult job) {
    Setup setup = Setup.parse(run.setup());
    return new JobSample(
        "simulator",
        cluster.nodes(),
        cluster.racks(),
        EngineName.MAPREDUCE.label(),
        workload,
        run.experiment() == Experiment.FACEBOOK ? job.bin().name() : run.experiment().profile(),
        job.inputBytes(),
        setup.policy().label() + (setup.storage() == Storage.DISKS ? "@disks" : ""),
        setup.prefetcher().label(),
        run.repetition(),
        job.seconds(),
        job.taskSeconds(),
        job.readFrom().values().stream().mapToInt(Integer::intValue).sum(),
        job.readFrom(),
        job.prefetched(),
        job.wasted(),
        job.delaySeconds(),
        job.leastSeconds(),
        job.leastTaskSeconds(),
        (int) run.experiment().memoryMb(),
        null);
  }

  private String origin(Run run) throws JsonProcessingException {
    return JSON.writeValueAsString(
        new Origin(
            run.experiment().label(), run.setup(), run.repetition(), facebookJobs, config(run)));
  }

  private static SimulationConfig config(Run run) {
    ClusterSpec paper = ClusterSpec.PAPER;
    return new SimulationConfig(
        new ClusterSpec(
            paper.nodes(),
            paper.racks(),
            paper.slots(),
            paper.disks(),
            run.experiment().memoryMb(),
            paper.memoryRate(),
            paper.ssdRate(),
            paper.diskRate(),
            paper.nodeLinkRate(),
            paper.rackLinkRate(),
            paper.cachingThreads()),
        SimulationConfig.PAPER.jobs());
  }

  private Path file(Run run) {
    return directory.resolve(
        "%s-%s-%d.jsonl"
            .formatted(
                run.experiment().label(),
                run.setup().replace('@', '_').replace('+', '_'),
                run.repetition()));
  }
}
