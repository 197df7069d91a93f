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
package io.trident.lab.testbed;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.results.RunKey;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.testbed.Layout;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs what a plan lists and no file has, one after the other, on a test bed that is up. Each run
 * is a process on the master, so that none profits from what another one left in a JVM.
 */
final class TestbedComparison {
  /** Whether what runs first after daemons were started is run twice, and only measured then. */
  enum WarmUp {
    NONE,
    AFTER_START
  }

  /**
   * What is written for each repetition: with the repetition as its seed, so that each has other
   * data, on other nodes. Runs of one repetition read the same; what is reported of all of them
   * does not depend on where one set of replicas happens to be.
   *
   * @param files of each data set
   * @param blockMb block size in MiB
   */
  record Inputs(List<ComparePlan.Work> works, int files, int blockMb) {}

  private static final Duration PREPARE_TIMEOUT = Duration.ofMinutes(30);
  private static final double NANOS = 1e9;
  private static final String WARM_UP = "warm-up.jsonl";

  private final Testbed testbed;
  private final @Nullable Path sparkHome;
  private final Path results;

  /** The output of the runs; beside the results, as the test bed's directory goes with it. */
  private final Path log;

  private final Duration timeout;
  private final Consumer<String> progress;
  private final long start = System.nanoTime();

  /**
   * Creates it.
   *
   * @param sparkHome directory of Spark with Trident; null if nothing runs on it
   * @param results the file of results; what it has is not run again
   * @param timeout of one run
   */
  TestbedComparison(
      Testbed testbed,
      @Nullable Path sparkHome,
      Path results,
      Duration timeout,
      Consumer<String> progress) {
    this.testbed = testbed;
    this.sparkHome = sparkHome;
    this.results = results.toAbsolutePath();
    log = this.results.resolveSibling(results.getFileName() + ".log");
    this.timeout = timeout;
    this.progress = progress;
  }

  /**
   * Returns the runs that are not on file.
   *
   * @throws IllegalArgumentException if the file has results of another test bed, of which the size
   *     of the memory tier may be unknown
   */
  static List<ComparePlan.Run> missing(
      List<ComparePlan.Run> plan, List<PolicyRun> onFile, Layout layout) {
    for (PolicyRun run : onFile) {
      if (run.memoryMb() != null && run.memoryMb() != layout.sizes().memory()) {
        throw new IllegalArgumentException(
            "The file has results with %d MB of memory tier a node, the test bed has %d; name another file with --results"
                .formatted(run.memoryMb(), layout.sizes().memory()));
      }
      if (run.nodes() != layout.nodes()
          || run.racks() != layout.racks()
          || run.scale() != layout.scale()) {
        throw new IllegalArgumentException(
            "The file has results of %d nodes in %d racks at 1:%s, the test bed has %d in %d at 1:%s; name another file with --results"
                .formatted(
                    run.nodes(),
                    run.racks(),
                    run.scale(),
                    layout.nodes(),
                    layout.racks(),
                    layout.scale()));
      }
    }
    Set<RunKey> done =
        onFile.stream().map(PolicyRun::key).collect(Collectors.toCollection(HashSet::new));
    return plan.stream().filter(run -> !done.contains(run.key())).toList();
  }

  /** Writes the input of all workloads for a repetition, unless it is there. */
  private void prepare(Inputs inputs, int repetition) throws IOException, InterruptedException {
    for (ComparePlan.Work work : inputs.works()) {
      report(
          "Input of %s (%s), repetition %d",
          work.application().label(), work.profile(), repetition);
      List<String> command =
          new ArrayList<>(
              List.of(
                  "prepare",
                  "--workload",
                  work.application().label(),
                  "--profile",
                  work.profile(),
                  "--amount",
                  Long.toString(work.amount()),
                  "--seed",
                  Integer.toString(repetition),
                  "--files",
                  Integer.toString(inputs.files()),
                  "--block-mb",
                  Integer.toString(inputs.blockMb())));
      if (testbed.description().layout().sizes().cache() > 0) {
        command.add("--caches");
      }
      onMaster(EngineName.MAPREDUCE, command, PREPARE_TIMEOUT);
    }
  }

