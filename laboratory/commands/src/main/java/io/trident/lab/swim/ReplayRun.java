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
package io.trident.lab.swim;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.swim.replay.BinReport;
import io.trident.benchmarks.swim.replay.MapReduceJobs;
import io.trident.benchmarks.swim.replay.Replay;
import io.trident.benchmarks.swim.replay.ReplayClock;
import io.trident.benchmarks.swim.replay.ReplayDirectory;
import io.trident.benchmarks.swim.replay.ReplayWorkload;
import io.trident.benchmarks.swim.replay.ReplayedJob;
import io.trident.core.config.PrefetchKeys;
import io.trident.lab.testbed.BedCluster;
import io.trident.lab.testbed.ReplayLaunches;
import io.trident.lab.testbed.Setup;
import io.trident.mapreduce.client.TridentClientProtocolProvider;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/** One policy and prefetcher, once, on the cluster that the configuration here names. */
final class ReplayRun {
  /** Longer than the jobs that run take to be killed. */
  private static final int END_SECONDS = 25;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Optional<Testbed> testbed;
  private final ClusterOptions cluster;
  private final ReplayOptions options;
  private final Setup setup;
  private final int repetition;
  private final PrintWriter out;

  /**
   * @param testbed the cluster's, if it is one
   */
  ReplayRun(
      Optional<Testbed> testbed,
      ClusterOptions cluster,
      ReplayOptions options,
      Setup setup,
      int repetition,
      PrintWriter out) {
    this.testbed = testbed;
    this.cluster = cluster;
    this.options = options;
    this.setup = setup;
    this.repetition = repetition;
    this.out = out;
  }

  /**
   * Runs the workload, reports, and adds to the files of results. A bin whose jobs all failed has
   * no line there.
   */
  void run() throws IOException, InterruptedException {
    JobConf conf = conf();
    ReplayDirectory directory = cluster.replay(conf);
    ReplayWorkload workload = read(directory, conf);
    BinReport.Run run = labels(conf);
    report(
        "%s, repetition %d: %s; %s; times 1:%s",
        name(), repetition, workload.trace().source(), workload.describe(), options.speedUp());
    List<ReplayedJob> jobs = replay(workload, directory, conf);
    List<BinReport> bins = BinReport.of(jobs);
    out.print(ReplayTable.of(bins));
    out.flush();
    write(jobs);
    ResultsFile file = new ResultsFile(options.results());
    for (BinReport bin : bins) {
      if (bin.failed() < bin.jobs()) {
        file.append(bin.run(run));
      }
    }
  }

  /**
   * Runs one job of the workload, which is not reported: the first jobs of daemons that have just
   * started take longer, as these load their classes, and nodes fetch what the policy's application
   * master is made of. If it fails, that is reported and nothing else happens.
   */
  void warmUp() throws IOException, InterruptedException {
    JobConf conf = conf();
    ReplayDirectory directory = cluster.replay(conf);
    ReplayWorkload workload = read(directory, conf);
    Optional<ReplayWorkload.Step> step = workload.warmUp();
    if (step.isEmpty()) {
      return;
    }
    report(
        "Warming up %s: %s, %d maps", name(), step.get().job().name(), step.get().shape().maps());
    ReplayedJob ended =
        onCluster(
            workload,
            directory,
            conf,
            new MapReduceJobs.Listener() {},
            jobs -> jobs.run(step.get()));
    if (!ended.succeeded()) {
      report("%s failed: %s", ended.name(), Objects.toString(ended.failure()));
    }
  }

  private JobConf conf() throws IOException {
    JobConf conf = cluster.conf();
    schedule(conf);
    return conf;
  }

  private ReplayWorkload read(ReplayDirectory directory, JobConf conf) throws IOException {
    try {
      return directory.read();
    } catch (IOException e) {
      throw cluster.failure(conf, e);
    }
  }

  private List<ReplayedJob> replay(
      ReplayWorkload workload, ReplayDirectory directory, Configuration conf)
      throws IOException, InterruptedException {
    List<ReplayWorkload.Step> steps = workload.steps();
    ReplayProgress progress = new ReplayProgress(out, System::nanoTime, steps, options.speedUp());
    @Nullable ReplayLaunches launches =
        testbed.map(bed -> ReplayLaunches.of(new BedCluster(bed, conf), setup)).orElse(null);
    return onCluster(
        workload,
        directory,
        conf,
        launches == null ? new MapReduceJobs.Listener() {} : launches,
        jobs -> {
          List<ReplayedJob> ended =
              new Replay(jobs, ReplayClock.SYSTEM, options.speedUp(), options.atOnce())
                  .run(steps, progress);
          if (launches != null) {
            note(launches);
          }
          return ended;
        });
  }

