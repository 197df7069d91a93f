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
package io.trident.yarn.scheduler;

import static io.trident.yarn.scheduler.ContainerCounters.counterOf;

import io.trident.core.cost.CostModel;
import io.trident.core.request.PreferenceMap;
import io.trident.core.text.EnumNames;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * Metrics source {@code TridentPlacement}: what the resource manager does with preference maps; and
 * the sources {@code TridentQueue}, one for each queue, which have the same metrics and a tag
 * {@code Queue}. What a queue's counts, the first counts, too.
 *
 * <p>Only containers of requests that carried maps are counted. Thread-safe.
 */
public final class PlacementMetrics implements MetricsSource {
  /** The name of the source for all queues together. */
  public static final String NAME = "TridentPlacement";

  /** What the names of the sources of single queues begin with. */
  public static final String QUEUE_NAME = "TridentQueue";

  private static final MetricsInfo QUEUE = Interns.info("Queue", "Metrics by queue");
  private static final MetricsInfo LOCK_WAIT =
      Interns.info("LockWaitMicros", "Time that offers and placements waited for plans");
  private static final MetricsInfo INDEX =
      Interns.info("IndexMicros", "Time that offers waited for the index of room, or renewed it");
  private static final MetricsInfo PLANS_PER_CONTAINER =
      Interns.info("PlansPerContainer", "Plans made, divided by containers placed");

  private final MetricsRegistry registry;
  private final @Nullable PlacementMetrics total;
  private final Map<String, PlacementMetrics> queues = new HashMap<>(); // of the total's only
  private final Counters counters;
  private final ContainerCounters asked;
  private final ContainerCounters placed;
  private final ContainerCounters shadow;
  private final MutableCounterLong shadowUnplanned;
  private final MutableCounterLong malformed;
  private final MutableCounterLong beyondLimit;
  private final MutableCounterLong rerouted;
  private final MutableCounterLong refused;
  private final MutableCounterLong expired;
  private final MutableRate planMicros;
  private final MinuteQuantiles planTime;
  private final Map<FallbackReason, MutableCounterLong> byFallback =
      new EnumMap<>(FallbackReason.class);
  private final LongAdder plans = new LongAdder();
  private final LongAdder containers = new LongAdder();
  private final LongAdder lockWaitNanos = new LongAdder();
  private final LongAdder indexNanos = new LongAdder();

  /**
   * @param total that of all queues, for that of one
   */
  private PlacementMetrics(MetricsRegistry registry, @Nullable PlacementMetrics total) {
    this.registry = registry.setContext("yarn");
    this.total = total;
    this.counters = new Counters(registry);
    this.asked = new ContainerCounters(counters, "Asked", "Containers asked for");
    this.placed = new ContainerCounters(counters, "Containers", "Containers placed");
    this.shadow =
        new ContainerCounters(counters, "Shadow", "Containers that a plan had in shadow mode");
    this.shadowUnplanned =
        counters.add("ShadowUnplanned", "Containers placed in shadow mode that no plan had");
    this.malformed = counters.add("MalformedMaps", "Requests whose preference map was rejected");
    this.beyondLimit =
        counters.add(
            "MapsBeyondLimit",
            "Preference maps that were not kept, since the application's had too many entries");
    this.rerouted =
        counters.add("OffersRerouted", "Offers answered with another node than the offered one");
    this.refused =
        counters.add("ProposalsRefused", "Nodes answered that the scheduler did not place on");
    this.expired =
        counters.add("ProposalsExpired", "Proposed containers that were not committed in time");
    this.planMicros = registry.newRate("PlanMicros", "Time to make a plan", false);
    this.planTime =
        new MinuteQuantiles("PlanTime", "Time to make a plan", "Plans", "Micros", System::nanoTime);
    for (FallbackReason reason : FallbackReason.values()) {
      String name = EnumNames.camelCase(reason);
      byFallback.put(reason, counters.add("Fallback" + name, "Offers left to stock: " + name));
    }
  }

