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
package io.trident.spark.demo;

import io.trident.cli.Progress;
import io.trident.core.config.CostKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.DemoRead;
import io.trident.lab.demo.DemoResult;
import io.trident.lab.demo.DemoRun;
import io.trident.lab.demo.Evidence;
import io.trident.lab.demo.Optimum;
import io.trident.lab.demo.ReplicaMap;
import io.trident.lab.demo.Source;
import io.trident.minicluster.ReadTrace;
import io.trident.minicluster.TieredCluster;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** One application per policy on a running cluster, and what the DataNodes saw of it. */
final class SparkSessions {
  private static final long SEED = 20_190_702;
  private static final int WARM_UPS = 50;
  private static final long EVENTS_TIMEOUT_MS = 60_000;
  private static final String EXECUTOR_MEMORY = "512m";

  private final DemoOptions options;
  private final Progress progress;
  private final TieredCluster cluster;
  private final ReadTrace trace;
  private final String master;
  private final DistributedFileSystem fs;
  private final CostModel model;
  private final Map<SparkJob, ReplicaMap> inputs = new EnumMap<>(SparkJob.class);
  private final Map<SparkJob, String> results = new EnumMap<>(SparkJob.class);
  private final Map<String, String> hostOfDataNode = new HashMap<>();
  private final Map<String, String> addressOfHost = new HashMap<>();
  private final List<DemoRun> runs = new ArrayList<>();

  SparkSessions(
      DemoOptions options, Progress progress, TieredCluster cluster, ReadTrace trace, String master)
      throws IOException {
    this.options = options;
    this.progress = progress;
    this.cluster = cluster;
    this.trace = trace;
    this.master = master;
    fs = cluster.fileSystem();
    model = CostKeys.read(cluster.configuration()::get);
    for (DatanodeInfo node : fs.getDataNodeStats()) {
      hostOfDataNode.put(node.getDatanodeUuid(), node.getHostName());
      addressOfHost.put(node.getHostName(), node.getIpAddr());
    }
  }

  DemoResult compare() throws IOException, InterruptedException {
    load();
    Files.createDirectories(eventLogs(options));
    for (Policy policy : Policy.values()) {
      progress.report(
          "%s: starting an executor of %s on each node", policy.label(), EXECUTOR_MEMORY);
      TaskLog log = new TaskLog();
      SparkSession spark = SparkSession.builder().config(conf(policy)).getOrCreate();
      try {
        spark.sparkContext().addSparkListener(log);
        awaitExecutors(spark, log);
        for (SparkJob job : SparkJob.values()) {
          run(spark, log, policy, job);
        }
      } finally {
        spark.stop();
      }
    }
    progress.report("Results of all schedulers are identical");
    return result();
  }

  /** An executor that has registered offers its slots a moment later: all have run some task. */
  private void awaitExecutors(SparkSession spark, TaskLog log) {
    int slots = options.nodes() * options.slotsPerNode();
    Set<String> hosts = new HashSet<>();
    for (int i = 0; i < WARM_UPS && hosts.size() < options.nodes(); i++) {
      spark.range(0, slots, 1, slots).toJavaRDD().foreachPartition(rows -> Thread.sleep(20));
      drain(spark, log).forEach(task -> hosts.add(task.host()));
    }
  }

  private void load() throws IOException, InterruptedException {
    progress.report(
        "Loading %d blocks of %.1f MB for each job, three replicas each",
        options.blocks(), options.blockBytes() / 1e6);
    for (SparkJob job : SparkJob.values()) {
      Path input = input(job);
      try (OutputStream out = new BufferedOutputStream(fs.create(input), 1 << 16)) {
        job.write(out, options.inputBytes(), SEED);
      }
      ReplicaMap replicas = ReplicaMap.await(fs, input);
      inputs.put(job, replicas);
      progress.report(
          "  %-11s %d of %d blocks have a replica in memory",
          job.label(), replicas.inMemory(), replicas.blocks().size());
    }
  }

  /** Where the sessions write what {@code trident report} reads. */
  static java.nio.file.Path eventLogs(DemoOptions options) {
    return options.directory().resolve("events");
  }

