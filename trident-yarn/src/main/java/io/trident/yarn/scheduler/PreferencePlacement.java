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

import io.trident.core.guard.FailureBreaker;
import io.trident.core.model.Locality;
import io.trident.core.request.PreferenceMap;
import io.trident.yarn.config.QueueMode;
import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.report.ApplicationReport;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Algorithm 3 (paper, section 3.2) for one application at one priority: what {@link
 * TridentPlacementAllocator} adds to the stock allocator. Its failures are contained there.
 *
 * @param <N> the scheduler's kind of node
 */
final class PreferencePlacement<N extends SchedulerNode> {
  /*
   * How it works
   * ------------
   * The Capacity scheduler offers a node, or a partition's nodes; it asks the allocator in which
   * order to try nodes, and it places on whichever node it is given. So the answer to an offer
   * (NodeOrder) is the cheapest container of a plan that Algorithm 3 made over all nodes with room
   * (ApplicationPlanner). Queue and user
   * limits, reservations, pre-emption and commit stay the scheduler's: it goes through them for
   * each container, which makes consuming the sorted plan one by one the same as the algorithm's
   * take(maxContainers). The Fair and FIFO schedulers, which do not ask, are answered by NodeGate.
   *
   * The plan is made once and consumed from its head in O(1). It is made again when the application
   * changes its requests, and when there is room that was not there before and the plan is used up
   * or old. What a plan costs does not grow with the cluster: RoomIndex knows where there is room,
   * and ContainerAllocation looks at the shorter of the lists of requests and of nodes with room.
   * All applications' plans together take a part of the scheduler's time that the operator sets;
   * beyond it requests are served as by stock until time has passed.
   *
   * What an application can make the resource manager keep is bounded, too: 12 bytes for each entry
   * of its maps, up to trident.yarn.max-entries at all its priorities; a request whose map exceeds
   * it is one without.
   *
   * Delay scheduling stays as configured (yarn.scheduler.capacity.node-locality-delay and
   * rack-locality-additional-delay): while the best candidate left is not node-local, each offer
   * tries it once, which counts one missed opportunity as in stock, and an offered node that could
   * serve a node-local request goes first. For the algorithm to the letter set the delays to -1
   * and 0.
   *
   * In flight
   * ---------
   * With asynchronous scheduling, the default, a proposal is committed later by another thread.
   * Until allocate() reports it, the candidate is in flight: neither its share of the pending count
   * nor, for any application, its room is given out again. When everything pending is in flight the
   * answer is an empty iterator; the stock answer would propose the offered node on top.
   *
   * In shadow
   * ---------
   * In the mode shadow all this is done but for the answer: stock's is given, and nothing is in
   * flight. When stock places a container, the one that the plan had for the latest offer is counted
   * beside it, and taken off the plan.
   *
   * Left to stock
   * -------------
   * FallbackReason lists when. Two matter for correctness: an offer on a reserved node is there to
   * fulfil that reservation, and another node's container would be rejected at commit for ever;
   * and when nothing fits anywhere, stock must see the offered node or large requests would never
   * reserve and nothing would be pre-empted. In a saturated cluster most offers find room on the
   * offered node only: there is nothing to choose, and nothing is planned.
   *
   * Locking
   * -------
   * updatePendingAsk and allocate run under AppSchedulingInfo's write lock, offers on any number of
   * scheduling threads under none of ours. One lock guards maps, plan and what is in flight; under
   * it only the index's and leaf locks (node tracker, node, request map) are taken.
   */
  private static final Logger LOG = LoggerFactory.getLogger(PreferencePlacement.class);

  private final LocalityAppPlacementAllocator<N> stock;
  private final AppSchedulingInfo application;
  private final SchedulerRequestKey key;
  private final RMContext rmContext;
  private final PlacementContext context;
  private final @Nullable NodeOffers<N> offers;
  private final @Nullable NodeGate<N> gate;
  private final ApplicationQueue queue;
  private final ApplicationCounts counts;
  private final SentMaps sentMaps;
  private final OpenRequests<N> openRequests;
  private final ApplicationPlanner<N> planner;
  private final NodeOrder<N> order;

  private final Object lock = new Object();
  private final PendingPreferences preferences = new PendingPreferences();
  private final InFlight inFlight = new InFlight();

  /** Whether any map is pending; read without the lock, so that others' offers cost nothing. */
  private volatile boolean preferring;

  /** Whether a map was ever sent; guarded by AppSchedulingInfo's write lock. */
  private boolean everPreferred;

