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

import io.trident.core.model.Locality;
import io.trident.core.request.MalformedPreferenceMapException;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.PreferenceMap;
import io.trident.yarn.wire.PreferenceMaps;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSetUtils;
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
   * order to try nodes, and it places on whichever node it is given. So the answer to an offer is the
   * cheapest container of a plan that Algorithm 3 made over all nodes with room. Queue and user
   * limits, reservations, pre-emption and commit stay the scheduler's: it goes through them for
   * each container, which makes consuming the sorted plan one by one the same as the algorithm's
   * take(maxContainers).
   *
   * The plan is made once and consumed from its head in O(1). It is made again when the application
   * changes its requests, when it is used up, and when it is too old; used up by refusals it is
   * kept until it is too old, so that planning takes a bounded part of the scheduler's time.
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
   * Until allocate() reports it, the candidate is in flight: neither it nor its share of the
   * pending count is given out again. When everything pending is in flight the answer is an empty
   * iterator; the stock answer would propose the offered node on top.
   *
   * Left to stock
   * -------------
   * FallbackReason lists when. Two matter for correctness: an offer on a reserved node is there to
   * fulfil that reservation, and another node's container would be rejected at commit for ever;
   * and when nothing fits anywhere, stock must see the offered node or large requests would never
   * reserve and nothing would be pre-empted.
   *
   * Locking
   * -------
   * updatePendingAsk and allocate run under AppSchedulingInfo's write lock, offers on any number of
   * scheduling threads under none of ours. One lock guards maps, plan and what is in flight; under
   * it only leaf locks (node tracker, node, request map) are taken.
   */
  private static final Logger LOG = LoggerFactory.getLogger(PreferencePlacement.class);

  /** How many candidates one offer tries at most. */
  private static final int MAX_CANDIDATES_PER_OFFER = 16;

  /** A plan lives at least this many times as long as it took to make. */
  private static final int MIN_LIFE_PER_COST = 20;

  private final LocalityAppPlacementAllocator<N> stock;
  private final AppSchedulingInfo application;
  private final SchedulerRequestKey key;
  private final RMContext rmContext;
  private final PlacementContext context;

  private final Object lock = new Object();
  private final PendingPreferences preferences = new PendingPreferences();
  private final InFlight inFlight = new InFlight();
  private @Nullable PlacementPlan<N> plan;

  /** Whether any map is pending; read without the lock, so that others' offers cost nothing. */
  private volatile boolean preferring;

  /** Whether a map was ever sent; guarded by AppSchedulingInfo's write lock. */
  private boolean everPreferred;

  /**
   * @param stock the allocator, which knows what is pending
   * @param context of the scheduler
   */
  PreferencePlacement(
      LocalityAppPlacementAllocator<N> stock,
      AppSchedulingInfo application,
      SchedulerRequestKey key,
      RMContext rmContext,
      PlacementContext context) {
    this.stock = stock;
    this.application = application;
    this.key = key;
    this.rmContext = rmContext;
    this.context = context;
  }

  PlacementMetrics metrics() {
    return context.metrics();
  }

  /** Returns whether any map is pending. */
  boolean isPreferring() {
    return preferring;
  }

  /** Returns the maps that requests carry, by resource name. */
  Map<String, PreferenceMap> read(Collection<ResourceRequest> requests) {
    Map<String, PreferenceMap> sent = new HashMap<>();
    for (ResourceRequest request : requests) {
      read(request).ifPresent(map -> sent.put(request.getResourceName(), map));
    }
    return sent;
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
    synchronized (lock) {
      for (ResourceRequest request : requests) {
        String name = request.getResourceName();
        PreferenceMap map = sent.getOrDefault(name, PreferenceMap.EMPTY);
        if (recovered) {
          preferences.add(name, map);
        } else {
          preferences.replace(name, map, request.getNumContainers());
        }
      }
      plan = null;
      preferring = !preferences.isEmpty();
    }
  }

  /** Returns a request for one container with its own score only. */
  ResourceRequest scored(ResourceRequest one, OptionalDouble score) {
    if (!everPreferred) {
      return one;
    }
    PreferenceMap map =
        score.isPresent()
            ? new PreferenceMap(new TreeMap<>(Map.of(score.getAsDouble(), 1)))
            : PreferenceMap.EMPTY;
    return PreferenceMaps.attach(one, map);
  }

  private Optional<PreferenceMap> read(ResourceRequest request) {
    try {
      return PreferenceMaps.read(request).filter(map -> !map.isEmpty());
    } catch (MalformedPreferenceMapException e) {
      context.metrics().mapRejected();
      if (context.firstWarning(application.getApplicationId())) {
        LOG.warn(
            "{} in the request of {} for {}: served as a request without preferences. Further ones"
                + " of this application are counted in the metric {} MalformedMaps only.",
            e.getMessage(),
            application.getApplicationId(),
            request.getResourceName(),
            PlacementMetrics.NAME);
      }
      return Optional.empty();
    }
  }

  /** Notes that a container is placed; returns its score. */
  OptionalDouble take(NodeType type, SchedulerNode node) {
    if (!everPreferred) {
      return OptionalDouble.empty();
    }
    OptionalDouble score;
    synchronized (lock) {
      score = preferences.take(type, node.getNodeName(), node.getRackName());
      inFlight.settle(node.getNodeID());
      preferring = !preferences.isEmpty();
    }
    context.metrics().containerPlaced(type, score, context.mode().settings().costs());
    LOG.debug(
        "Placed a container of {} on {}: {}, score {}",
        application.getApplicationId(),
        node.getNodeID(),
        type,
        score);
    return score;
  }

  /** Returns the nodes to try, or null to leave the offer to stock. */
  @Nullable Iterator<N> answer(CandidateNodeSet<N> candidateNodeSet) {
    PlacementContext.Mode mode = context.mode();
    if (!mode.settings().enabled()) {
      return leave(FallbackReason.DISABLED);
    }
    @Nullable N offered = CandidateNodeSetUtils.getSingleNode(candidateNodeSet);
    if (offered != null && offered.getReservedContainer() != null) {
      return leave(FallbackReason.RESERVATION);
    }
    String partition = candidateNodeSet.getPartition();
    if (!partition.equals(stock.getPrimaryRequestedNodePartition())) {
      return leave(FallbackReason.OTHER_PARTITION);
    }
    PendingAsk pending = stock.getPendingAsk(ResourceRequest.ANY);
    Resource size = pending.getPerAllocationResource();
    if (size.getMemorySize() <= 0) {
      return leave(FallbackReason.NO_SIZE);
    }
    NodeView<N> view = new NodeView<>(scheduler(), application, partition, size);
    OwnContainers own = ownIfSpreading();
    synchronized (lock) {
      forgetLostProposals(mode);
      if (pending.getCount() <= inFlight.size()) {
        return Collections.emptyIterator();
      }
      // Twice, because a plan may turn out void: its rest was for requests that others served.
      for (int attempt = 0; attempt < 2; attempt++) {
        Offer offer = new Offer(view, currentPlan(view, own, pending.getCount(), mode), offered);
        if (offer.hasNext()) {
          return offer;
        }
      }
      return inFlight.size() > 0 ? Collections.emptyIterator() : leave(FallbackReason.NO_CANDIDATE);
    }
  }

  /**
   * What the application has, if its requests name no place and a plan is due. Not under our lock:
   * this takes the application's, under which a commit waits for ours.
   */
  private OwnContainers ownIfSpreading() {
    if (stock.getResourceRequests().size() > 1) {
      return OwnContainers.NONE;
    }
    synchronized (lock) {
      if (plan != null && !plan.isOver(context.nanoTime())) {
        return OwnContainers.NONE;
      }
    }
    return OwnContainers.of(
        scheduler().getApplicationAttempt(application.getApplicationAttemptId()),
        key.getPriority());
  }

  private void forgetLostProposals(PlacementContext.Mode mode) {
    if (mode.asynchronous()) {
      inFlight.expire(context.nanoTime() - mode.settings().inFlightTimeout().toNanos());
    } else if (inFlight.size() > 0) {
      inFlight.clear(); // committed or rejected before the next offer
      if (plan != null) {
        plan.noteRefusal();
      }
    }
  }

  private PlacementPlan<N> currentPlan(
      NodeView<N> view, OwnContainers own, int pending, PlacementContext.Mode mode) {
    long start = context.nanoTime();
    PlacementPlan<N> current = plan;
    if (current == null || current.isOver(start)) {
      Planner.Choice<N> choice =
          new Planner<>(
                  view,
                  stock.getResourceRequests().values(),
                  preferences,
                  inFlight,
                  own,
                  pending - inFlight.size(),
                  mode.settings().costs())
              .choose();
      long end = context.nanoTime();
      long life =
          Math.max(mode.settings().planMaxAge().toNanos(), MIN_LIFE_PER_COST * (end - start));
      current = new PlacementPlan<>(choice.containers(), choice.nodesByName(), end + life);
      plan = current;
      context.metrics().planMade(Duration.ofNanos(end - start));
    }
    return current;
  }

  private @Nullable Iterator<N> leave(FallbackReason reason) {
    context.metrics().fallback(reason);
    return null;
  }

  @SuppressWarnings("unchecked") // the resource manager gives an allocator its scheduler's nodes
  private AbstractYarnScheduler<?, N> scheduler() {
    return (AbstractYarnScheduler<?, N>) rmContext.getScheduler();
  }

  /**
   * The answer to one offer: nodes in the order to try, each in flight once it is promised.
   *
   * <p>The scheduler does not report whether it took a node, but it shows: after {@code next} it
   * calls {@code hasNext} once to see whether the node is the last, and a second time only if it
   * did not take it. Should a later Hadoop ask less often, refused nodes stay in flight until their
   * time-out; should it ask more often, the commit rejects what is proposed twice.
   *
   * <p>Scheduling threads draw on one plan. So a {@code hasNext} that a {@code next} follows takes
   * the candidate from it: another thread might be faster, and an exception would end the resource
   * manager.
   */
  private final class Offer implements Iterator<N> {
    private final NodeView<N> view;
    private final PlacementPlan<N> source;
    private final @Nullable N offered;
    private boolean offeredFirst;
    private int given;
    private boolean ended;
    private int asked;
    private @Nullable N promised;
    private @Nullable PotentialContainer last;
    private InFlight.@Nullable Candidate lastInFlight;

    Offer(NodeView<N> view, PlacementPlan<N> source, @Nullable N offered) {
      this.view = view;
      this.source = source;
      this.offered = offered;
      PotentialContainer head = source.peek();
      this.offeredFirst =
          offered != null
              && (head == null || head.locality() != Locality.NODE_LOCAL)
              && isUsable(offered, NodeType.NODE_LOCAL);
    }

    @Override
    public boolean hasNext() {
      synchronized (lock) {
        if (promised != null) {
          return true;
        }
        if (last != null && asked++ > 0) {
          refused();
        }
        return last == null ? promise() : !ended && nextNode() != null;
      }
    }

    @Override
    public N next() {
      synchronized (lock) {
        N node = promised;
        if (node == null && promise()) {
          node = promised;
        }
        if (node == null) {
          throw new NoSuchElementException();
        }
        promised = null;
        asked = 0;
        if (offered != null && node != offered) {
          context.metrics().offerRerouted();
          LOG.debug("Offered {}, answered {} for {}", offered.getNodeID(), node.getNodeID(), last);
        }
        return node;
      }
    }

    private boolean promise() {
      @Nullable N node = ended ? null : nextNode();
      if (node == null) {
        return false;
      }
      if (offeredFirst) {
        offeredFirst = false;
        last = new PotentialContainer(node.getNodeName(), 0, Locality.NODE_LOCAL);
      } else {
        last = source.peek();
        source.drop();
      }
      promised = node;
      lastInFlight = inFlight.add(node.getNodeID(), context.nanoTime());
      given++;
      ended = given >= MAX_CANDIDATES_PER_OFFER;
      return true;
    }

    private void refused() {
      PotentialContainer candidate = last;
      if (candidate == null || lastInFlight == null) {
        return;
      }
      inFlight.settle(lastInFlight);
      last = null;
      if (candidate.locality() == Locality.NODE_LOCAL) {
        source.noteRefusal();
      } else {
        source.putBack(candidate); // delayed: its turn comes again
        ended = true;
      }
    }

    private @Nullable N nextNode() {
      if (offeredFirst) {
        return offered;
      }
      PotentialContainer head = source.peek();
      while (head != null) {
        NodeType type = nodeType(head.locality());
        for (N node : source.nodes(head.node())) {
          if (isUsable(node, type)) {
            return node;
          }
        }
        source.drop();
        head = source.peek();
      }
      return null;
    }

    private boolean isUsable(N node, NodeType type) {
      return view.isCurrent(node)
          && view.room(node) > inFlight.on(node.getNodeID())
          && stock.canAllocate(type, node);
    }

    private static NodeType nodeType(Locality locality) {
      return switch (locality) {
        case PROCESS_LOCAL, NODE_LOCAL -> NodeType.NODE_LOCAL;
        case RACK_LOCAL -> NodeType.RACK_LOCAL;
        case OFF_RACK, NO_PREFERENCE -> NodeType.OFF_SWITCH;
      };
    }
  }
}
