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
package io.trident.benchmarks.simulator;

import io.trident.benchmarks.swim.JobShape;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.core.cost.CostModel;
import io.trident.core.matching.Matcher;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.Locality;
import io.trident.core.model.ReadSource;
import io.trident.core.placement.Placement;
import io.trident.core.placement.PlacementPolicy;
import io.trident.core.placement.PlacementSnapshot;
import io.trident.core.placement.PlacementTask;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.core.placement.TaskPlacement;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.request.ResourceRequests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/*
 * A workload on a cluster, event by event.
 *
 * A job is submitted at its time in the trace. What to prefetch is planned then; after the plan's
 * delay and the time to initialise, the job asks for a container for each block of its input. Every
 * few milliseconds the resource manager goes through the nodes with free slots; the container
 * scheduler decides who gets one, as in Hadoop 3.5.0, which schedules asynchronously by default. At
 * its next heartbeat the job learns of its containers, and the placement policy decides which task
 * goes into which; containers that no task needs go back. A task takes a while to start, then reads
 * its block from the nearest and then fastest copy, sharing devices and links with all others; then
 * it processes, for a time that is a line in its bytes; then a map of a job without reduces, or a
 * reduce, writes its part of the output to a disk of its node. Its slot can be used again from the
 * next heartbeat of the node on. When all maps have ended the job asks for its reduces with its
 * next heartbeat; each reads its part of the shuffle over its node's link.
 *
 * The decisions are those of trident-core, on snapshots of the same kind as the hosts take; the
 * Capacity scheduler is modelled (StockScheduler), as trident-core has no part of it.
 *
 * Left out: map output on local disks, the network of replication pipelines, failures, speculative
 * execution, stragglers, containers of application masters, slots of unequal size.
 *
 * Ties are broken by order of entry and numbers, and all randomness comes from the seed: a run
 * repeats exactly.
 */
final class Simulation {
  private static final long MEGABYTE = 1 << 20;

  /** Hadoop's default: {@code schedule-asynchronously.scheduling-interval-ms}. */
  private static final double PASS_SECONDS = 0.005;

  private final Setup setup;
  private final long seed;
  private final JobSpec spec;
  private final CostModel costs = CostModel.DEFAULT;
  private final Cluster cluster;
  private final FileSystem files;
  private final FlowNetwork network;
  private final Transfers transfers;
  private final EventQueue events = new EventQueue();
  private final Containers containers;
  private final ContainerScheduler scheduler;
  private final PlacementPolicy policy;
  private final Prefetching prefetching;
  private final LowerBound bound;
  private final DecisionListener listener;
  private final DecisionTimes placing;
  private final DecisionTimes allocating;
  private final DecisionTimes planning;

  private final SwimTrace trace;
  private final Map<String, StoredFile> byPath = new LinkedHashMap<>();
  private final Map<String, Long> sizes = new LinkedHashMap<>();
  private final TreeMap<Integer, RunningJob> asking = new TreeMap<>();

  /** Whether the next pass through the nodes is among the events. */
  private boolean passDue;

  /** Jobs that have been granted all that they asked for by the pass under way. */
  private final Set<Integer> satisfied = new HashSet<>();

  private final @Nullable JobResult[] results;
  private int finished;

  /** Whether a node's next heartbeat is among the events; others would change nothing. */
  private final boolean[] heartbeatDue;

  /** Slots that became free since a node's last heartbeat. */
  private final int[] freed;

  /** Writes that began on each node: its disks take turns, as a DataNode's volumes do. */
  private final int[] writes;

  private final Matcher nodeMatcher = new TransportationMatcher();

  private double now;