  /**
   * @param stock the allocator, which knows what is pending
   * @param context of the scheduler
   * @param offers of a scheduler that places on a node only when it heartbeats, else null
   */
  PreferencePlacement(
      LocalityAppPlacementAllocator<N> stock,
      AppSchedulingInfo application,
      SchedulerRequestKey key,
      RMContext rmContext,
      PlacementContext context,
      @Nullable NodeOffers<?> offers) {
    this.stock = stock;
    this.application = application;
    this.key = key;
    this.rmContext = rmContext;
    this.context = context;
    this.offers = offersOf(offers);
    this.planner =
        new ApplicationPlanner<>(stock, application, key, this, context, preferences, inFlight);
    this.order = new NodeOrder<>(stock, this, context);
    this.gate = this.offers == null ? null : new NodeGate<>(this, context, this.offers);
    this.queue = new ApplicationQueue(application, context);
    this.sentMaps = new SentMaps(this, context);
    this.openRequests = new OpenRequests<>(stock, application);
    this.counts = context.applications().of(application.getApplicationId());
  }

  /** Notes that Trident failed. */
  void failed() {
    counts.fallback(FallbackReason.ERROR);
    queue.lastMetrics().fallback(FallbackReason.ERROR);
    if (context.breaker().failed(context.nanoTime())) {
      LOG.warn(
          "Preference maps are not used for {} s, after {} failures",
          FailureBreaker.WINDOW_NANOS / 1_000_000_000,
          FailureBreaker.MOST_FAILURES);
    }
  }

  /** Returns whether any map is pending. */
  boolean isPreferring() {
    return preferring;
  }

  /** Returns what the application asks for. */
  OpenRequests<N> openRequests() {
    return openRequests;
  }

  /** Returns what takes the maps out of requests. */
  SentMaps sentMaps() {
    return sentMaps;
  }

  /**
   * Notes that the application changed its requests.
   *
   * @param sent their maps
   * @param recovered whether the requests are those of one container that is asked for once more
   */
  void updated(
      Collection<ResourceRequest> requests, Map<String, PreferenceMap> sent, boolean recovered) {
    if (sent.isEmpty() && !everPreferred) {
      return;
    }
    everPreferred = true;
    ApplicationQueue.State state = queue.now(scheduler());
    ApplicationAttemptId attempt = application.getApplicationAttemptId();
    int mostEntries = state.settings().settings().maxEntries();
    int mostHere = mostEntries - counts.entries().beside(attempt, key);
    int beyond = 0;
    synchronized (lock) {
      PreferenceMap before = preferences.get(ResourceRequest.ANY);
      for (ResourceRequest request : requests) {
        String name = request.getResourceName();
        PreferenceMap map = sent.getOrDefault(name, PreferenceMap.EMPTY);
        if (!recovered) {
          beyond += preferences.replace(name, map, request.getNumContainers(), mostHere) ? 0 : 1;
        } else if (!map.isEmpty()) {
          preferences.add(name, map.lowest());
        }
      }
      counts.entries().keep(attempt, key, preferences.entries());
      order.updated();
      if (gate != null) {
        gate.updated();
      }
      preferring = !preferences.isEmpty();
      PreferenceMap now = preferences.get(ResourceRequest.ANY);
      state
          .metrics()
          .asked(before, now, openRequests.narrowest(), state.settings().settings().costs());
    }
    if (beyond > 0) {
      state.metrics().mapsBeyondLimit(beyond);
      if (context.firstWarning(application.getApplicationId())) {
        LOG.warn(
            "{} sent preference maps of more than {} entries in all ({}): {} of its requests are"
                + " served without preferences. Further ones are counted in the metric {}"
                + " MapsBeyondLimit only.",
            application.getApplicationId(),
            mostEntries,
            YarnKeys.MAX_ENTRIES.name(),
            beyond,
            PlacementMetrics.NAME);
      }
    }
  }

  /**
   * Returns a request for one container with its own score only, or null if that is the stock
   * allocator's.
   */
  @Nullable ResourceRequest scored(ResourceRequest request, OptionalDouble score) {
    if (score.isPresent()) {
      return ScoredRequest.of(request, score.getAsDouble());
    }
    return everPreferred ? ScoredRequest.withoutScore(request) : null;
  }

  /** Notes that a container is placed; returns its score. */
  OptionalDouble take(NodeType type, SchedulerNode node) {
    context.touch(node.getNodeID());
    if (offers != null) {
      offers.placed();
    }
    if (!everPreferred) {
      return OptionalDouble.empty();
    }
    ApplicationQueue.State state = queue.now(scheduler());
    OptionalDouble score;
    long asked = context.nanoTime();
    synchronized (lock) {
      state.metrics().waitedForPlan(context.nanoTime() - asked);
      if (state.mode() == QueueMode.SHADOW) {
        countShadow(state, type, node);
      }
      score = preferences.take(type, node.getNodeName(), node.getRackName());
      RoomIndex.@Nullable Proposal proposal = inFlight.settle(node.getNodeID());
      if (proposal != null) {
        context.rooms(scheduler()).placed(proposal);
      }
      if (gate != null && state.mode() == QueueMode.ON) {
        gate.placed(type, node);
      }
      preferring = !preferences.isEmpty();
    }
    counts.containerPlaced();
    state.metrics().containerPlaced(type, score, state.settings().settings().costs());
    LOG.debug(
        "Placed a container of {} on {}: {}, score {}",
        application.getApplicationId(),
        node.getNodeID(),
        type,
        score);
    return score;
  }