  private SparkConf conf(Policy policy) {
    SparkConf conf =
        new SparkConf(false)
            .setMaster(master)
            .setAppName("Trident demo: " + policy.label())
            .set("spark.driver.host", "localhost")
            .set("spark.ui.enabled", "false")
            .set("spark.eventLog.enabled", "true")
            .set("spark.eventLog.dir", eventLogs(options).toUri().toString())
            .set("spark.executor.memory", EXECUTOR_MEMORY)
            .set("spark.executor.extraJavaOptions", executorJvmOptions())
            .set("spark.sql.warehouse.dir", options.directory().resolve("warehouse").toString())
            .set("spark.sql.shuffle.partitions", "4")
            // All slots are offered from the start (a standalone cluster waits for executors only
            // if it knows how many cores to expect), and one block makes one task.
            .set("spark.cores.max", Integer.toString(options.nodes() * options.slotsPerNode()))
            .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
            .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "180s")
            .set("spark.sql.files.maxPartitionBytes", Integer.toString(options.blockBytes()))
            .set("spark.sql.files.minPartitionNum", "1")
            .set("spark.sql.files.openCostInBytes", "0");
    policy.configure(conf);
    cluster.settings().forEach((key, value) -> conf.set("spark.hadoop." + key, value));
    return conf;
  }

  /** Executors resolve the nodes' names as this JVM does. */
  private static String executorJvmOptions() {
    return "-Djdk.net.hosts.file=%s -Djava.net.preferIPv4Stack=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        .formatted(
            java.nio.file.Path.of(System.getProperty("jdk.net.hosts.file", "")).toAbsolutePath());
  }

  private void run(SparkSession spark, TaskLog log, Policy policy, SparkJob job) {
    drain(spark, log);
    trace.drain();
    long start = System.nanoTime();
    String result = job.run(spark, fs.makeQualified(input(job)).toString());
    double seconds = (System.nanoTime() - start) / 1e9;
    List<TaskLog.Ended> ended = drain(spark, log);
    String other = results.putIfAbsent(job, result);
    if (other != null && !other.equals(result)) {
      throw new IllegalStateException(
          "The result of %s differs between the schedulers: %s and %s"
              .formatted(job.label(), shortened(other), shortened(result)));
    }
    record(policy, job, seconds, ended);
  }

  private void record(Policy policy, SparkJob job, double seconds, List<TaskLog.Ended> ended) {
    ReplicaMap replicas = Objects.requireNonNull(inputs.get(job));
    int first = ended.stream().mapToInt(TaskLog.Ended::stage).min().orElseThrow();
    List<Evidence.Attempt> attempts =
        ended.stream()
            .filter(task -> task.stage() == first)
            .map(
                task -> {
                  String address = addressOfHost.getOrDefault(task.host(), task.host());
                  return new Evidence.Attempt(task.index(), address, task.host(), address);
                })
            .toList();
    if (attempts.size() != replicas.blocks().size()) {
      throw new IllegalStateException(
          "%s has %d tasks for %d blocks"
              .formatted(job.label(), attempts.size(), replicas.blocks().size()));
    }
    // One task per block and node: what a node read of a block, its task read.
    Evidence evidence =
        new Evidence(
            replicas,
            hostOfDataNode,
            cluster::rackOf,
            model,
            read -> Optional.of(read.readerAddress()));
    List<DemoRead> tasks = evidence.join(attempts, trace.drain());
    List<CostProfile> profiles = replicas.blocks().stream().map(evidence::profile).toList();
    DemoRun run =
        new DemoRun(
            policy.label(),
            job.label(),
            seconds,
            tasks,
            tasks.stream().mapToDouble(DemoRead::cost).sum(),
            Optimum.cost(tasks, profiles, cluster::rackOf));
    runs.add(run);
    progress.report(
        "%s, %s: %d of %d tasks read from memory on their own node, %.1f s%s",
        run.job(),
        run.scheduler(),
        run.counts().getOrDefault(Source.MEMORY, 0),
        tasks.size(),
        seconds,
        job == SparkJob.K_MEANS ? iterations(ended, first) : "");
  }

  /** How many tasks of the iterations ran in the executor that had cached their points. */
  private String iterations(List<TaskLog.Ended> ended, int first) {
    Map<Integer, List<TaskLog.Ended>> byStage =
        ended.stream().collect(Collectors.groupingBy(TaskLog.Ended::stage));
    byStage.remove(first);
    long local =
        byStage.values().stream()
            .filter(tasks -> tasks.size() == options.blocks()) // others read no points
            .flatMap(List::stream)
            .filter(task -> task.locality().equals("PROCESS_LOCAL"))
            .count();
    return "; %d of %d tasks of the iterations in the executor that caches their points"
        .formatted(local, SparkJob.ITERATIONS * options.blocks());
  }

  /** Returns what ended, once the driver has reported all of it. */
  private static List<TaskLog.Ended> drain(SparkSession spark, TaskLog log) {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty(EVENTS_TIMEOUT_MS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark does not report where its tasks ran", e);
    }
    return log.drain();
  }

  private static String shortened(String text) {
    return text.length() < 200 ? text : text.substring(0, 200) + "...";
  }

  private static Path input(SparkJob job) {
    return new Path("/demo/input/" + job.label());
  }

  private DemoResult result() {
    Map<String, String> racks = new LinkedHashMap<>();
    cluster.nodeNames().forEach(node -> racks.put(node, cluster.rackOf(node)));
    Map<String, Map<String, Map<Source, Long>>> replicas = new LinkedHashMap<>();
    Map<String, Long> inMemory = new LinkedHashMap<>();
    inputs.forEach(
        (job, map) -> {
          replicas.put(job.label(), map.heldBy(racks.keySet()));
          inMemory.put(job.label(), map.inMemory());
        });
    return new DemoResult(
        SparkDemo.NAME,
        Stream.of(Policy.values()).map(Policy::label).toList(),
        Stream.of(SparkJob.values()).map(SparkJob::label).toList(),
        options,
        racks,
        replicas,
        inMemory,
        List.copyOf(runs),
        progress.seconds());
  }
}
