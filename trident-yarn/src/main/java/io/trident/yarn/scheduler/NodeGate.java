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

import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.yarn.config.QueueMode;
import io.trident.yarn.report.ApplicationReport;
import io.trident.yarn.scheduler.NodeShares.Share;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.jspecify.annotations.Nullable;

/**
 * Answers schedulers that place on a node only when it heartbeats: of an application's requests
 * they see what the plan has for that node.
 *
 * @param <N> the scheduler's kind of node
 */
final class NodeGate<N extends SchedulerNode> {
  /*
   * How it works
   * ------------
   * The Fair and the FIFO scheduler never ask which node to use. They go from application to
   * application with the node that heartbeats, and ask for what is pending there: on the node, in
   * its rack, anywhere. The gate lowers these counts to the node's share of the plan; containers
   * planned for another node wait for that node's heartbeat. All else is the scheduler's: the order
   * of applications, shares and limits, and how many containers it places at a heartbeat. What it
   * places is committed at once, so that nothing is in flight after an offer.
   *
   * The plan is the one that the Capacity scheduler would get. It is kept until each node had time
   * to heartbeat: at these schedulers room is of use only then, and a plan that is made anew before
   * would go from node to node of equal cost, always to one whose turn is yet to come. It is made
   * anew earlier if others took of its room, and if it is used up, or was short of room, and there is
   * new room. A node that has just become free for a node-local container goes before what is not
   * node-local, and before what there was no room for.
   *
   * The counts are those of stock, and nothing waits,
   *
   * - where there is nothing to choose: the offered node has no room, or no other has. In a full
   *   cluster these are most offers, and they cost one look at the node for all applications;
   * - where FallbackReason lists it: reservations and room made by pre-emption are to be used on
   *   that very node, and where the plan has nothing, stock may reserve or be found starving;
   * - while delay scheduling counts missed opportunities, which it does only where it sees requests;
   * - for an application that has waited for longer than nodes take to heartbeat, since its nodes
   *   may have gone silent, or others may always be faster;
   * - outside of a heartbeat: for headroom, metrics, pages.
   *
   * A full node for which the Fair scheduler might make a reservation is the exception: where the
   * plan has room elsewhere, it is not to be reserved.
   *
   * Only the number that is pending is lowered. getOutstandingAsksCount stays: a scheduler checks it
   * within an allocation, and the FIFO scheduler fails if it then finds less than before.
   *
   * What it costs
   * -------------
   * An application that waits is asked at each heartbeat of each node, hundreds of times for one
   * container. So what is the same for all applications is in NodeOffer, an application decides
   * once in an offer, in O(1), and an offer that it leaves to stock is known by one volatile read.
   *
   * Locking
   * -------
   * Asks are read under AppSchedulingInfo's lock, on the thread of the heartbeat, which has the
   * application's. State is guarded by PreferencePlacement's lock.
   */

  /** After how many a plan that was short of room may be made anew. */
  private static final int HEARTBEATS_OF_SHORT_PLAN = 1;

  /** How many heartbeats a plan is followed. */
  private static final int HEARTBEATS_OF_PLAN = 2;

  /** After how many heartbeats an application no longer waits. */
  private static final int MOST_HEARTBEATS = 3;

  private final PreferencePlacement<N> placement;
  private final PlacementContext context;
  private final NodeOffers<N> offers;

  private @Nullable NodeShares plan;

  /** The {@link RoomTable#changes} that the plan was last compared with. */
  private long checked;

  /** The offer that was decided on last, and the node's share in it if there is one. */
  private @Nullable NodeOffer<N> decided;

  private @Nullable Share share;

  /** The offer decided on last if it is left to stock; read without the lock. */
  private volatile @Nullable NodeOffer<N> left;

  /** Whether it is left to stock because there is nothing to choose. */
  private boolean noChoice;

  private boolean waiting;
  private long waitingSince;

  NodeGate(PreferencePlacement<N> placement, PlacementContext context, NodeOffers<N> offers) {
    this.placement = placement;
    this.context = context;
    this.offers = offers;
  }

  /**
   * Returns the offer on this thread, or null if there is none, or it is known to be left to stock:
   * then all counts are those of stock.
   */
  @Nullable NodeOffer<N> openOffer() {
    @Nullable NodeOffer<N> offer = offers.current();
    return offer == left ? null : offer;
  }

  /** Returns what a scheduler may see in an offer of what is pending for a resource name. */
  PendingAsk seen(
      NodeOffer<N> offer, String resourceName, PendingAsk pending, ApplicationQueue.State state) {
    @Nullable N node = offer.node();
    if (node == null) {
      return pending;
    }
    if (decided != offer) {
      share = decide(offer, node, state);
      decided = offer;
      left = share == null ? offer : null;
    }
    if (share == null) {
      return pending;
    }
    int most = most(share, node, resourceName);
    return most >= pending.getCount()
        ? pending
        : new PendingAsk(pending.getPerAllocationResource(), most);
  }

  private static int most(Share share, SchedulerNode node, String resourceName) {
    if (resourceName.equals(ResourceRequest.ANY)) {
      return share.upTo(NodeType.OFF_SWITCH);
    }
    if (resourceName.equals(node.getRackName())) {
      return share.upTo(NodeType.RACK_LOCAL);
    }
    return resourceName.equals(node.getNodeName())
        ? share.upTo(NodeType.NODE_LOCAL)
        : Integer.MAX_VALUE;
  }

  /** Notes that the application changed its requests. */
  void updated() {
    plan = null;
    decided = null;
    left = null;
  }

  /** Notes that a container was placed. */
  void placed(NodeType type, SchedulerNode on) {
    waiting = false;
    if (plan != null) {
      plan.placed(on.getNodeName(), type);
    }
  }