  Simulation(
      SimulationConfig config,
      Setup setup,
      SwimTrace trace,
      long seed,
      DecisionListener listener,
      LongSupplier nanoTime) {
    this.setup = setup;
    this.trace = trace;
    this.seed = seed;
    this.listener = listener;
    spec = config.jobs();
    cluster = new Cluster(config.cluster());
    files = new FileSystem(cluster, setup.storage(), spec.blockMb() * MEGABYTE, seed);
    network = new FlowNetwork(cluster.bandwidths());
    transfers = new Transfers(network);
    placing = new DecisionTimes(nanoTime);
    allocating = new DecisionTimes(nanoTime);
    planning = new DecisionTimes(nanoTime);
    containers = new Containers(cluster, spec.heartbeatSeconds(), new Random(seed));
    policy = Policies.of(setup.policy());
    StockScheduler stock = new StockScheduler(cluster, containers, spec.nodeLocalityDelay());
    scheduler =
        setup.policy() == PolicyName.TRIDENT
            ? new TridentScheduler(cluster, containers, stock, costs, listener, allocating)
            : stock;
    BlockCaching caching = new BlockCaching(cluster, files, transfers, () -> now);
    prefetching =
        new Prefetching(
            cluster,
            spec,
            costs,
            files,
            containers,
            caching,
            events,
            setup.prefetcher(),
            listener,
            planning);
    bound = new LowerBound(cluster, spec, setup.prefetcher() != PrefetcherName.NONE);
    results = new JobResult[trace.jobs().size()];
    heartbeatDue = new boolean[cluster.nodeCount()];
    freed = new int[cluster.nodeCount()];
    writes = new int[cluster.nodeCount()];
  }

  /**
   * Runs until the last job has ended.
   *
   * @param progress receives how many jobs have ended, after each
   */
  RunResult run(IntConsumer progress) {
    load();
    for (int i = 0; i < trace.jobs().size(); i++) {
      int number = i;
      SwimJob job = trace.jobs().get(i);
      events.at(job.submitSeconds(), () -> submit(number, job));
    }
    int reported = 0;
    while (finished < results.length) {
      double next = Math.min(events.next(), transfers.next());
      if (next < now || Double.isInfinite(next)) {
        throw new IllegalStateException(
            "%d jobs do not end: nothing happens after %s s."
                .formatted(results.length - finished, now));
      }
      now = next;
      if (transfers.next() <= events.next()) {
        transfers.endNext();
      } else {
        events.runNext();
      }
      if (finished > reported) {
        reported = finished;
        progress.accept(finished);
      }
    }
    List<JobResult> jobs = new ArrayList<>(results.length);
    for (JobResult result : results) {
      if (result != null) {
        jobs.add(result);
      }
    }
    return new RunResult(setup, seed, jobs, now, placing, allocating, planning);
  }

  /** Returns the devices and links, for checks of what moved through them. */
  FlowNetwork network() {
    return network;
  }

  /** Writes the files that no job of the trace writes, in random order. */
  private void load() {
    Set<String> written = new HashSet<>();
    for (SwimJob job : trace.jobs()) {
      sizes.merge(inputPath(job), job.inputBytes(), Math::max);
      written.add(job.outputPath());
    }
    List<String> existing = new ArrayList<>(sizes.keySet());
    existing.removeAll(written);
    Collections.shuffle(existing, new Random(seed));
    existing.forEach(this::input);
  }

  private static String inputPath(SwimJob job) {
    return job.inputPath().isEmpty() ? "input of " + job.name() : job.inputPath();
  }

  private StoredFile input(String path) {
    return byPath.computeIfAbsent(path, any -> files.create(sizes.getOrDefault(path, 0L)));
  }

  private void submit(int number, SwimJob job) {
    RunningJob running = new RunningJob(number, job, input(inputPath(job)));
    List<SimulatedTask> maps = maps(running);
    double delay = prefetching.submit(running, maps, now);
    bound.add(running, maps, files);
    running.leastSeconds += spec.initSeconds();
    events.at(now + delay + spec.initSeconds(), () -> start(running, maps));
  }

