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

import io.trident.core.request.PotentialContainer;
import io.trident.yarn.config.QueueMode;
import io.trident.yarn.report.ApplicationReport;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSetUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Answers schedulers that ask in which order to try nodes: with the cheapest containers of the
 * application's plan, which is made anew when it is over. {@link NodeGate} answers the others.
 *
 * <p>Its state is guarded by the lock of {@link PreferencePlacement}, whose comment has the rules.
 *
 * @param <N> the scheduler's kind of node
 */
final class NodeOrder<N extends SchedulerNode> {
  private final LocalityAppPlacementAllocator<N> stock;
  private final PreferencePlacement<N> placement;
  private final PlacementContext context;

  private @Nullable PlacementPlan plan;

  /** What the latest offer would have been answered, in shadow mode. */
  private @Nullable Shadow shadow;

  /**
   * What an offer finds.
   *
   * @param gains {@link RoomTable#gains}
   * @param choice whether a node beside the offered one has room
   */
  private record Seen(long gains, boolean choice) {
    static <N extends SchedulerNode> Seen of(RoomTable<N> table, @Nullable N offered) {
      boolean none = table.withRoom() == 0 || (offered != null && table.isOnlyWithRoom(offered));
      return new Seen(table.gains(), !none);
    }
  }

  NodeOrder(
      LocalityAppPlacementAllocator<N> stock,
      PreferencePlacement<N> placement,
      PlacementContext context) {
    this.stock = stock;
    this.placement = placement;
    this.context = context;
  }

  /** Notes that the application changed its requests. */
  void updated() {
    plan = null;
  }

  /** Returns what the latest offer would have been answered, once; null if there is nothing. */
  @Nullable Shadow takeShadow() {
    @Nullable Shadow taken = shadow;
    shadow = null;
    return taken;
  }

  /** Takes a container off the plan, if it is the plan's first. */
  void take(@Nullable PotentialContainer first) {
    if (plan != null && first != null && plan.peek() == first) {
      plan.take();
    }
  }

  /** Returns the report of the plan, or null. */
  ApplicationReport.@Nullable Plan report() {
    return plan == null
        ? null
        : placement.planner().report(plan.size(), plan.first(ApplicationReport.MOST_CANDIDATES));
  }

  /** Returns the nodes to try, or null to leave the offer to stock. */
  @Nullable Iterator<N> answer(CandidateNodeSet<N> candidateNodeSet) {
    ApplicationQueue.State state = placement.state();
    RoomIndex.Kind kind = placement.openRequests().kind(candidateNodeSet.getPartition());
    @Nullable FallbackReason reason = placement.reasonToLeave(kind, state, context.nanoTime());
    if (reason != null) {
      return placement.leave(state, reason);
    }
    @Nullable N offered = CandidateNodeSetUtils.getSingleNode(candidateNodeSet);
    if (offered != null && offered.getReservedContainer() != null) {
      return placement.leave(state, FallbackReason.RESERVATION);
    }
    if (offered == null
        && stock.getResourceRequests().size() == 1
        && placement.openRequests().hasLookupPolicy()) {
      return placement.leave(state, FallbackReason.LOOKUP_POLICY);
    }
    if (offered != null && waitsForOthers(offered)) {
      return placement.leave(state, FallbackReason.NO_CANDIDATE);
    }
    RoomIndex<N> index = context.rooms(placement.scheduler());
    if (offered != null) {
      index.touch(offered.getNodeID());
    }
    long asked = context.nanoTime();
    Seen seen = index.read(kind, table -> Seen.of(table, offered));
    long gains = seen.gains();
    state.metrics().readIndex(context.nanoTime() - asked);
    Map<NodeId, Integer> own =
        seen.choice() && isDue(gains, offered) ? placement.planner().ownIfSpreading() : Map.of();
    asked = context.nanoTime();
    synchronized (placement.lock()) {
      long now = context.nanoTime();
      state.metrics().waitedForPlan(now - asked);
      forgetLostProposals(index, state);
      shadow = null;
      if (!seen.choice() && placement.inFlight().size() == 0) {
        shadow = Shadow.AS_STOCK;
        return placement.leave(state, FallbackReason.NO_CHOICE);
      }
      int wanted = placement.openRequests().pending() - placement.inFlight().size();
      if (wanted <= 0) {
        return state.mode() == QueueMode.SHADOW
            ? placement.leave(state, FallbackReason.SHADOW)
            : Collections.emptyIterator();
      }
      boolean over = isOver(now, gains, offered);
      @Nullable PlannedNodes<N> offer = over ? null : offer(index, kind, offered, state);
      // Over, perhaps only now: its candidates' room has gone to others.
      if (offer == null && isOver(now, gains, offered)) {
        boolean mayPlan = context.mayPlan(now);
        if (mayPlan) {
          plan = placement.planner().newPlan(index, kind, own, wanted, state);
        }
        offer = offer(index, kind, offered, state);
        if (offer == null && !mayPlan) {
          return placement.leave(state, FallbackReason.BUDGET);
        }
      }
      if (offer == null) {
        return state.mode() == QueueMode.ON && placement.inFlight().size() > 0
            ? Collections.emptyIterator()
            : placement.leave(state, FallbackReason.NO_CANDIDATE);
      }
      if (state.mode() == QueueMode.SHADOW) {
        shadow = offer.first();
        return placement.leave(state, FallbackReason.SHADOW);
      }
      return offer;
    }
  }

  /** Returns the answer that the plan has, or null if it has none. */
  private @Nullable PlannedNodes<N> offer(
      RoomIndex<N> index, RoomIndex.Kind kind, @Nullable N offered, ApplicationQueue.State state) {
    if (plan == null) {
      return null;
    }
    PlannedNodes<N> offer = new PlannedNodes<>(placement, index, kind, plan, offered, state);
    return (state.mode() == QueueMode.SHADOW ? offer.first() != null : offer.hasNext())
        ? offer
        : null;
  }

  private boolean isDue(long gains, @Nullable N offered) {
    synchronized (placement.lock()) {
      return isOver(context.nanoTime(), gains, offered);
    }
  }

  /**
   * Whether a plan is to be made. One that is used up waits until it is old if the offered node is
   * of no use: else applications that wait strictly for full nodes would plan at each offer.
   */
  private boolean isOver(long now, long gains, @Nullable N offered) {
    return plan == null
        || (plan.isOver(now, gains)
            && (plan.isOld(now) || offered == null || placement.openRequests().isOfUse(offered)));
  }

  /** Whether the offered node is of no use, and no other was when it was last planned. */
  private boolean waitsForOthers(N offered) {
    if (placement.openRequests().isOfUse(offered)) {
      return false;
    }
    synchronized (placement.lock()) {
      return plan != null
          && plan.peek() == null
          && !plan.isOld(context.nanoTime())
          && placement.inFlight().size() == 0;
    }
  }

  private void forgetLostProposals(RoomIndex<N> index, ApplicationQueue.State state) {
    List<RoomIndex.Proposal> lost = List.of();
    if (state.settings().asynchronous()) {
      long timeout = state.settings().settings().inFlightTimeout().toNanos();
      lost = placement.inFlight().expire(context.nanoTime() - timeout);
    } else if (placement.inFlight().size() > 0) {
      lost = placement.inFlight().clear(); // committed or rejected before the next offer
    }
    if (!lost.isEmpty()) {
      if (state.settings().asynchronous()) {
        state.metrics().proposalsExpired(lost.size());
      } else {
        state.metrics().proposalsRefused(lost.size());
      }
      lost.forEach(index::withdraw);
      if (plan != null) {
        plan.noteRefusal();
      }
    }
  }
}
