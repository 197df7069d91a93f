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
import org.jspecify.annotations.Nullable;

/**
 * Which node a scheduler offers to applications on the present thread, where it places on a node
 * only when that node heartbeats.
 */
final class NodeOffers {
  private final ThreadLocal<Offer> current = new ThreadLocal<>();
  private final long intervalNanos;

  /** One heartbeat of a node; two of the same node are not equal. */
  static final class Offer {
    private final NodeId node;

    Offer(NodeId node) {
      this.node = node;
    }

    NodeId node() {
      return node;
    }
  }

  /**
   * @param intervalNanos after how long a node heartbeats again
   */
  NodeOffers(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  long intervalNanos() {
    return intervalNanos;
  }

  void begin(NodeId node) {
    current.set(new Offer(node));
  }

  void end() {
    current.remove();
  }

  /** Returns the present offer, or null if the thread does something else. */
  @Nullable Offer current() {
    return current.get();
  }
}