  /** Counts what the plan has in place of the container that stock is placing. */
  private void countShadow(ApplicationQueue.State state, NodeType type, SchedulerNode node) {
    @Nullable Shadow latest = order.takeShadow();
    @Nullable Shadow planned = gate == null ? latest : gate.takeShadow();
    if (planned == Shadow.AS_STOCK) {
      planned = new Shadow(type, node.getNodeName(), node.getRackName(), null);
    }
    if (planned == null) {
      state.metrics().containerWithoutShadow();
      return;
    }
    order.take(planned.candidate());
    state
        .metrics()
        .containerOfShadow(
            planned.type(),
            preferences.score(planned.type(), planned.host(), planned.rack()),
            state.settings().settings().costs());
  }

  /** Returns the nodes to try, or null to leave the offer to stock. */
  @Nullable Iterator<N> answer(CandidateNodeSet<N> candidateNodeSet) {
    return order.answer(candidateNodeSet);
  }

  /** Returns what a scheduler may see of what is pending for a resource name. */
  PendingAsk seen(String resourceName, PendingAsk pending) {
    @Nullable NodeOffer<N> offer = gate == null ? null : gate.openOffer();
    if (gate == null || offer == null || pending.getCount() <= 0) {
      return pending;
    }
    ApplicationQueue.State state = queue.now(scheduler()); // may take the scheduler's locks
    synchronized (lock) {
      return gate.seen(offer, resourceName, pending, state);
    }
  }

  /** Returns why a plan is not asked for now, or null. */
  @Nullable FallbackReason reasonToLeave(
      RoomIndex.Kind kind, ApplicationQueue.State state, long nowNanos) {
    if (state.mode() == QueueMode.OFF) {
      return FallbackReason.DISABLED;
    }
    if (context.breaker().isOpen(nowNanos)) {
      return FallbackReason.SUSPENDED;
    }
    if (!kind.partition().equals(stock.getPrimaryRequestedNodePartition())) {
      return FallbackReason.OTHER_PARTITION;
    }
    if (kind.size().getMemorySize() <= 0) {
      return FallbackReason.NO_SIZE;
    }
    return context.rooms(scheduler()).isKept(kind) || context.mayPlan(nowNanos)
        ? null
        : FallbackReason.BUDGET;
  }

  /** Returns what makes plans. */
  ApplicationPlanner<N> planner() {
    return planner;
  }

  /** Returns what is counted for the application. */
  ApplicationCounts counts() {
    return counts;
  }

  /** Returns what guards maps, plan and what is in flight. */
  Object lock() {
    return lock;
  }

  InFlight inFlight() {
    return inFlight;
  }

  PlacementMetrics lastMetrics() {
    return queue.lastMetrics();
  }

  /** Returns what counts for the application's queue. */
  ApplicationQueue.State state() {
    return queue.now(scheduler());
  }

  /** Counts an offer that is left to stock. */
  @Nullable Iterator<N> leave(ApplicationQueue.State state, FallbackReason reason) {
    counts.fallback(reason);
    state.metrics().fallback(reason);
    return null;
  }

  AppSchedulingInfo application() {
    return application;
  }

  /** Returns the application as its scheduler has it, or null if it is not known to it yet. */
  @Nullable SchedulerApplicationAttempt attempt() {
    return queue.attempt(scheduler());
  }

  /** Returns what is pending, planned and in flight now. */
  ApplicationReport.Request report() {
    int pending = stock.getPendingAsk(ResourceRequest.ANY).getCount();
    int places = stock.getResourceRequests().size();
    synchronized (lock) {
      return new ApplicationReport.Request(
          key.getPriority().getPriority(),
          key.getAllocationRequestId(),
          pending,
          places,
          preferences.entries(),
          preferences.get(ResourceRequest.ANY).counts(),
          inFlight.size(),
          gate == null ? order.report() : gate.report());
    }
  }

  @SuppressWarnings("unchecked") // the resource manager gives an allocator its scheduler's nodes
  AbstractYarnScheduler<?, N> scheduler() {
    return (AbstractYarnScheduler<?, N>) rmContext.getScheduler();
  }

  @SuppressWarnings("unchecked") // as above
  private static <N extends SchedulerNode> @Nullable NodeOffers<N> offersOf(
      @Nullable NodeOffers<?> any) {
    return (NodeOffers<N>) any;
  }

  static NodeType nodeType(Locality locality) {
    return switch (locality) {
      case PROCESS_LOCAL, NODE_LOCAL -> NodeType.NODE_LOCAL;
      case RACK_LOCAL -> NodeType.RACK_LOCAL;
      case OFF_RACK, NO_PREFERENCE -> NodeType.OFF_SWITCH;
    };
  }
}
