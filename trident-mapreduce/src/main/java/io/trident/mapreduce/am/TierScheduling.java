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
package io.trident.mapreduce.am;

import io.trident.core.config.ConfigSource;
import io.trident.core.config.CostKeys;
import io.trident.core.config.MatchingKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.guard.Guard;
import io.trident.core.model.RackResolver;
import io.trident.core.placement.PlacementPolicy;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.config.MapReduceKeys;
import io.trident.mapreduce.config.WithoutTiers;
import io.trident.mapreduce.prefetch.HeldBlocks;
import io.trident.mapreduce.split.JobInputs;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trident inside one application master: what the allocator reports to it and asks of it.
 *
 * <p>The allocator reports each map that starts or ceases to wait and each that gets or loses a
 * container, sends its asks through {@link #stamping}, and offers containers to {@link #match}. Any
 * call may fail, and leaves what it holds usable: the allocator calls through a {@link Guard}.
 *
 * <p>Not thread-safe: all calls, those of the resource manager's protocol included, are made under
 * the allocator's lock. Look-ups of tiers run elsewhere and no call waits for them.
 */
public final class TierScheduling implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierScheduling.class);

  private final SplitTiers tiers;
  private final RackResolver topology;
  private final CostModel model;
  private final MapMatcher matcher;
  private final MapAsks asks;
  private final BiConsumer<TridentCounter, Long> counters;
  private final LongSupplier nanoTime;
  private final Guard guard;
  private final AmMetrics metrics;
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private final Map<TaskAttemptId, WaitingMap> waiting = new LinkedHashMap<>();
  private final Map<Integer, List<TaskAttemptId>> waitingOfSplit = new HashMap<>();
  private final LiveAttempts live;

  /** How many asks the latest call repeated. */
  private int repeated;

  private @Nullable PlacementLog placements;
  private @Nullable JobFeedback feedback;
  private @Nullable HeldBlocks held;
  private @Nullable MatchingRound round;

  TierScheduling(
      SplitTiers tiers,
      MapMatcher matcher,
      RackResolver topology,
      CostModel model,
      Priority mapPriority,
      Priority reducePriority,
      Predicate<TaskId> severalAttempts,
      BiConsumer<TridentCounter, Long> counters,
      Guard guard,
      LongSupplier nanoTime) {
    this.tiers = tiers;
    this.topology = topology;
    this.model = model;
    this.matcher = matcher;
    this.asks = new MapAsks(topology, mapPriority, reducePriority);
    this.live = new LiveAttempts(severalAttempts);
    this.counters = counters;
    this.guard = guard;
    this.metrics = AmMetrics.register(guard);
    this.nanoTime = nanoTime;
  }

  /**
   * Starts Trident in an AM; empty if the AM is to work as stock, which is then logged.
   *
   * @param conf the job's configuration
   * @param attempt this AM's attempt
   * @param mapPriority the priority at which the allocator asks for first attempts of maps
   * @param reducePriority the priority at which it asks for reduces
   * @param severalAttempts whether the job has more than one attempt of a task
   * @param counters takes increments of job counters
   * @param guard contains what fails on threads of its own
   * @throws io.trident.core.config.ConfigException if a key has an invalid value
   * @throws IOException if what the job reads is not readable
   */
  public static Optional<TierScheduling> start(
      Configuration conf,
      ApplicationAttemptId attempt,
      Priority mapPriority,
      Priority reducePriority,
      Predicate<TaskId> severalAttempts,
      BiConsumer<TridentCounter, Long> counters,
      Guard guard)
      throws IOException {
    Optional<JobInputs> inputs = inputs(conf);
    if (inputs.isEmpty() && MapReduceKeys.WITHOUT_TIERS.read(conf::get) == WithoutTiers.STOCK) {
      LOG.warn("There is no {} beside the job: this AM works as Hadoop's own", JobInputs.FILE_NAME);
      return Optional.empty();
    }
    return Optional.of(
        start(
            inputs.orElse(new JobInputs(List.of())),
            conf,
            attempt,
            mapPriority,
            reducePriority,
            severalAttempts,
            counters,
            guard));
  }

  private static TierScheduling start(
      JobInputs inputs,
      Configuration conf,
      ApplicationAttemptId attempt,
      Priority mapPriority,
      Priority reducePriority,
      Predicate<TaskId> severalAttempts,
      BiConsumer<TridentCounter, Long> counters,
      Guard guard) {
    ConfigSource source = conf::get;
    PolicyName policy = MapReduceKeys.POLICY.read(source);
    CostModel model = CostKeys.read(source);
    long intervalMs = MapReduceKeys.REFRESH_INTERVAL_MS.read(source);
    int batch = MapReduceKeys.REFRESH_SPLITS.read(source);
    long firstWaitMs = MapReduceKeys.FIRST_LOOKUP_WAIT_MS.read(source);
    String directory = MapReduceKeys.PLACEMENTS_DIR.read(source);

    PlacementPolicy optimal =
        Policies.of(
            PolicyName.TRIDENT,
            MatchingKeys.CERTIFY.read(source),
            MatchingKeys.WORK_BUDGET.read(source));
    RackResolver racks = new HadoopRacks();
    Storage storage = Storages.open(conf);
    SplitTiers tiers = new SplitTiers(inputs, storage::locate);
    TierScheduling scheduling =
        new TierScheduling(
            tiers,
            new MapMatcher(policy, optimal, racks, model),
            racks,
            model,
            mapPriority,
            reducePriority,
            severalAttempts,
            counters,
            guard,
            System::nanoTime);
    scheduling.resources.push(storage);
    String job = attempt.getApplicationId().toString().replaceFirst("application", "job");
    @Nullable String submitDir = conf.get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (submitDir != null) {
      HeldBlocks held = HeldBlocks.takeOver(job, new Path(submitDir), conf, guard);
      scheduling.held = held;
      scheduling.resources.push(held);
      scheduling.feedback =
          JobFeedback.of(conf, attempt, new Path(submitDir), held, scheduling.metrics, guard)
              .orElse(null);
    }
    if (inputs.size() > 0) {
      TierRefresher refresher = new TierRefresher(tiers, intervalMs, batch, guard);
      scheduling.resources.push(refresher);
      refresher.start();
      refresher.awaitFirst(firstWaitMs);
    }
    if (!directory.isEmpty()) {
      Path file = new Path(directory, job + "_" + attempt.getAttemptId() + ".placements.jsonl");
      PlacementLog log = PlacementLog.start(file, conf, guard);
      scheduling.placements = log;
      scheduling.resources.push(log);
    }
    LOG.info("Trident places maps by {}; {} splits are known", policy.label(), inputs.size());
    return scheduling;
  }

  private static Optional<JobInputs> inputs(Configuration conf) throws IOException {
    @Nullable String directory = conf.get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (directory == null) {
      return Optional.empty();
    }
    Path file = new Path(directory, JobInputs.FILE_NAME);
    try {
      return Optional.of(JobInputs.read(file.getFileSystem(conf), file));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The connection to the resource manager with preference maps on its asks. */
  public ApplicationMasterProtocol stamping(ApplicationMasterProtocol resourceManager) {
    return new StampingProtocol(resourceManager, guard, this::stamp, this::delivered);
  }

  private List<ResourceRequest> stamp(List<ResourceRequest> stock) {
    tiers.forEachChanged(this::refresh);
    List<ResourceRequest> stamped = asks.rewrite(stock, waiting.values());
    repeated = stamped.size() - stock.size();
    return stamped;
  }

  private void delivered() {
    asks.delivered();
    metrics.repeated(repeated);
  }

  /** Looks at the waiting maps of a split again: other tiers, or other nodes to avoid. */
  private void refresh(int split) {
    for (TaskAttemptId attempt : waitingOfSplit.getOrDefault(split, List.of())) {
      WaitingMap old = waiting.get(attempt);
      if (old != null) {
        WaitingMap map = waitingMap(attempt, old.names());
        waiting.put(attempt, map);
        asks.change(map, waiting.size());
      }
    }
  }

  private WaitingMap waitingMap(TaskAttemptId attempt, List<String> names) {
    int split = attempt.getTaskId().getId();
    return WaitingMap.of(attempt, names, tiers.blocksOf(split), topology, model)
        .avoiding(live.avoidedBy(attempt));
  }

  /**
   * A map waits, asked for at the map priority.
   *
   * @param hosts the nodes that its split names
   * @param racks their racks
   */
  public void waiting(TaskAttemptId attempt, List<String> hosts, List<String> racks) {
    int split = attempt.getTaskId().getId();
    if (feedback != null) {
      feedback.waiting();
    }
    tiers.waiting(split, hosts);
    List<String> names = new ArrayList<>(hosts);
    names.addAll(racks);
    WaitingMap map = waitingMap(attempt, List.copyOf(names));
    settled(attempt);
    waiting.put(attempt, map);
    waitingOfSplit.computeIfAbsent(split, any -> new ArrayList<>(1)).add(attempt);
    asks.add(map);
  }

  /**
   * Returns the nodes that other attempts of an attempt's task run on. It is not to be asked for
   * there.
   */
  public Set<String> nodesOfOthers(TaskAttemptId attempt) {
    return live.avoidedBy(attempt);
  }

  /** A map ceased to wait: it got a container, or was given up. */
  public void settled(TaskAttemptId attempt) {
    if (waiting.remove(attempt) != null) {
      int split = attempt.getTaskId().getId();
      List<TaskAttemptId> others = waitingOfSplit.getOrDefault(split, List.of());
      others.remove(attempt);
      if (others.isEmpty()) {
        waitingOfSplit.remove(split);
        tiers.settled(split);
      }
      asks.remove(attempt);
    }
  }

  /**
   * Matches waiting maps with containers.
   *
   * @param offered containers that may be given to waiting maps
   * @param limit how many may be given now; not negative
   * @return which attempt gets which container, and what is to be given back; other containers are
   *     left to Hadoop's own code
   */
  public MatchedContainers match(Collection<Container> offered, int limit) {
    round = null;
    if (offered.isEmpty() || waiting.isEmpty() || limit <= 0) {
      return MatchedContainers.NONE;
    }
    long start = nanoTime.getAsLong();
    OfferedContainers containers = new OfferedContainers(offered);
    MatchingRound decided = matcher.match(waiting.values(), containers.byNode(), limit);
    Map<TaskAttemptId, Container> given = containers.give(decided.pairs());
    List<Container> refused =
        matcher.isOff() || containers.isEmpty() ? List.of() : refuse(containers, given);
    round = decided;
    counters.accept(TridentCounter.OPTIMAL_COST, milli(decided.optimalCost()));
    long micros = TimeUnit.NANOSECONDS.toMicros(nanoTime.getAsLong() - start);
    metrics.matched(given.size(), micros);
    LOG.info(
        "Matched {} of {} waiting maps with {} containers: cost {}, optimum {}, {} us",
        given.size(),
        waiting.size(),
        offered.size(),
        decided.cost(),
        decided.optimalCost(),
        micros);
    return new MatchedContainers(given, refused);
  }

  /**
   * Takes the containers out that Hadoop's code would give to a map which is not to run there.
   *
   * @param given what attempts got, by now
   */
  private List<Container> refuse(
      OfferedContainers containers, Map<TaskAttemptId, Container> given) {
    List<Container> refused = new ArrayList<>();
    for (WaitingMap map : List.copyOf(waiting.values())) {
      if (given.containsKey(map.attempt()) || !live.hasOthers(map.attempt())) {
        continue;
      }
      Set<String> nodes = new HashSet<>(map.avoided());
      for (TaskAttemptId other : waitingOfSplit.getOrDefault(map.split(), List.of())) {
        Container taken = given.get(other);
        if (taken != null) {
          nodes.add(taken.getNodeId().getHost());
        }
      }
      List<Container> there = containers.takeAll(nodes);
      if (!there.isEmpty()) {
        refused.addAll(there);
        live.refused(map.attempt());
        refresh(map.split()); // it may have refused often enough
      }
    }
    return refused;
  }

  /** A container went to a map, by whatever code: counts it and explains it. */
  public void assigned(TaskAttemptId attempt, String node) {
    int split = attempt.getTaskId().getId();
    live.started(attempt, node);
    refresh(split);
    WaitingMap map = WaitingMap.of(attempt, List.of(), tiers.blocksOf(split), topology, model);
    ReadForecast forecast =
        ReadForecast.of(map.blocks(), map.profile(), node, topology.rackOf(node));
    @Nullable Double optimum = round == null ? null : round.optimum().get(attempt);
    Map<TridentCounter, Long> increments = new EnumMap<>(TridentCounter.class);
    increments.put(forecast.counter(), 1L);
    increments.put(TridentCounter.ASSIGNMENT_COST, milli(forecast.cost()));
    if (round == null) { // not chosen among several: its cost is its optimum
      increments.put(TridentCounter.OPTIMAL_COST, milli(forecast.cost()));
    }
    if (feedback != null) {
      increments.putAll(feedback.assigned(attempt, node, tiers.locatedOf(split)));
    }
    increments.forEach(counters);
    if (placements != null) {
      placements.placed(attempt, node, forecast, map.best(), optimum);
    }
    LOG.debug(
        "{} on {}: cost {} ({} {}), best anywhere {}, in the optimum {}",
        attempt,
        node,
        forecast.cost(),
        forecast.locality(),
        forecast.tier(),
        map.best(),
        optimum);
  }

  /** A map has its container no longer. */
  public void vacated(TaskAttemptId attempt) {
    live.ended(attempt);
    refresh(attempt.getTaskId().getId());
  }

  /** The job has ended: reports how its prefetching went, and learns from it. Takes 5 s at most. */
  public void ended(Job job) {
    if (feedback != null) {
      feedback.ended(job);
    }
  }

  /** Another attempt of the master follows: what is held in memory is left to it. */
  public void leave() {
    if (held != null) {
      held.leave();
    }
  }

  private static long milli(double cost) {
    return Math.round(cost * 1000);
  }

  @Override
  public void close() {
    for (AutoCloseable resource : resources) {
      guard.run("A part of Trident is not closed", resource::close);
    }
    metrics.close();
  }
}
