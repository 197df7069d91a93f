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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * A plan by host: how many of its containers are to be on each. All operations are O(1), amortised.
 * Not thread-safe.
 */
final class NodeShares {
  private final Map<String, Share> byHost = new HashMap<>();

  /** In the order of costs; those that are no longer in a share are passed over. */
  private final Deque<PotentialContainer> candidates = new ArrayDeque<>();

  private final long gains;
  private final long oldNanos;
  private int nodeLocal;
  private int others;
  private boolean lost;

  /** How many containers are to be on a host. */
  static final class Share {
    static final Share NONE = new Share();

    private final int[] byType = new int[NodeType.values().length];

    private Share() {}

    /** Returns how many may be served by the requests for a node, a rack, or any place. */
    int upTo(NodeType type) {
      int containers = 0;
      for (int i = 0; i <= type.ordinal(); i++) {
        containers += byType[i];
      }
      return containers;
    }

    private boolean isEmpty() {
      return upTo(NodeType.OFF_SWITCH) == 0;
    }
  }

  /**
   * @param plan is used up
   * @param gains {@link RoomTable#gains} when it was made
   * @param oldNanos when a better one may be looked for, on the context's clock
   */
  NodeShares(PlacementPlan plan, long gains, long oldNanos) {
    this.gains = gains;
    this.oldNanos = oldNanos;
    for (PotentialContainer next = plan.peek(); next != null; next = plan.peek()) {
      plan.take();
      candidates.add(next);
      add(next.node(), PreferencePlacement.nodeType(next.locality()));
    }
  }

  /** Returns how many containers are left. */
  int size() {
    return nodeLocal + others;
  }

  /** Returns the cheapest containers that are left, at most so many. O(containers of the plan). */
  List<PotentialContainer> first(int most) {
    return candidates.stream().filter(this::isLeft).limit(most).toList();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /** Returns how many containers are to be node-local. */
  int nodeLocal() {
    return nodeLocal;
  }

  /** Returns how many containers are to be rack-local or off-rack. */
  int others() {
    return others;
  }

  /** Returns a host's share as it stays until the next change. */
  Share on(String host) {
    return byHost.getOrDefault(host, Share.NONE);
  }

  /** Returns the cheapest container that is left, or null. */
  @Nullable PotentialContainer cheapest() {
    @Nullable PotentialContainer first = candidates.peek();
    while (first != null && !isLeft(first)) {
      candidates.remove();
      first = candidates.peek();
    }
    return first;
  }

  /** Takes out what was just placed: of its host's share, or else the dearest container. */
  void placed(String host, NodeType type) {
    @Nullable Share share = byHost.get(host);
    if (share == null || share.isEmpty()) {
      dropDearest();
    } else if (share.byType[type.ordinal()] > 0) {
      take(share, type);
    } else {
      for (NodeType other : NodeType.values()) {
        if (share.byType[other.ordinal()] > 0) {
          take(share, other);
          return;
        }
      }
    }
  }

  /** Notes that others have a host's room. */
  void lose(String host) {
    @Nullable Share share = byHost.remove(host);
    if (share != null && !share.isEmpty()) {
      nodeLocal -= share.upTo(NodeType.NODE_LOCAL);
      others -= share.upTo(NodeType.OFF_SWITCH) - share.upTo(NodeType.NODE_LOCAL);
      lost = true;
    }
  }

  /** Has so many containers node-local on a host, in place of the dearest of the plan. */
  void improve(String host, int containers) {
    for (int i = 0; i < containers && others > 0; i++) {
      dropDearest();
      add(host, NodeType.NODE_LOCAL);
    }
  }

  /**
   * Returns whether a new plan may be better: this one is old, others took its room, or it is used
   * up and there is room that was not there before.
   *
   * @param gainsNow {@link RoomTable#gains}
   */
  boolean isOver(long nowNanos, long gainsNow) {
    return lost || nowNanos - oldNanos >= 0 || (isEmpty() && gainsNow != gains);
  }

  private void dropDearest() {
    @Nullable PotentialContainer last = candidates.pollLast();
    while (last != null && !isLeft(last)) {
      last = candidates.pollLast();
    }
    if (last != null) {
      take(on(last.node()), PreferencePlacement.nodeType(last.locality()));
    }
  }

  private boolean isLeft(PotentialContainer container) {
    NodeType type = PreferencePlacement.nodeType(container.locality());
    return on(container.node()).byType[type.ordinal()] > 0;
  }

  private void add(String host, NodeType type) {
    byHost.computeIfAbsent(host, name -> new Share()).byType[type.ordinal()]++;
    count(type, 1);
  }

  private void take(Share share, NodeType type) {
    share.byType[type.ordinal()]--;
    count(type, -1);
  }

  private void count(NodeType type, int change) {
    if (type == NodeType.NODE_LOCAL) {
      nodeLocal += change;
    } else {
      others += change;
    }
  }
}