  /**
   * Runs, and restarts the ResourceManager where a run needs another one than that before.
   *
   * @throws IOException if runs failed; those after them were made nevertheless
   */
  void run(List<ComparePlan.Run> runs, Inputs inputs, WarmUp warmUp)
      throws IOException, InterruptedException {
    new RunLoop(new OnTestbed(inputs, warmUp), text -> report("%s", text), System::nanoTime)
        .run(runs);
  }

  /** The test bed, as the loop over the runs uses it. */
  private final class OnTestbed implements RunLoop.Bed {
    private final Inputs inputs;
    private final WarmUp warmUp;
    private final ResultsFile file = new ResultsFile(results);

    /** That whose input is there; 0 if of none it is known. */
    private int repetition;

    OnTestbed(Inputs inputs, WarmUp warmUp) {
      this.inputs = inputs;
      this.warmUp = warmUp;
    }

    @Override
    public void prepare(ComparePlan.Run run) throws IOException, InterruptedException {
      int wanted = run.key().repetition();
      if (repetition != wanted) {
        repetition = 0;
        TestbedComparison.this.prepare(inputs, wanted);
        repetition = wanted;
      }
    }

    @Override
    public boolean switchTo(ComparePlan.Run run) throws IOException {
      return run.engine() == EngineName.MAPREDUCE
          && run.policy().switchResourceManager(testbed, text -> report("%s", text));
    }

    @Override
    public void restart() throws IOException {
      report("Restarting the ResourceManager");
      testbed.restart(Role.RESOURCEMANAGER, Map.of());
    }

    @Override
    public void warmUp(ComparePlan.Run run) throws IOException, InterruptedException {
      if (run.engine() == EngineName.MAPREDUCE && warmUp == WarmUp.AFTER_START) {
        report("Warming up");
        Path file = testbed.directory().resolve(WARM_UP);
        onMaster(run.engine(), command(run.key().withoutPrefetcher(), run.work(), file), timeout);
      }
    }

    @Override
    public PolicyRun measure(ComparePlan.Run run) throws IOException, InterruptedException {
      TestbedComparison.this.measure(run.key(), run.work());
      return file.read().stream()
          .filter(line -> line.key().equals(run.key()))
          .findFirst()
          .orElseThrow(() -> new IOException("No result of " + run.key()));
    }
  }

  /** Measures a run; in the first repetition its result is verified, too. */
  private void measure(RunKey key, ComparePlan.Work work) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(command(key, work, results));
    if (key.repetition() == 1) {
      command.add("--verify");
    }
    onMaster(EngineName.of(key.engine()), command, timeout);
  }

  private List<String> command(RunKey key, ComparePlan.Work work, Path file) {
    return List.of(
        "measure",
        "--engine",
        key.engine(),
        "--dir",
        testbed.directory().toString(),
        "--workload",
        work.application().label(),
        "--profile",
        key.profile(),
        "--policy",
        key.policy(),
        "--prefetcher",
        key.prefetcher(),
        "--repetition",
        Integer.toString(key.repetition()),
        "--results",
        file.toString());
  }

  /** Runs a command of this program on the master; its words go to a file. */
  private void onMaster(EngineName engine, List<String> command, Duration limit)
      throws IOException, InterruptedException {
    Path logs = log.getParent();
    if (logs != null) {
      Files.createDirectories(logs);
    }
    List<String> words = Stream.concat(Stream.of("testbed"), command.stream()).toList();
    Process process =
        (engine == EngineName.SPARK && sparkHome != null
                ? MasterProcess.withSpark(testbed, sparkHome, words)
                : MasterProcess.of(testbed, words))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException(
            "'%s' did not end within %d s; see %s"
                .formatted(String.join(" ", command), limit.toSeconds(), log));
      }
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      List<String> lines = Files.readAllLines(log);
      throw new IOException(
          "'%s' failed: %s; see %s"
              .formatted(
                  String.join(" ", command),
                  lines.isEmpty() ? "" : lines.get(lines.size() - 1),
                  log));
    }
  }

  private void report(String format, Object... values) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "[%4.0f s] %s",
            (System.nanoTime() - start) / NANOS,
            String.format(Locale.ROOT, format, values)));
  }
}
