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

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * One heartbeat of a node, and what the applications find that are then offered the node: it is
 * looked up once for all of the same kind. To be used by the thread that handles the heartbeat.
 *
 * @param <N> the scheduler's kind of node
 */
final class NodeOffer<N extends SchedulerNode> {
  private final NodeId id;
  private final AbstractYarnScheduler<?, N> scheduler;
  private final PlacementContext context;
  private @Nullable N node;
  private @Nullable Found found;
  private long nowNanos;

  /**
   * What there is for containers of a kind.
   *
   * @param room how many fit on the node
   * @param elsewhere whether another node has room
   * @param gains {@link RoomTable#gains}
   * @param changes {@link RoomTable#changes}
   */
  record Found(RoomIndex.Kind kind, int room, boolean elsewhere, long gains, long changes) {}

  NodeOffer(NodeId id, AbstractYarnScheduler<?, N> scheduler, PlacementContext context) {
    this.id = id;
    this.scheduler = scheduler;
    this.context = context;
  }

  /** Returns the node, or null if it has left. */
  @Nullable N node() {
    if (node == null) {
      node = scheduler.getNodeTracker().getNode(id);
      nowNanos = context.nanoTime();
      index().touch(id); // what changed it unseen is seen now
    }
    return node;
  }

  /** Returns when the node was first looked at, on the context's clock. */
  long nowNanos() {
    return nowNanos;
  }

  RoomIndex<N> index() {
    return context.rooms(scheduler);
  }

  /** Returns what there is for containers of a kind on the node and elsewhere. */
  Found find(N offered, RoomIndex.Kind kind) {
    Found known = found;
    if (known == null || !known.kind().equals(kind)) {
      known =
          index()
              .read(
                  kind,
                  table ->
                      new Found(
                          kind,
                          table.room(id),
                          table.withRoom() > 0 && !table.isOnlyWithRoom(offered),
                          table.gains(),
                          table.changes()));
      found = known;
    }
    return known;
  }

  /** Notes that a container was placed: it has taken room. */
  void placed() {
    found = null;
  }
}