  /** Takes what the plan has first, in shadow mode; null if it has nothing. */
  @Nullable Shadow takeShadow() {
    if (noChoice) {
      return Shadow.AS_STOCK;
    }
    @Nullable NodeOffer<N> offer = decided;
    @Nullable N offered = offer == null ? null : offer.node();
    @Nullable PotentialContainer first = plan == null ? null : plan.cheapest();
    if (plan == null || offered == null || first == null) {
      return null;
    }
    @Nullable NodeRoom host =
        context
            .rooms(placement.scheduler())
            .read(
                placement.openRequests().kind(offered.getPartition()),
                table -> table.host(first.node()));
    NodeType type = PreferencePlacement.nodeType(first.locality());
    plan.placed(first.node(), type);
    return new Shadow(type, first.node(), host == null ? "" : host.rack(), null);
  }

  /** Returns the report of the plan that is followed, or null. */
  ApplicationReport.@Nullable Plan report() {
    return plan == null
        ? null
        : placement.planner().report(plan.size(), plan.first(ApplicationReport.MOST_CANDIDATES));
  }

  private @Nullable Share decide(NodeOffer<N> offer, N node, ApplicationQueue.State state) {
    noChoice = false;
    RoomIndex.Kind kind = placement.openRequests().kind(node.getPartition());
    @Nullable FallbackReason reason = placement.reasonToLeave(kind, state, offer.nowNanos());
    if (reason == null && isMadeRoomOn(node)) {
      reason = FallbackReason.RESERVATION;
    }
    if (reason != null) {
      return leave(state, reason);
    }
    NodeOffer.Found found = offer.find(node, kind);
    if (plan != null && found.room() == 0) {
      plan.lose(node.getNodeName());
    }
    noChoice = !isChoice(found);
    if (noChoice) {
      return leave(state, FallbackReason.NO_CHOICE);
    }
    long now = offer.nowNanos();
    if (plan != null && checked != found.changes()) {
      checked = found.changes();
      dropTaken(plan, kind, offer.index());
    }
    if (plan == null || isOver(plan, node, found, now)) {
      if (context.mayPlan(now)) {
        plan = newPlan(offer, found, state);
      } else if (plan == null || plan.isEmpty()) {
        return leave(state, FallbackReason.BUDGET);
      }
    }
    return state.mode() == QueueMode.SHADOW
        ? leave(state, FallbackReason.SHADOW)
        : share(state, plan, node, found.room(), now);
  }

  private boolean isChoice(NodeOffer.Found found) {
    return found.elsewhere()
        && (found.room() > 0
            || FairRules.mayReserve(
                placement.scheduler(), placement.attempt(), found.kind().size()));
  }

  /**
   * Whether a plan is to be made. One that is used up waits until it is old if the offered node is
   * of no use: else applications that wait strictly for full nodes would plan at each heartbeat.
   */
  private boolean isOver(NodeShares current, N offered, NodeOffer.Found found, long now) {
    return current.isOver(now, found.gains())
        && (!current.isEmpty() || current.isOld(now) || placement.openRequests().isOfUse(offered));
  }

  /** Drops the cheapest containers of a host if others have its room. */
  private void dropTaken(NodeShares current, RoomIndex.Kind kind, RoomIndex<N> index) {
    @Nullable PotentialContainer next = current.cheapest();
    if (next != null && index.read(kind, table -> isFull(table.host(next.node())))) {
      current.lose(next.node());
    }
  }

  private static boolean isFull(@Nullable NodeRoom host) {
    return host == null || host.free() == 0;
  }

  private NodeShares newPlan(
      NodeOffer<N> offer, NodeOffer.Found found, ApplicationQueue.State state) {
    long least = state.settings().settings().planMaxAge().toNanos();
    int wanted = placement.openRequests().pending();
    PlacementPlan made =
        placement
            .planner()
            .newPlan(
                offer.index(), found.kind(), placement.planner().ownIfSpreading(), wanted, state);
    return new NodeShares(
        made,
        wanted,
        found.gains(),
        offer.nowNanos(),
        new NodeShares.Ages(
            Math.max(least, HEARTBEATS_OF_SHORT_PLAN * offers.intervalNanos()),
            Math.max(least, HEARTBEATS_OF_PLAN * offers.intervalNanos())));
  }

  private @Nullable Share share(
      ApplicationQueue.State state, NodeShares current, N offered, int room, long now) {
    if (current.isEmpty()) {
      return leave(state, FallbackReason.NO_CANDIDATE);
    }
    if (current.nodeLocal() == 0 && FairRules.delays(placement.scheduler())) {
      return leave(state, FallbackReason.DELAY);
    }
    String host = offered.getNodeName();
    if (current.on(host) == Share.NONE && room > 0 && current.others() + current.unplanned() > 0) {
      current.improve(host, Math.min(room, placement.openRequests().nodeLocalAsks(offered)));
    }
    Share found = current.on(host);
    if (room > 0 && found.upTo(NodeType.OFF_SWITCH) == 0) {
      if (!waiting) {
        waiting = true;
        waitingSince = now;
      } else if (now - waitingSince >= MOST_HEARTBEATS * offers.intervalNanos()) {
        return leave(state, FallbackReason.WAITED);
      }
    }
    return found;
  }

  /** Returns whether room on a node is kept for an application: then it is to be used there. */
  private boolean isMadeRoomOn(N offered) {
    return offered.getReservedContainer() != null
        || FairRules.hasPreempted(offered, placement.attempt());
  }

  private @Nullable Share leave(ApplicationQueue.State state, FallbackReason reason) {
    placement.leave(state, reason);
    return null;
  }
}