  /**
   * Returns this process's source, registering it at the first call. A resource manager that
   * becomes standby drops all its sources, this one and those of queues among them; its next
   * scheduler begins at 0.
   */
  public static PlacementMetrics registered() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    synchronized (PlacementMetrics.class) {
      if (system.getSource(NAME) instanceof PlacementMetrics existing) {
        return existing;
      }
      PlacementMetrics created = new PlacementMetrics(new MetricsRegistry(NAME), null);
      return system.register(NAME, "Placement by preference maps", created);
    }
  }

  /**
   * Returns the source of a queue, which is registered at the first call. Takes a lock, and may
   * register: to be called once for an application and queue.
   *
   * @param exists whether the scheduler has a queue of that path; sources of others go
   */
  synchronized PlacementMetrics ofQueue(String path, Predicate<String> exists) {
    PlacementMetrics known = queues.get(path);
    if (known != null) {
      return known;
    }
    retain(exists);
    if (DefaultMetricsSystem.instance().getSource(sourceName(path)) != null) {
      return this; // of the scheduler that has followed this one in the process
    }
    PlacementMetrics created =
        new PlacementMetrics(new MetricsRegistry(QUEUE_NAME).tag(QUEUE, path), this);
    DefaultMetricsSystem.instance()
        .register(sourceName(path), "Placement by preference maps in " + path, created);
    queues.put(path, created);
    return created;
  }

  /** Removes the sources of queues that do not exist any more. */
  synchronized void retain(Predicate<String> exists) {
    queues
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !exists.test(entry.getKey());
              if (gone) {
                DefaultMetricsSystem.instance().unregisterSource(sourceName(entry.getKey()));
              }
              return gone;
            });
  }

  /** As that of YARN's own metrics of queues. */
  private static String sourceName(String path) {
    StringBuilder name = new StringBuilder(QUEUE_NAME);
    int depth = 0;
    for (String part : path.split("\\.", -1)) {
      name.append(",q").append(depth++).append('=').append(part);
    }
    return name.toString();
  }

  /** Returns the sources of single queues, by path. */
  synchronized Map<String, PlacementMetrics> queues() {
    return new TreeMap<>(queues);
  }

  /** Returns the values of all counters of containers, proposals and offers, by name. */
  Map<String, Long> counters() {
    Map<String, Long> values = counters.values();
    values.put("PlansMade", plans.sum());
    return values;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    planTime.snapshot(record);
    long placements = containers.sum();
    record
        .addCounter(LOCK_WAIT, lockWaitNanos.sum() / 1_000)
        .addCounter(INDEX, indexNanos.sum() / 1_000)
        .addGauge(PLANS_PER_CONTAINER, placements == 0 ? 0 : (double) plans.sum() / placements);
  }

  /**
   * Counts containers that an application asks for.
   *
   * @param before what it asked for until now: only what is more counts
   * @param locality the narrowest kind of place that it names
   */
  void asked(PreferenceMap before, PreferenceMap now, NodeType locality, CostModel costs) {
    Map<Double, Integer> old = before.counts();
    for (int i = 0; i < now.size(); i++) {
      double score = now.score(i);
      int more = now.count(i) - old.getOrDefault(score, 0);
      if (more > 0) {
        asked(locality, OptionalDouble.of(score), costs, more);
      }
    }
  }

  private void asked(NodeType locality, OptionalDouble score, CostModel costs, int more) {
    asked.add(locality, score, costs, more);
    if (total != null) {
      total.asked(locality, score, costs, more);
    }
  }

  void containerPlaced(NodeType locality, OptionalDouble score, CostModel costs) {
    placed.add(locality, score, costs, 1);
    containers.increment();
    if (total != null) {
      total.containerPlaced(locality, score, costs);
    }
  }

  /** Counts the container that a plan had in place of the one that stock placed. */
  void containerOfShadow(NodeType locality, OptionalDouble score, CostModel costs) {
    shadow.add(locality, score, costs, 1);
    if (total != null) {
      total.containerOfShadow(locality, score, costs);
    }
  }

  /** Counts a container that stock placed and no plan had. */
  void containerWithoutShadow() {
    shadowUnplanned.incr();
    if (total != null) {
      total.containerWithoutShadow();
    }
  }

  void planMade(Duration took) {
    long micros = took.toNanos() / 1_000;
    planMicros.add(micros);
    planTime.add(micros);
    plans.increment();
    if (total != null) {
      total.planMade(took);
    }
  }

  /** Counts the time that an offer or a placement waited for its application's plan. */
  void waitedForPlan(long nanos) {
    lockWaitNanos.add(nanos);
    if (total != null) {
      total.waitedForPlan(nanos);
    }
  }

  /** Counts the time that an offer waited for the index of room, or renewed it. */
  void readIndex(long nanos) {
    indexNanos.add(nanos);
    if (total != null) {
      total.readIndex(nanos);
    }
  }

  void mapRejected() {
    malformed.incr();
    if (total != null) {
      total.mapRejected();
    }
  }

  void mapsBeyondLimit(int maps) {
    beyondLimit.incr(maps);
    if (total != null) {
      total.mapsBeyondLimit(maps);
    }
  }

  void offerRerouted() {
    rerouted.incr();
    if (total != null) {
      total.offerRerouted();
    }
  }

  /** Counts proposals that the scheduler did not place. */
  void proposalsRefused(int proposals) {
    refused.incr(proposals);
    if (total != null) {
      total.proposalsRefused(proposals);
    }
  }

  /** Counts proposals that were not committed in time. */
  void proposalsExpired(int proposals) {
    expired.incr(proposals);
    if (total != null) {
      total.proposalsExpired(proposals);
    }
  }

  void fallback(FallbackReason reason) {
    counterOf(byFallback, reason).incr();
    if (total != null) {
      total.fallback(reason);
    }
  }
}