  /** The next replay knows less if it fails; this one is over. */
  private void note(ReplayLaunches launches) throws InterruptedException {
    try {
      launches.note();
    } catch (IOException e) {
      report("Later replays do not know how long maps take to launch: %s", e);
    }
  }

  /** What is done with jobs. */
  @FunctionalInterface
  private interface Work<T> {
    T with(MapReduceJobs jobs) throws InterruptedException;
  }

  /** Does something with jobs of the workload, and leaves no job and no output behind. */
  private <T> T onCluster(
      ReplayWorkload workload,
      ReplayDirectory directory,
      Configuration conf,
      MapReduceJobs.Listener listener,
      Work<T> work)
      throws IOException, InterruptedException {
    if (testbed.isPresent()) {
      BedCluster bed = new BedCluster(testbed.get(), conf);
      bed.requireIdle();
      bed.requireEmptyCaches(directory.placed(setup.policy().fileSystem()));
    }
    MapReduceJobs jobs =
        new MapReduceJobs(
            conf, directory.placed(setup.policy().fileSystem()), workload.blockBytes(), listener);
    Runnable hook = jobs::close;
    // Before the file system is closed, which killing may need.
    ShutdownHookManager.get()
        .addShutdownHook(
            hook, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1, END_SECONDS, TimeUnit.SECONDS);
    try {
      jobs.deleteOutput();
      return work.with(jobs);
    } finally {
      jobs.close();
      jobs.deleteOutput();
      if (!ShutdownHookManager.get().isShutdownInProgress()) {
        ShutdownHookManager.get().removeShutdownHook(hook);
      }
    }
  }

  /** Sets who schedules and who prefetches; only Trident's client can prefetch. */
  private void schedule(Configuration conf) throws IOException {
    if (testbed.isPresent() && setup.prefetches()) {
      setup.configure(conf, testbed.get().description().layout());
      return;
    }
    setup.policy().configure(conf);
    conf.set(PrefetchKeys.PREFETCHER.name(), setup.prefetcher().label());
    if (setup.prefetches()) {
      conf.set("mapreduce.framework.name", TridentClientProtocolProvider.FRAMEWORK);
    }
  }

  private String name() {
    return setup.prefetches()
        ? setup.policy().label() + " with " + setup.prefetcher().label()
        : setup.policy().label();
  }

  private BinReport.Run labels(Configuration conf) throws IOException {
    if (testbed.isEmpty()) {
      List<NodeReport> nodes = nodes(conf);
      return run(
          "cluster",
          1,
          nodes.size(),
          (int) nodes.stream().map(NodeReport::getRackName).distinct().count(),
          Map.of());
    }
    Layout layout = testbed.get().description().layout();
    Rates rates = layout.imitated();
    return run(
        layout.isolation() == Isolation.KERNEL ? "testbed" : "unthrottled",
        layout.scale(),
        layout.nodes(),
        layout.racks(),
        Map.of(
            "memory", rates.memory(),
            "ssd", rates.ssd(),
            "disk", rates.disk(),
            "nodeLink", rates.nodeLink(),
            "rackLink", rates.rackLink()));
  }

  private BinReport.Run run(
      String source, double scale, int nodes, int racks, Map<String, Double> rates) {
    return new BinReport.Run(
        source,
        scale,
        nodes,
        racks,
        rates,
        setup.policy().label(),
        setup.prefetcher().label(),
        repetition);
  }

  private static List<NodeReport> nodes(Configuration conf) throws IOException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      return yarn.getNodeReports(NodeState.RUNNING);
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  private void write(List<ReplayedJob> jobs) throws IOException {
    @Nullable Path file = options.jobResults();
    if (file == null) {
      return;
    }
    StringBuilder lines = new StringBuilder();
    for (ReplayedJob job : jobs) {
      lines
          .append(
              JSON.writeValueAsString(
                  new Line(setup.policy().label(), setup.prefetcher().label(), repetition, job)))
          .append('\n');
    }
    @Nullable Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(
        file, lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** A line of the file of jobs. */
  private record Line(String policy, String prefetcher, int repetition, ReplayedJob job) {}

  private void report(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }
}
