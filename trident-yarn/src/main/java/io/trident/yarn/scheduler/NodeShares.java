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
  private final long madeNanos;
  private final Ages ages;
  private int unplanned;
  private int nodeLocal;
  private int others;
  private boolean lost;

  /**
   * How old a plan gets.
   *
   * @param shortOfRoom after so long there may be room for what there was none for
   * @param old after so long a better one may be looked for in any case
   */
  record Ages(long shortOfRoom, long old) {}

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
   * @param wanted how many containers were to be planned
   * @param gains {@link RoomTable#gains} when it was made
   * @param madeNanos when it was made, on the context's clock
   */
  NodeShares(PlacementPlan plan, int wanted, long gains, long madeNanos, Ages ages) {
    this.gains = gains;
    this.madeNanos = madeNanos;
    this.ages = ages;
    this.unplanned = wanted - plan.size();
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

  /** Returns how many containers there was no room for when the plan was made. */
  int unplanned() {
    return unplanned;
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

  /**
   * Takes out what was just placed: of its host's share, or else one that there was no room for, or
   * else the dearest container.
   */
  void placed(String host, NodeType type) {
    @Nullable Share share = byHost.get(host);
    if (share == null || share.isEmpty()) {
      if (unplanned > 0) {
        unplanned--;
      } else {
        dropDearest();
      }
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

  /**
   * Has so many containers node-local on a host, in place of those that there was no room for, and
   * of the dearest of the plan.
   */
  void improve(String host, int containers) {
    for (int i = 0; i < containers && unplanned + others > 0; i++) {
      if (unplanned > 0) {
        unplanned--;
      } else {
        dropDearest();
      }
      add(host, NodeType.NODE_LOCAL);
    }
  }

  /**
   * Returns whether a new plan may be better: this one is old, or others took of its room; or there
   * is new room, and it is used up or was short of room.
   *
   * @param gainsNow {@link RoomTable#gains}
   */
  boolean isOver(long nowNanos, long gainsNow) {
    boolean wasShort = unplanned > 0 && nowNanos - madeNanos >= ages.shortOfRoom();
    return lost || isOld(nowNanos) || (gainsNow != gains && (isEmpty() || wasShort));
  }

  /** Returns whether a better plan may be looked for, if there is any. */
  boolean isOld(long nowNanos) {
    return nowNanos - madeNanos >= ages.old();
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