  private List<SimulatedTask> maps(RunningJob job) {
    long left = job.spec.inputBytes();
    long block = job.input.blockBytes;
    int count = shape(job).maps();
    long output = job.spec.shuffleBytes() == 0 ? job.spec.outputBytes() : 0;
    List<SimulatedTask> maps = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long length = Math.min(left, block);
      left -= length;
      maps.add(
          new SimulatedTask(
              job, "m" + i, i, length, JobShape.part(output, i, count), slowness(job, i)));
    }
    return maps;
  }

  private List<SimulatedTask> reduces(RunningJob job) {
    int count = shape(job).reduces();
    List<SimulatedTask> reduces = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      reduces.add(
          new SimulatedTask(
              job,
              "r" + i,
              SimulatedTask.NO_BLOCK,
              JobShape.part(job.spec.shuffleBytes(), i, count),
              JobShape.part(job.spec.outputBytes(), i, count),
              slowness(job, -1 - i)));
    }
    return reduces;
  }

  /** Returns how slow a task is, whoever schedules it: the same for all setups. */
  private double slowness(RunningJob job, int task) {
    SplittableRandom random = new SplittableRandom(seed + ((long) job.number << 32) + task);
    return 1 + spec.variation() * Math.max(-3, Math.min(3, random.nextGaussian()));
  }

  private JobShape shape(RunningJob job) {
    return JobShape.of(job.spec, job.input.blockBytes, spec.reduceMb() * MEGABYTE);
  }

  private void start(RunningJob job, List<SimulatedTask> stage) {
    job.ready = Double.isNaN(job.ready) ? now : job.ready;
    job.waiting = stage;
    job.unfinished = stage.size();
    job.tasks += stage.size();
    job.inputVersion = -1;
    ask(job);
  }

  /** The job asks the resource manager for what its waiting tasks need. */
  private void ask(RunningJob job) {
    refresh(job);
    job.demand =
        new RunningJob.Demand(
            ResourceRequests.ofPreferredNodes(
                job.waiting.stream().map(task -> task.profile).toList(), cluster, nodeMatcher),
            job.demand.missed);
    asking.put(job.number, job);
    sweep();
  }

  private void refresh(RunningJob job) {
    if (job.inputVersion != job.input.version) {
      job.inputVersion = job.input.version;
      job.waiting.forEach(task -> task.refresh(files, cluster, costs));
    }
  }

  /** Has the nodes gone through once more, as long as there are both room and wishes. */
  private void sweep() {
    if (!passDue && !asking.isEmpty() && containers.freeTotal() > 0) {
      passDue = true;
      events.at(now + PASS_SECONDS, this::pass);
    }
  }

  private void pass() {
    passDue = false;
    scheduler.pass(containers.withRoom(), asking.values(), this::grant);
    satisfied.forEach(asking::remove);
    satisfied.clear();
    sweep();
  }

  private void freeAtHeartbeat(int node) {
    freed[node]++;
    if (!heartbeatDue[node]) {
      heartbeatDue[node] = true;
      events.at(containers.nextHeartbeat(node, now), () -> nodeHeartbeat(node));
    }
  }

  /** A node reports the containers that have ended. */
  private void nodeHeartbeat(int node) {
    heartbeatDue[node] = false;
    for (; freed[node] > 0; freed[node]--) {
      containers.give(node);
    }
    sweep();
  }

  private void grant(RunningJob job, int node) {
    containers.take(node);
    job.unclaimed.add(node);
    if (job.demand.outstanding == 0) {
      satisfied.add(job.number);
    }
    if (!job.heartbeatDue) {
      job.heartbeatDue = true;
      events.at(nextHeartbeat(job), () -> heartbeat(job));
    }
  }

  private double nextHeartbeat(RunningJob job) {
    double beats = Math.floor((now - job.ready) / spec.heartbeatSeconds()) + 1;
    return job.ready + beats * spec.heartbeatSeconds();
  }

  /** The job learns of its containers, and places tasks in them. */
  private void heartbeat(RunningJob job) {
    job.heartbeatDue = false;
    refresh(job);
    Map<Integer, Integer> byNode = new LinkedHashMap<>();
    job.unclaimed.forEach(node -> byNode.merge(node, 1, Integer::sum));
    job.unclaimed.clear();
    List<SlotGroup> slots = new ArrayList<>(byNode.size());
    byNode.forEach(
        (node, count) ->
            slots.add(
                SlotGroup.ofNode(
                    cluster.nodeName(node), cluster.rackName(cluster.rack(node)), count)));
    List<PlacementTask> tasks = job.waiting.stream().map(task -> task.placement).toList();
    PlacementSnapshot snapshot =
        new PlacementSnapshot(
            tasks,
            job.waiting.stream().map(task -> task.profile).toList(),
            slots,
            cluster,
            costs,
            Locality.OFF_RACK);
    Placement placement = placing.time(() -> policy.place(snapshot));
    listener.placed(snapshot, placement);
    boolean[] placed = new boolean[tasks.size()];
    for (TaskPlacement one : placement.placed()) {
      SlotGroup slot = slots.get(one.slotGroup());
      int node = cluster.nodeNumber(slot.node());
      placed[one.task()] = true;
      byNode.merge(node, -1, Integer::sum);
      run(job.waiting.get(one.task()), node);
    }
    byNode.forEach(
        (node, left) -> {
          for (int i = 0; i < left; i++) {
            freeAtHeartbeat(node);
          }
        });
    List<SimulatedTask> rest = new ArrayList<>();
    for (int i = 0; i < placed.length; i++) {
      if (!placed[i]) {
        rest.add(job.waiting.get(i));
      }
    }
    job.waiting = rest;
    if (rest.isEmpty()) {
      asking.remove(job.number);
    } else {
      ask(job);
    }
  }

  private void run(SimulatedTask task, int node) {
    if (!Double.isNaN(task.started)) {
      throw new IllegalStateException("A task of %s runs twice.".formatted(task.job.spec.name()));
    }
    task.started = now;
    events.at(now + task.slowness * spec.fixedSeconds(), () -> read(task, node));
  }

  private void read(SimulatedTask task, int node) {
    int[] path;
    if (task.isMap()) {
      RunningJob job = task.job;
      job.bytesRead += task.readBytes;
      FileSystem.Source source = files.read(job.input, task.block, node);
      job.reads.merge(readSource(source, node), 1, Integer::sum);
      job.readFrom.merge(readFrom(source, node), 1, Integer::sum);
      if (source.device() == Cluster.MEMORY) {
        job.memoryReads++;
        if (job.prefetched.get(task.block)) {
          job.used.set(task.block);
        }
      }
      path = cluster.path(source.node(), source.device(), node);
    } else {
      path = new int[] {cluster.nodeDown(node)};
    }
    transfers.start(now, task.readBytes, path, () -> process(task, node));
  }

  /**
   * Where a map has read, as of when it began: a replica may have come or gone since it was placed.
   */
  private ReadSource readSource(FileSystem.Source source, int reader) {
    if (source.node() != reader) {
      return cluster.rack(source.node()) == cluster.rack(reader)
          ? ReadSource.RACK
          : ReadSource.REMOTE;
    }
    return ReadSource.of(Locality.NODE_LOCAL, Cluster.tier(source.device()));
  }

  private String readFrom(FileSystem.Source source, int reader) {
    String distance =
        source.node() == reader
            ? "local"
            : cluster.rack(source.node()) == cluster.rack(reader) ? "rack" : "remote";
    return Cluster.tier(source.device()).name().toLowerCase(Locale.ROOT) + "-" + distance;
  }

  private void process(SimulatedTask task, int node) {
    events.at(
        now + task.slowness * spec.cpu().seconds(task.readBytes),
        () -> {
          if (task.writeBytes > 0) {
            int disk = Cluster.FIRST_DISK + writes[node]++ % cluster.spec.disks();
            int[] path = {cluster.resource(node, disk)};
            transfers.start(now, task.writeBytes, path, () -> end(task, node));
          } else {
            end(task, node);
          }
        });
  }

  private void end(SimulatedTask task, int node) {
    RunningJob job = task.job;
    job.taskSeconds += now - task.started;
    freeAtHeartbeat(node);
    if (--job.unfinished > 0) {
      return;
    }
    if (!job.reducing && job.spec.shuffleBytes() > 0) {
      job.reducing = true;
      List<SimulatedTask> reduces = reduces(job);
      bound.add(job, reduces, files);
      events.at(nextHeartbeat(job), () -> start(job, reduces));
      return;
    }
    job.isOver = true;
    prefetching.end(job);
    if (sizes.containsKey(job.spec.outputPath())) {
      input(job.spec.outputPath());
    } else {
      files.create(job.spec.outputBytes());
    }
    results[job.number] = job.result(now);
    finished++;
  }
}
