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
import io.trident.core.request.PotentialContainer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to one offer: nodes in the order to try, each in flight once it is promised.
 *
 * <p>The scheduler does not report whether it took a node, but it shows: after {@code next} it
 * calls {@code hasNext} once to see whether the node is the last, and a second time only if it did
 * not take it. Should a later Hadoop ask less often, refused nodes stay in flight until their
 * time-out; should it ask more often, the commit rejects what is proposed twice.
 *
 * <p>Scheduling threads draw on one plan. So a {@code hasNext} that a {@code next} follows takes
 * the candidate from it: another thread might be faster, and an exception would end the resource
 * manager.
 */
final class PlannedNodes<N extends SchedulerNode> implements Iterator<N> {
  private static final Logger LOG = LoggerFactory.getLogger(PlannedNodes.class);

  /** How many candidates one offer tries at most. */
  private static final int MOST_CANDIDATES = 16;

  private final PreferencePlacement<N> placement;
  private final RoomIndex<N> index;
  private final RoomIndex.Kind kind;
  private final PlacementPlan source;
  private final @Nullable N offered;
  private final boolean asynchronous;
  private boolean offeredFirst;
  private int given;
  private boolean ended;
  private int asked;
  private @Nullable N promised;
  private @Nullable PotentialContainer last;
  private RoomIndex.@Nullable Proposal proposal;

  /** Answers an offer; called with the placement's lock, which the methods take themselves. */
  PlannedNodes(
      PreferencePlacement<N> placement,
      RoomIndex<N> index,
      RoomIndex.Kind kind,
      PlacementPlan source,
      @Nullable N offered,
      ApplicationQueue.State state) {
    this.placement = placement;
    this.index = index;
    this.kind = kind;
    this.source = source;
    this.offered = offered;
    this.asynchronous = state.settings().asynchronous();
    PotentialContainer head = source.peek();
    this.offeredFirst =
        offered != null
            && (head == null || head.locality() != Locality.NODE_LOCAL)
            && isUsable(offered, NodeType.NODE_LOCAL);
  }

  @Override
  public boolean hasNext() {
    synchronized (placement.lock()) {
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
    synchronized (placement.lock()) {
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
        placement.lastMetrics().offerRerouted();
        LOG.debug("Offered {}, answered {} for {}", offered.getNodeID(), node.getNodeID(), last);
      }
      return node;
    }
  }

  /** Returns the first node that there would be, without a promise; null if there is none. */
  @Nullable Shadow first() {
    @Nullable N node = nextNode();
    if (node == null) {
      return null;
    }
    @Nullable PotentialContainer head = offeredFirst ? null : source.peek();
    NodeType type =
        head == null ? NodeType.NODE_LOCAL : PreferencePlacement.nodeType(head.locality());
    return new Shadow(type, node.getNodeName(), node.getRackName(), head);
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
      source.take();
    }
    promised = node;
    proposal =
        asynchronous ? index.propose(node, kind.size()) : index.proposeAtOnce(node, kind.size());
    placement.inFlight().add(proposal);
    given++;
    ended = given >= MOST_CANDIDATES;
    return true;
  }

  private void refused() {
    PotentialContainer candidate = last;
    if (candidate == null || proposal == null) {
      return;
    }
    placement.inFlight().settle(proposal);
    index.withdraw(proposal);
    placement.lastMetrics().proposalsRefused(1);
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
      NodeType type = PreferencePlacement.nodeType(head.locality());
      String host = head.node();
      for (N node : index.read(kind, table -> table.nodes(host))) {
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
    return placement.openRequests().mayUse(node, type)
        && index.isCurrent(node)
        && index.room(node, kind) > 0;
  }
}
