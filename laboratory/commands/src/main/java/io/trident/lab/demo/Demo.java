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
package io.trident.lab.demo;

import io.trident.cli.Progress;
import io.trident.core.config.CostKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.RackResolver;
import io.trident.minicluster.ReadTrace;
import io.trident.minicluster.ServedRead;
import io.trident.minicluster.TieredCluster;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.mapreduce.Job;

/** Runs the demo with MapReduce: one cluster, the same data, each job under both schedulers. */
final class Demo implements DemoEngine {
  static final String NAME = "mapreduce";

  private static final long SEED = 20_190_701;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DemoResult run(DemoOptions options, Progress progress, Afterwards afterwards)
      throws IOException, InterruptedException {
    progress.report(
        "Starting HDFS and YARN: %d nodes in %d racks, each with memory, SSD and disk",
        options.nodes(), options.racks());
    TieredCluster.Builder builder =
        TieredCluster.builder()
            .nodes(options.nodes())
            .racks(options.racks())
            .slotsPerNode(options.slotsPerNode())
            .baseDir(options.directory().resolve("cluster"))
            .set("dfs.blocksize", Integer.toString(options.blockBytes()));
    Engine.STOCK.resourceManager(new Configuration(false)).forEach(builder::set);
    Configuration example = TieredCluster.exampleConfiguration();
    try (TieredCluster cluster = builder.start();
        ReadTrace trace = ReadTrace.start()) {
      DemoResult result = new Session(options, progress, cluster, trace, example).run();
      cluster.writeClientConfiguration(cluster.baseDir().resolve("client-conf"));
      afterwards.with(cluster);
      return result;
    }
  }

  /** One demo on a running cluster. */
  private static final class Session {
    private final DemoOptions options;
    private final Progress progress;
    private final TieredCluster cluster;
    private final ReadTrace trace;
    private final Configuration example;
    private final DistributedFileSystem fs;
    private final CostModel model;
    private final RackResolver topology;
    private final Map<DemoJob, ReplicaMap> inputs = new EnumMap<>(DemoJob.class);
    private final Map<DemoJob, String> digests = new EnumMap<>(DemoJob.class);
    private final Map<String, String> hostOfDataNode = new HashMap<>();
    private final Map<String, String> addressOfHost = new HashMap<>();
    private final List<DemoRun> runs = new ArrayList<>();

    Session(
        DemoOptions options,
        Progress progress,
        TieredCluster cluster,
        ReadTrace trace,
        Configuration example)
        throws IOException {
      this.options = options;
      this.progress = progress;
      this.cluster = cluster;
      this.trace = trace;
      this.example = example;
      fs = cluster.fileSystem();
      model = CostKeys.read(cluster.configuration()::get);
      topology = cluster::rackOf;
      for (DatanodeInfo node : fs.getDataNodeStats()) {
        hostOfDataNode.put(node.getDatanodeUuid(), node.getHostName());
        addressOfHost.put(node.getHostName(), node.getIpAddr());
      }
    }

    DemoResult run() throws IOException, InterruptedException {
      load();
      // Stock first for one job and last for the other: neither always finds warmer caches.
      run(Engine.STOCK, DemoJob.WORDCOUNT);
      switchTo(Engine.TRIDENT);
      run(Engine.TRIDENT, DemoJob.WORDCOUNT);
      run(Engine.TRIDENT, DemoJob.SORT);
      switchTo(Engine.STOCK);
      run(Engine.STOCK, DemoJob.SORT);
      progress.report("Outputs of both schedulers are identical");
      return result();
    }

    private void load() throws IOException, InterruptedException {
      progress.report(
          "Loading %d blocks of %.1f MB for each job, three replicas each",
          options.blocks(), options.blockBytes() / 1e6);
      for (DemoJob job : DemoJob.values()) {
        Path input = input(job);
        try (OutputStream out = new BufferedOutputStream(fs.create(input), 1 << 16)) {
          switch (job) {
            case WORDCOUNT -> DemoData.writeText(out, options.inputBytes(), SEED);
            case SORT ->
                DemoData.writeRecords(out, options.inputBytes() / DemoData.RECORD_BYTES, SEED);
          }
        }
        ReplicaMap replicas = ReplicaMap.await(fs, input);
        inputs.put(job, replicas);
        progress.report(
            "  %-9s %d of %d blocks have a replica in memory",
            job.label(), replicas.inMemory(), replicas.blocks().size());
      }
    }

    private void switchTo(Engine engine) throws IOException {
      progress.report("Restarting the ResourceManager with the %s scheduler", engine.label());
      cluster.restartResourceManager(engine.resourceManager(example));
    }

    private void run(Engine engine, DemoJob demoJob) throws IOException, InterruptedException {
      Path output = new Path("/demo/%s-%s/output".formatted(demoJob.label(), engine.label()));
      Configuration conf = cluster.configuration();
      conf.set("mapreduce.framework.name", engine.framework());
      Job job;
      try {
        job = demoJob.create(conf, input(demoJob), output);
        trace.drain();
        progress.report("%s, %s: submitting", demoJob.label(), engine.label());
        long start = System.nanoTime();
        job.submit();
        SubmittedJob.await(job, demoJob.label() + ", " + engine.label(), progress);
        double seconds = (System.nanoTime() - start) / 1e9;
        record(engine, demoJob, job, seconds);
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
      check(demoJob, output);
    }

    private void record(Engine engine, DemoJob demoJob, Job job, double seconds)
        throws IOException {
      ReplicaMap replicas = Objects.requireNonNull(inputs.get(demoJob));
      Evidence evidence =
          new Evidence(replicas, hostOfDataNode, topology, model, ServedRead::attempt);
      List<DemoRead> tasks = evidence.join(SubmittedJob.maps(job, addressOfHost), trace.drain());
      if (tasks.size() != replicas.blocks().size()) {
        throw new IllegalStateException(
            "%d map tasks for %d blocks".formatted(tasks.size(), replicas.blocks().size()));
      }
      List<CostProfile> profiles = replicas.blocks().stream().map(evidence::profile).toList();
      DemoRun run =
          new DemoRun(
              engine.label(),
              demoJob.label(),
              seconds,
              tasks,
              tasks.stream().mapToDouble(DemoRead::cost).sum(),
              Optimum.cost(tasks, profiles, topology));
      runs.add(run);
      progress.report(
          "%s, %s: %d of %d maps read from memory on their own node, %.1f s",
          run.job(), run.scheduler(), run.count(Source.MEMORY), tasks.size(), seconds);
    }

    private void check(DemoJob job, Path output) throws IOException {
      if (job == DemoJob.SORT) {
        Outputs.requireSorted(fs, output, options.inputBytes() / DemoData.RECORD_BYTES);
      }
      String digest = Outputs.digest(fs, output);
      String other = digests.putIfAbsent(job, digest);
      if (other != null && !other.equals(digest)) {
        throw new IllegalStateException(
            "The output of %s differs between the schedulers: %s and %s"
                .formatted(job.label(), other, digest));
      }
    }

    private Path input(DemoJob job) {
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
          NAME,
          Stream.of(Engine.values()).map(Engine::label).toList(),
          Stream.of(DemoJob.values()).map(DemoJob::label).toList(),
          options,
          racks,
          replicas,
          inMemory,
          List.copyOf(runs),
          progress.seconds());
    }
  }
}
