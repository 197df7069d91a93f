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

import io.trident.yarn.scheduler.RoomIndex.Proposal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The proposals of one application at one priority that are neither committed nor refused yet.
 *
 * <p>An asynchronous scheduler commits proposals later and on another thread; until then a
 * candidate must not be handed out again. All operations are O(1), amortised. Not thread-safe.
 */
final class InFlight {
  private final Map<NodeId, Deque<Proposal>> byNode = new HashMap<>();
  private final Deque<Proposal> byAge = new ArrayDeque<>();
  private final Set<Proposal> open = new HashSet<>(); // by identity

  int size() {
    return open.size();
  }

  /** Returns the nodes that proposals are for. */
  Set<NodeId> nodes() {
    return byNode.keySet();
  }

  int on(NodeId node) {
    Deque<Proposal> proposals = byNode.get(node);
    return proposals == null ? 0 : proposals.size();
  }

  void add(Proposal proposal) {
    byNode.computeIfAbsent(proposal.node(), id -> new ArrayDeque<>()).add(proposal);
    byAge.add(proposal);
    open.add(proposal);
  }

  /** Settles the oldest proposal for a node; returns it, or null if there is none. */
  @Nullable Proposal settle(NodeId node) {
    Deque<Proposal> proposals = byNode.get(node);
    @Nullable Proposal oldest = proposals == null ? null : proposals.peek();
    if (oldest != null) {
      settle(oldest);
    }
    return oldest;
  }

  /** Settles a proposal unless it is settled already. */
  void settle(Proposal proposal) {
    if (!open.remove(proposal)) {
      return;
    }
    Deque<Proposal> proposals = byNode.get(proposal.node());
    if (proposals != null) {
      proposals.remove(proposal); // first or last of its node's few
      if (proposals.isEmpty()) {
        byNode.remove(proposal.node());
      }
    }
  }

  /** Settles the proposals that have waited since before the given time, and returns them. */
  List<Proposal> expire(long beforeNanos) {
    List<Proposal> expired = new ArrayList<>();
    Proposal oldest = byAge.peek();
    while (oldest != null && (!open.contains(oldest) || oldest.sinceNanos() - beforeNanos < 0)) {
      byAge.remove();
      if (open.contains(oldest)) {
        settle(oldest);
        expired.add(oldest);
      }
      oldest = byAge.peek();
    }
    return expired;
  }

  /** Settles all proposals, and returns them. */
  List<Proposal> clear() {
    List<Proposal> all = List.copyOf(open);
    byNode.clear();
    byAge.clear();
    open.clear();
    return all;
  }
}
