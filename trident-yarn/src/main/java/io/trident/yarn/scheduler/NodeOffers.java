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
 * Which node a scheduler offers to applications on the present thread, where it places on a node
 * only when that node heartbeats.
 *
 * @param <N> the scheduler's kind of node
 */
final class NodeOffers<N extends SchedulerNode> {
  private final ThreadLocal<NodeOffer<N>> current = new ThreadLocal<>();
  private final AbstractYarnScheduler<?, N> scheduler;
  private final PlacementContext context;
  private final long intervalNanos;

  /**
   * @param intervalNanos after how long a node heartbeats again
   */
  NodeOffers(AbstractYarnScheduler<?, N> scheduler, PlacementContext context, long intervalNanos) {
    this.scheduler = scheduler;
    this.context = context;
    this.intervalNanos = intervalNanos;
  }

  long intervalNanos() {
    return intervalNanos;
  }

  void begin(NodeId node) {
    current.set(new NodeOffer<>(node, scheduler, context));
  }

  void end() {
    current.remove();
  }

  /** Returns the present offer, or null if the thread does something else. */
  @Nullable NodeOffer<N> current() {
    return current.get();
  }

  /** Notes that the scheduler has placed a container, of whichever application. */
  void placed() {
    @Nullable NodeOffer<N> offer = current.get();
    if (offer != null) {
      offer.placed();
    }
  }
}
