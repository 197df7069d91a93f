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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Where there is room in the cluster, for all applications of a scheduler: a {@link RoomTable} for
 * each size of container that is asked for in a partition. Thread-safe.
 */
final class RoomIndex<N extends SchedulerNode> {
  /*
   * Why
   * ---
   * An application's plan needs the few nodes that it names, or, when these are full, the emptiest
   * ones of some racks, or the knowledge that there is no room at all. Found by looking at all nodes
   * this takes a saturated cluster of thousands of nodes more time, for each container, than all
   * else that the scheduler does. Here it takes the time of looking them up.
   *
   * How it is kept
   * --------------
   * Whoever changes a node touches it, in O(1) and without a lock: the scheduler when a container
   * has ended or a node has joined, left or changed, and each allocator when its node is offered or
   * has got a container. Touched nodes are looked at again when the index is next read, one after
   * the other: O(tables * log hosts) each. What changes a node unseen (an operator who names the
   * allocator without Trident's scheduler, a reservation that ends, heartbeats that stay away) is
   * found when the node is offered, when a plan names it, as its room is checked before, or when all
   * nodes are looked at, once in five seconds in which the table is read.
   *
   * A size that was not asked for before makes all nodes be looked at. An application may ask for any
   * number of sizes, so tables are made within the part of time that planning may take.
   *
   * In flight
   * ---------
   * A container that was proposed to an asynchronous scheduler and is not committed yet takes its
   * room here, for all applications: two that want the same node do not both propose it, and lose.
   *
   * Lock
   * ----
   * Its own, held for the time of a plan; under it only leaf locks (node tracker, node) are taken.
   */

  /** More sizes are not kept at once; the one that was not read for longest goes. */
  private static final int MOST_TABLES = 16;

  private static final long REFRESH_NANOS = 5_000_000_000L;

  /** No commit takes longer. */
  private static final long FORGET_NANOS = 60_000_000_000L;

  private final AbstractYarnScheduler<?, N> scheduler;
  private final LongSupplier nanoClock;
  private final LongConsumer tableMade;
  private final Queue<NodeId> touched = new ConcurrentLinkedQueue<>();

  /** What is in the queue; so nobody is in it twice. */
  private final Set<NodeId> queued = ConcurrentHashMap.newKeySet();

  private final Map<NodeId, Resource> proposed = new HashMap<>();
  private final Deque<Proposal> byAge = new ArrayDeque<>();
  private final Map<Kind, Kept<N>> tables = new LinkedHashMap<>(16, 0.75f, true);

  /** Which most often is what is read next. */
  private volatile @Nullable Kept<N> lastRead;

  /**
   * Two are equal if the values of their sizes are: {@link Resource#equals} looks at units and
   * tags, too, and takes longer than all else that an offer does.
   *
   * @param size of one container; some memory
   */
  record Kind(String partition, Resource size) {
    @Override
    public boolean equals(@Nullable Object other) {
      if (!(other instanceof Kind kind) || !partition.equals(kind.partition)) {
        return false;
      }
      ResourceInformation[] ours = size.getResources();
      ResourceInformation[] theirs = kind.size.getResources();
      boolean equal = ours.length == theirs.length;
      for (int i = 0; equal && i < ours.length; i++) {
        equal = ours[i].getValue() == theirs[i].getValue();
      }
      return equal;
    }

    @Override
    public int hashCode() {
      int hash = partition.hashCode();
      for (ResourceInformation one : size.getResources()) {
        hash = 31 * hash + Long.hashCode(one.getValue());
      }
      return hash;
    }
  }

  /** A container that was proposed to the scheduler. */
  static final class Proposal {
    private final NodeId node;
    private final Resource size;
    private final long sinceNanos;
    private boolean settled;

    Proposal(NodeId node, Resource size, long sinceNanos) {
      this.node = node;
      this.size = size;
      this.sinceNanos = sinceNanos;
    }

    NodeId node() {
      return node;
    }

    long sinceNanos() {
      return sinceNanos;
    }
  }

  private static final class Kept<N extends SchedulerNode> {
    private final Kind kind;
    private final RoomTable<N> table = new RoomTable<>();
    private long refreshedNanos;

    Kept(Kind kind) {
      this.kind = kind;
    }
  }

  /**
   * @param tableMade takes how many nanoseconds a further table took
   */
  RoomIndex(AbstractYarnScheduler<?, N> scheduler, LongSupplier nanoClock, LongConsumer tableMade) {
    this.scheduler = scheduler;
    this.nanoClock = nanoClock;
    this.tableMade = tableMade;
  }

  /** Returns whether the room for a kind is known; else the next read looks at all nodes. */
  boolean isKept(Kind kind) {
    Kept<N> last = lastRead;
    return (last != null && last.kind.equals(kind)) || hasTable(kind);
  }

  private synchronized boolean hasTable(Kind kind) {
    return tables.containsKey(kind);
  }

  /** Has a node looked at again, which may have more or less room than before, or be gone. */
  void touch(NodeId node) {
    if (queued.add(node)) {
      touched.add(node);
    }
  }

