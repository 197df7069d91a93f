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
package io.trident.benchmarks.rmload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * A cluster with its applications around one scheduler: nodes and applications send a heartbeat a
 * second, each at its own time in the second; applications arrive at random. The same seed gives
 * the same arrivals whatever the scheduler does.
 *
 * <p>A scheduler that places at heartbeats is driven as fast as it goes, in simulated time; an
 * asynchronous one in real time.
 */
final class ClusterLoad implements AutoCloseable {
  private static final long CLUSTER_TIMESTAMP = 1;
  private static final long FOR_GOOD = Integer.MAX_VALUE;
  private static final int SECONDS_TO_SETTLE = 3;
  private static final int STRIDE = 7_919; // a prime: neighbours' heartbeats are far apart

  private final LoadSpec spec;
  private final Contender contender;
  private final Drive drive;
  private final Topology topology;
  private final SchedulerUnderLoad scheduler;
  private final LoadCounters counters = new LoadCounters();
  private final JobMix mix;
  private final double millisBetweenJobs;
  private final Random arrivals;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<List<SimulatedNode>> nodesAt = phases();
  private final List<List<SimulatedJob>> jobsAt = phases();
  private final Map<ApplicationAttemptId, StandingApplication> standing = new LinkedHashMap<>();
  private final long realStart;
  private long now;
  private double nextArrival;
  private boolean arriving;
  private int jobs;
  private int liveJobs;
  private long lagMillis;

  /**
   * What serving an application took.
   *
   * @param updateP99 99 % of node updates took no longer, in nanoseconds
   * @param allocateP99 99 % of applications' heartbeats took no longer, in nanoseconds
   */
  record Served(Cost cost, double updateP99, double allocateP99) {}

  /** Builds the cluster and fills it as it will be on average. */
  ClusterLoad(LoadSpec spec, Contender contender, Drive drive) {
    this.spec = spec;
    this.contender = contender;
    this.drive = drive;
    topology = new Topology(spec.nodes());
    scheduler = new SchedulerUnderLoad(spec.scheduler(), contender, drive);
    mix = new JobMix(spec.largestJob(), spec.meanRunMillis());
    arrivals = new Random(spec.seed());
    millisBetweenJobs =
        mix.meanContainers() * spec.meanRunMillis() / (spec.occupancy() * spec.slots());
    for (int node = 0; node < spec.nodes(); node++) {
      SimulatedNode added = scheduler.addNode(topology.host(node), topology.rack(node));
      nodes.add(added);
      nodesAt.get((int) ((long) node * STRIDE % LoadSpec.HEARTBEAT_MILLIS)).add(added);
    }
    spec.standing().applications(topology, contender.sendsMaps()).forEach(this::submit);
    for (int i = 0; i < SECONDS_TO_SETTLE && !standing.isEmpty(); i++) {
      advance(1);
    }
    arriving = spec.occupancy() > 0;
    int filled = 0;
    while (filled < spec.occupancy() * spec.slots()) {
      JobMix.Job size = mix.draw(arrivals);
      filled += size.maps();
      submit(new JobMix.Job(size.maps(), 0), mix::remainingMillis);
    }
    realStart = System.nanoTime();
  }

  private static <T> List<List<T>> phases() {
    List<List<T>> phases = new ArrayList<>();
    for (int i = 0; i < LoadSpec.HEARTBEAT_MILLIS; i++) {
      phases.add(new ArrayList<>());
    }
    return phases;
  }

