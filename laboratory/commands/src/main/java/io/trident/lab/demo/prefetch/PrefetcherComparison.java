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
package io.trident.lab.demo.prefetch;

import io.trident.cli.Progress;
import io.trident.core.config.CostKeys;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.HdfsKeys;
import io.trident.lab.demo.DemoData;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.Engine;
import io.trident.lab.demo.Outputs;
import io.trident.lab.demo.ReplicaMap;
import io.trident.lab.demo.SubmittedJob;
import io.trident.mapreduce.config.MapReduceKeys;
import io.trident.mapreduce.prefetch.PlanFiles;
import io.trident.mapreduce.prefetch.RequestedBlocks;
import io.trident.minicluster.CacheWatch;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ReadTrace;
import io.trident.minicluster.TieredCluster;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/**
 * Runs the comparison: one cluster, one input with all replicas on disks, the same job under each
 * scheduler with each prefetcher.
 */
final class PrefetcherComparison {
  private static final long SEED = 20_230_401;
  private static final Path INPUT = new Path("/demo/input/words");
  private static final long CACHE_BYTES = 1L << 30;
  private static final long CLIENT_HOLDS_MS = 20_000;
  private static final double MASTER_STARTS_WITHIN = 3; // times as long as it took once
  private static final long QUIET_TIMEOUT_NANOS = 120_000_000_000L;
  private static final long POLL_MS = 200;

  private final ComparisonOptions options;
  private final Progress progress;