  /**
   * Returns what a reader makes of the present room; it must not keep the table.
   *
   * @param kind with a size that nobody changes
   */
  synchronized <T> T read(Kind kind, Function<RoomTable<N>, T> reader) {
    long now = nanoClock.getAsLong();
    forgetOldProposals(now);
    lookAtTouched();
    Kept<N> last = lastRead;
    Kept<N> kept = last != null && last.kind.equals(kind) ? last : tables.get(kind);
    if (kept == null) {
      if (last != null) {
        tables.get(last.kind); // it may have been read many times since it was looked up
      }
      if (tables.size() >= MOST_TABLES) {
        Iterator<Kind> eldest = tables.keySet().iterator();
        eldest.next();
        eldest.remove();
      }
      kept = new Kept<>(new Kind(kind.partition(), Resources.clone(kind.size())));
      tables.put(kept.kind, kept);
      refresh(kind, kept, now);
      tableMade.accept(nanoClock.getAsLong() - now);
    } else if (now - kept.refreshedNanos >= REFRESH_NANOS) {
      refresh(kind, kept, now);
    }
    lastRead = kept;
    return reader.apply(kept.table);
  }

  /** Returns how many containers fit on a node now, in flight ones counted as placed. */
  synchronized int room(N node, Kind kind) {
    if (!kind.partition().equals(node.getPartition())
        || node.getReservedContainer() != null
        || node.getRMNode().getState() != NodeState.RUNNING
        || !SchedulerUtils.isNodeHeartbeated(node, scheduler.getSkipNodeInterval())) {
      return 0;
    }
    Resource free = node.getUnallocatedResource();
    @Nullable Resource taken = proposed.get(node.getNodeID());
    if (taken != null) {
      free = Resources.subtractNonNegative(free, taken);
    }
    long fits = FairRules.calculator(scheduler).computeAvailableContainers(free, kind.size());
    return (int) Math.max(0, Math.min(fits, Integer.MAX_VALUE));
  }

  /** Returns whether the cluster still has this very node: it may have left, or joined anew. */
  boolean isCurrent(N node) {
    return scheduler.getNodeTracker().getNode(node.getNodeID()) == node;
  }

  /**
   * Returns what stands for a container that is proposed to a scheduler which decides at once, so
   * that there is nothing to count.
   */
  Proposal proposeAtOnce(N node, Resource size) {
    Proposal proposal = new Proposal(node.getNodeID(), size, nanoClock.getAsLong());
    proposal.settled = true;
    return proposal;
  }

  /** Counts a container as placed that is proposed to the scheduler. */
  synchronized Proposal propose(N node, Resource size) {
    Proposal proposal = new Proposal(node.getNodeID(), size, nanoClock.getAsLong());
    byAge.add(proposal);
    proposed.merge(proposal.node, size, Resources::add);
    noteRoomOf(node);
    return proposal;
  }

  /** Counts a proposal no longer: its container is placed, and the node shows it. */
  synchronized void placed(Proposal proposal) {
    takeBack(proposal);
    touch(proposal.node);
  }

  /** Counts a proposal no longer: the scheduler did not want it. */
  synchronized void withdraw(Proposal proposal) {
    if (takeBack(proposal)) {
      @Nullable N node = scheduler.getNodeTracker().getNode(proposal.node);
      if (node != null) {
        noteRoomOf(node);
      }
    }
  }

  private boolean takeBack(Proposal proposal) {
    if (proposal.settled) {
      return false;
    }
    proposal.settled = true;
    proposed.computeIfPresent(
        proposal.node,
        (id, all) -> {
          Resource rest = Resources.subtractNonNegative(all, proposal.size);
          return rest.getMemorySize() > 0 ? rest : null;
        });
    return true;
  }

  private void noteRoomOf(N node) {
    for (Map.Entry<Kind, Kept<N>> entry : tables.entrySet()) {
      entry.getValue().table.restored(node, room(node, entry.getKey()));
    }
  }

  /** An application that has ended leaves proposals behind, which nobody settles. */
  private void forgetOldProposals(long now) {
    Proposal oldest = byAge.peek();
    while (oldest != null && (oldest.settled || now - oldest.sinceNanos >= FORGET_NANOS)) {
      byAge.remove();
      if (takeBack(oldest)) {
        touch(oldest.node);
      }
      oldest = byAge.peek();
    }
  }

  private void lookAtTouched() {
    for (NodeId id = touched.poll(); id != null; id = touched.poll()) {
      queued.remove(id); // first: whoever touches it again means what is seen from now on
      @Nullable N node = scheduler.getNodeTracker().getNode(id);
      for (Map.Entry<Kind, Kept<N>> entry : tables.entrySet()) {
        RoomTable<N> table = entry.getValue().table;
        if (node == null) {
          table.removed(id);
        } else {
          table.changed(node, room(node, entry.getKey()));
        }
      }
    }
  }

  private void refresh(Kind kind, Kept<N> kept, long now) {
    Collection<N> nodes = new ArrayList<>();
    for (N node : allNodes()) {
      if (kind.partition().equals(node.getPartition())) {
        nodes.add(node);
        kept.table.changed(node, room(node, kind));
      }
    }
    kept.table.retain(nodes);
    kept.refreshedNanos = now;
  }

  private List<N> allNodes() {
    return scheduler.getNodeTracker().getAllNodes();
  }
}