  /**
   * Lets time pass.
   *
   * @throws IllegalStateException if the scheduler gives a container twice, fills a node or a queue
   *     beyond its capacity
   */
  void advance(int seconds) {
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < LoadSpec.HEARTBEAT_MILLIS; i++) {
        tick();
      }
      scheduler.checkQueues();
      long busy = 0;
      for (SimulatedNode node : nodes) {
        busy += node.busySlots();
      }
      counters.busy(busy);
    }
  }

  /** From now on no application arrives. */
  void endArrivals() {
    arriving = false;
  }

  private void tick() {
    if (drive == Drive.ASYNCHRONOUS) {
      keepPace();
    }
    scheduler.at(now);
    if (now % HostScheduler.UPDATE_MILLIS == 0) {
      scheduler.update();
    }
    while (arriving && nextArrival <= now) {
      submit(mix.draw(arrivals), mix::runMillis);
      nextArrival -= millisBetweenJobs * Math.log(1 - arrivals.nextDouble());
    }
    int phase = (int) (now % LoadSpec.HEARTBEAT_MILLIS);
    nodesAt.get(phase).forEach(this::heartbeat);
    List<SimulatedJob> due = jobsAt.get(phase);
    due.forEach(this::heartbeat);
    if (phase == 0) {
      standing.forEach(this::heartbeat);
    }
    due.removeIf(
        job -> {
          if (job.isDone()) {
            scheduler.finish(job.attempt());
            liveJobs--;
          }
          return job.isDone();
        });
    now++;
  }

  private void keepPace() {
    long due = realStart + TimeUnit.MILLISECONDS.toNanos(now);
    long left = due - System.nanoTime();
    lagMillis = Math.max(lagMillis, TimeUnit.NANOSECONDS.toMillis(-left));
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = due - System.nanoTime();
    }
  }

  /**
   * Submits one application of maps, and lets time pass until it has all its containers and then
   * until these have ended.
   *
   * @return what it took until all were placed
   */
  Served serve(int maps) {
    long before = counters.started();
    Cost start = scheduler.cost();
    submit(new JobMix.Job(maps, 0), mix::runMillis);
    while (counters.started() - before < maps) {
      tick();
    }
    Served served =
        new Served(
            scheduler.cost().minus(start),
            scheduler.nodeUpdates().nanos().quantile(0.99),
            scheduler.allocates().nanos().quantile(0.99));
    while (liveJobs > 0) {
      tick();
    }
    return served;
  }

  private void submit(StandingApplication application) {
    ApplicationAttemptId attempt = nextAttempt();
    scheduler.submit(attempt, LoadQueue.TRIAL.label(), LoadQueue.TRIAL.label());
    standing.put(attempt, application);
  }

  private ApplicationAttemptId nextAttempt() {
    jobs++;
    return ApplicationAttemptId.newInstance(ApplicationId.newInstance(CLUSTER_TIMESTAMP, jobs), 1);
  }

  private void submit(JobMix.Job size, ToIntFunction<Random> runMillis) {
    liveJobs++;
    LoadQueue queue = LoadQueue.draw(arrivals);
    String user = queue.drawUser(arrivals);
    long seed = arrivals.nextLong();
    ApplicationAttemptId attempt = nextAttempt();
    scheduler.submit(attempt, queue.label(), user);
    SimulatedJob job =
        new SimulatedJob(attempt, topology, size, seed, runMillis, contender.sendsMaps(), now);
    counters.containersAsked(size.containers());
    jobsAt.get(arrivals.nextInt(LoadSpec.HEARTBEAT_MILLIS)).add(job);
  }

  private void heartbeat(SimulatedNode node) {
    List<SimulatedNode.Running> ended = node.prepareReport(now);
    scheduler.nodeUpdate(node);
    for (SimulatedNode.Running one : ended) {
      one.job().containerEnded(now);
      counters.containerEnded();
    }
  }

  private void heartbeat(SimulatedJob job) {
    List<ResourceRequest> asks = job.takeAsks();
    spec.scheduler().adapt(asks);
    List<Container> given = scheduler.allocate(job.attempt(), asks, job.takeUnneeded());
    for (Container container : given) {
      OptionalInt run = job.receive(container, counters);
      if (run.isPresent()) {
        nodes
            .get(topology.node(container.getNodeId().getHost()))
            .start(job, container.getId(), now + run.getAsInt());
        counters.containerStarted(now - job.askedAt());
      }
    }
  }

  private void heartbeat(ApplicationAttemptId attempt, StandingApplication application) {
    for (Container container : scheduler.allocate(attempt, application.takeAsks(), List.of())) {
      long runMillis = application.containersStay() ? FOR_GOOD : spec.meanRunMillis();
      nodes
          .get(topology.node(container.getNodeId().getHost()))
          .start(application, container.getId(), now + runMillis);
      counters.standingContainerStarted();
    }
  }

  /** Forgets what was measured so far; what was counted for good stays. */
  void startMeasuring() {
    scheduler.forgetTimes();
    counters.forgetStatistics();
    lagMillis = 0;
  }

  LoadSpec spec() {
    return spec;
  }

  Contender contender() {
    return contender;
  }

  SchedulerUnderLoad scheduler() {
    return scheduler;
  }

  LoadCounters counters() {
    return counters;
  }

  /** Applications that are submitted and not ended. */
  int liveJobs() {
    return liveJobs;
  }

  /** How late a heartbeat was at most, in real time. */
  long lagMillis() {
    return lagMillis;
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