  PrefetcherComparison(ComparisonOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @throws IllegalStateException if results differ, a job fails or the evidence is contradictory
   */
  PrefetcherComparisonResult run() throws IOException, InterruptedException {
    DemoOptions size = options.size();
    progress.report(
        "Starting HDFS and YARN: %d nodes in %d racks, disks of %.1f MB/s",
        size.nodes(), size.racks(), options.diskBytesPerSecond() / 1e6);
    TieredCluster.Builder builder =
        TieredCluster.builder()
            .nodes(size.nodes())
            .racks(size.racks())
            .slotsPerNode(size.slotsPerNode())
            .baseDir(size.directory().resolve("cluster"))
            .blockCache(CACHE_BYTES, options.diskBytesPerSecond())
            .set("dfs.blocksize", Integer.toString(size.blockBytes()))
            .set(HdfsKeys.PLACEMENT_TIERS.name(), "DISK");
    options
        .schedulers()
        .get(0)
        .resourceManager(TieredCluster.exampleConfiguration())
        .forEach(builder::set);
    try (TieredCluster cluster = builder.start();
        ReadTrace trace = ReadTrace.start()) {
      return new Session(cluster, trace).run();
    }
  }

  /** One comparison on a running cluster. */
  private final class Session {
    private final TieredCluster cluster;
    private final ReadTrace trace;
    private final DistributedFileSystem fs;
    private final CostModel costs;
    private final Map<String, String> hostOfDataNode = new HashMap<>();
    private final Map<String, String> dataNodeOfHost = new HashMap<>();
    private final Map<String, String> addressOfHost = new HashMap<>();
    private final List<PrefetchRun> runs = new ArrayList<>();
    private String digest = "";

    Session(TieredCluster cluster, ReadTrace trace) throws IOException {
      this.cluster = cluster;
      this.trace = trace;
      fs = cluster.fileSystem();
      costs = CostKeys.read(cluster.configuration()::get);
      for (DatanodeInfo node : fs.getDataNodeStats()) {
        hostOfDataNode.put(node.getDatanodeUuid(), node.getHostName());
        dataNodeOfHost.put(node.getHostName(), node.getDatanodeUuid());
        addressOfHost.put(node.getHostName(), node.getIpAddr());
      }
    }

    PrefetcherComparisonResult run() throws IOException, InterruptedException {
      fs.addCachePool(
          new CachePoolInfo(HdfsKeys.CACHE_POOL.defaultValue())
              .setMode(new FsPermission((short) 0777)));
      keepCachesReporting();
      List<Long> blocks = load().blocks().stream().map(ReplicaMap.Block::id).toList();
      MeasuredTimes times;
      try (CacheWatch watch = CacheWatch.start(cluster, blocks)) {
        CacheEvidence evidence = new CacheEvidence(blocks, hostOfDataNode, watch::wasCached);
        Engine scheduler = options.schedulers().get(0);
        warmUp(scheduler, evidence); // the machine has not run any of this before
        times = warmUp(scheduler, evidence);
        for (int repeat = 1; repeat <= options.repeats(); repeat++) {
          // Each repetition begins with the scheduler that runs already.
          List<Engine> order = new ArrayList<>(options.schedulers());
          order.remove(scheduler);
          order.add(0, scheduler);
          for (Engine next : order) {
            if (next != scheduler) {
              switchTo(next);
              scheduler = next;
            }
            for (PrefetcherName prefetcher : options.prefetchers()) {
              run(next, prefetcher, repeat, times, watch, evidence);
            }
          }
        }
      }
      return new PrefetcherComparisonResult(options, times, runs, progress.seconds());
    }

    /**
     * A DataNode does not report an empty cache, so the NameNode would go on sending readers to
     * what it had. One small block that stays cached on every node makes it report.
     */
    private void keepCachesReporting() throws IOException {
      int nodes = options.size().nodes();
      Path file = new Path("/demo/always-cached");
      try (OutputStream out = fs.create(file, (short) nodes)) {
        out.write(1);
      }
      fs.addCachePool(new CachePoolInfo("always"));
      fs.addCacheDirective(
          new CacheDirectiveInfo.Builder()
              .setPath(file)
              .setPool("always")
              .setReplication((short) nodes)
              .build());
    }

    private ReplicaMap load() throws IOException, InterruptedException {
      DemoOptions size = options.size();
      progress.report(
          "Loading %d blocks of %.1f MB, three replicas each, all on disks",
          size.blocks(), size.blockBytes() / 1e6);
      try (OutputStream out = new BufferedOutputStream(fs.create(INPUT), 1 << 16)) {
        DemoData.writeText(out, size.inputBytes(), SEED);
      }
      ReplicaMap input = ReplicaMap.await(fs, INPUT);
      if (input.inMemory() > 0) {
        throw new IllegalStateException("Some blocks are in memory already");
      }
      return input;
    }

    private void switchTo(Engine scheduler) throws IOException, InterruptedException {
      progress.report("Restarting the ResourceManager with the %s scheduler", scheduler.label());
      cluster.restartResourceManager(
          scheduler.resourceManager(TieredCluster.exampleConfiguration()));
    }

    /** A job without prefetching, which measures the machine. */
    private MeasuredTimes warmUp(Engine scheduler, CacheEvidence evidence)
        throws IOException, InterruptedException {
      Job job = job(scheduler, PrefetcherName.NONE, Map.of());
      trace.drain();
      progress.report(
          "Warm-up, the second of which measures how long this machine takes: submitting");
      long start = System.currentTimeMillis();
      submit(job);
      SubmittedJob.await(job, "warm-up", progress);
      List<MapRead> reads = evidence.reads(SubmittedJob.maps(job, addressOfHost), trace.drain());
      Map<Integer, TaskReport> reports = new HashMap<>();
      for (TaskReport report : job.getTaskReports(TaskType.MAP)) {
        reports.put(report.getTaskID().getId(), report);
      }
      double readSeconds = options.size().blockBytes() / options.diskBytesPerSecond();
      List<MeasuredTimes.Sample> samples = new ArrayList<>();
      for (MapRead read : reads) {
        TaskReport report = reports.get(read.task());
        if (report != null) {
          samples.add(
              new MeasuredTimes.Sample(
                  (report.getStartTime() - start) / 1e3,
                  (read.startMillis() - start) / 1e3,
                  (report.getFinishTime() - start) / 1e3,
                  options.size().blockBytes(),
                  readSeconds));
        }
      }
      int containers = options.size().nodes() * options.size().slotsPerNode();
      MeasuredTimes times = MeasuredTimes.of(samples, containers - 1); // one is the master's
      progress.report(
          "Maps are launched %.1f s after a submission, read %.1f s later, process %.1f MB/s",
          times.timeToInit(), times.timeToLaunch(), times.bytesPerSecond() / 1e6);
      check(job);
      return times;
    }

    private void run(
        Engine scheduler,
        PrefetcherName prefetcher,
        int repeat,
        MeasuredTimes times,
        CacheWatch watch,
        CacheEvidence evidence)
        throws IOException, InterruptedException {
      String name =
          "%d/%d %s, %s"
              .formatted(runs.size() + 1, options.runs(), scheduler.label(), prefetcher.label());
      awaitQuiet(watch);
      Job job = job(scheduler, prefetcher, times.keys());
      job.getConfiguration().setLong(HdfsKeys.CACHE_TTL_MS.name(), clientHoldsMillis(times));
      trace.drain();
      progress.report("%s: submitting", name);
      long wall = System.currentTimeMillis();
      long submitting = System.nanoTime();
      submit(job);
      // Oracle knows a job before it is submitted; what the client waited is not the job's time.
      boolean isOracle = prefetcher == PrefetcherName.ORACLE;
      long start = isOracle ? System.nanoTime() : submitting;
      long startMillis = isOracle ? System.currentTimeMillis() : wall;
      Set<Copy> requested = requested(job);
      OptionalDouble predicted = predicted(job);
      SubmittedJob.await(job, name, progress);
      double seconds = (System.nanoTime() - start) / 1e9;
      Map<Copy, Long> cached = watch.cachedSince(wall);
      cached.keySet().retainAll(requested);
      List<MapRead> reads = evidence.reads(SubmittedJob.maps(job, addressOfHost), trace.drain());
      PrefetchRun run =
          new PrefetchRun(
              scheduler.label(),
              prefetcher,
              repeat,
              wall,
              seconds,
              new PrefetchRun.MapTimes(predicted, (lastMapMillis(job) - startMillis) / 1e3),
              reads,
              requested.size(),
              cached,
              CacheEvidence.wasted(requested, reads));
      runs.add(run);
      progress.report(
          "%s: %d of %d maps read from memory, %d of %d prefetched blocks wasted, %.1f s",
          name,
          reads.stream().filter(read -> read.from().isMemory()).count(),
          reads.size(),
          run.wasted(),
          run.requested(),
          seconds);
      check(job);
    }

    /** Waits until nothing of an earlier job is left in caches or containers. */
    private void awaitQuiet(CacheWatch watch) throws InterruptedException {
      long deadline = System.nanoTime() + QUIET_TIMEOUT_NANOS;
      while (!watch.isEmpty() || containers() > 0) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("Blocks or containers of an earlier job are still there");
        }
        Thread.sleep(POLL_MS);
      }
      // The NameNode learns of it by the next cache reports.
      Thread.sleep(2 * timeToInitCacheMillis(cluster.configuration()));
    }

    private int containers() {
      return cluster
          .resourceManager()
          .getResourceScheduler()
          .getRootQueueMetrics()
          .getAllocatedContainers();
    }

    private Job job(Engine scheduler, PrefetcherName prefetcher, Map<String, String> times)
        throws IOException {
      Configuration conf = cluster.configuration();
      times.forEach(conf::set);
      double memory = memoryBytesPerSecond();
      conf.set(PrefetchKeys.PREFETCHER.name(), prefetcher.label());
      conf.setLong(PrefetchKeys.MEMORY_RATE.name(), Math.max(1, Math.round(memory / (1 << 20))));
      conf.setLong(PrefetchKeys.TIME_TO_INIT_CACHE_MS.name(), timeToInitCacheMillis(conf));
      conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 500);
      if (scheduler == Engine.STOCK) {
        // Trident's client prefetches; Hadoop's own code schedules, and reads as it is released.
        boolean prefetches = prefetcher != PrefetcherName.NONE;
        conf.set("mapreduce.framework.name", prefetches ? "trident-yarn" : scheduler.framework());
        conf.set(MapReduceKeys.POLICY.name(), "default");
        conf.setBoolean("dfs.client.read.use.cache.priority", false);
      } else {
        conf.set("mapreduce.framework.name", scheduler.framework());
      }
      Path output = new Path("/demo/output");
      fs.delete(output, true);
      Job job =
          Job.getInstance(
              conf, "Trident demo: %s, %s".formatted(scheduler.label(), prefetcher.label()));
      job.setJarByClass(PrefetcherComparison.class);
      job.setInputFormatClass(PacedTextInputFormat.class);
      PacedTextInputFormat.setRates(job.getConfiguration(), options.diskBytesPerSecond(), memory);
      job.setMapperClass(TokenCounterMapper.class);
      job.setCombinerClass(IntSumReducer.class);
      job.setReducerClass(IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
      job.setNumReduceTasks(1);
      job.getConfiguration().setFloat("mapreduce.job.reduce.slowstart.completedmaps", 1.0f);
      job.getConfiguration().setBoolean("mapreduce.map.speculative", false);
      job.getConfiguration().setBoolean("mapreduce.reduce.speculative", false);
      FileInputFormat.addInputPath(job, INPUT);
      FileOutputFormat.setOutputPath(job, output);
      return job;
    }

    /** As many times the disk's bandwidth as the scores give. */
    private double memoryBytesPerSecond() {
      return options.diskBytesPerSecond()
          * costs.score(StorageTier.DISK)
          / costs.score(StorageTier.MEMORY);
    }

    /**
     * A DataNode hears of a request by its heartbeat, and reports the block by its cache report.
     */
    private long timeToInitCacheMillis(Configuration conf) {
      return 1_000L * conf.getInt("dfs.heartbeat.interval", 3)
          + conf.getLong("dfs.cachereport.intervalMsec", 10_000);
    }

    /** The client lets go after this time: not before the application master holds the blocks. */
    private static long clientHoldsMillis(MeasuredTimes times) {
      return Math.max(CLIENT_HOLDS_MS, Math.round(MASTER_STARTS_WITHIN * times.timeToInit() * 1e3));
    }

    private void submit(Job job) throws IOException, InterruptedException {
      try {
        job.submit();
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
    }

    /** What the client had asked for when it submitted the job. */
    private Set<Copy> requested(Job job) throws IOException {
      Path file = new Path(new Path(job.getJobFile()).getParent(), RequestedBlocks.FILE_NAME);
      Set<Copy> copies = new LinkedHashSet<>();
      try {
        for (BlockToCache block : RequestedBlocks.read(fs, file).blocks()) {
          copies.add(
              new Copy(block.blockId(), dataNodeOfHost.getOrDefault(block.node(), block.node())));
        }
      } catch (FileNotFoundException e) {
        return Set.of(); // nothing was requested
      }
      return copies;
    }

    /** When the last map is done by the client's plan; empty if it made none. */
    private OptionalDouble predicted(Job job) throws IOException {
      return new PlanFiles(new Path(job.getJobFile()).getParent(), fs.getConf())
          .readPlan()
          .map(plan -> OptionalDouble.of(plan.predicted().planned()))
          .orElse(OptionalDouble.empty());
    }

    private static long lastMapMillis(Job job) throws IOException, InterruptedException {
      return Stream.of(job.getTaskReports(TaskType.MAP))
          .mapToLong(TaskReport::getFinishTime)
          .max()
          .orElseThrow();
    }

    private void check(Job job) throws IOException {
      String found = Outputs.digest(fs, FileOutputFormat.getOutputPath(job));
      if (digest.isEmpty()) {
        digest = found;
      } else if (!digest.equals(found)) {
        throw new IllegalStateException("The output of %s differs".formatted(job.getJobName()));
      }
    }
  }
}
