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

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;

/**
 * How many containers an application has on each node at one priority.
 *
 * @param byNode only nodes where it has any
 */
record OwnContainers(Map<NodeId, Integer> byNode) {
  static final OwnContainers NONE = new OwnContainers(Map.of());

  OwnContainers {
    byNode = Map.copyOf(byNode);
  }

  /**
   * Counts an application's containers, O(its containers). Takes no lock: a commit holds that of
   * the application while it waits for ours.
   *
   * @param application null if it has ended
   */
  static OwnContainers of(@Nullable SchedulerApplicationAttempt application, Priority priority) {
    if (application == null) {
      return NONE;
    }
    Map<NodeId, Integer> byNode = new HashMap<>();
    for (RMContainer container : application.getLiveContainersMap().values()) {
      if (priority.equals(container.getAllocatedSchedulerKey().getPriority())) {
        byNode.merge(container.getNodeId(), 1, Integer::sum);
      }
    }
    return new OwnContainers(byNode);
  }

  int on(NodeId node) {
    return byNode.getOrDefault(node, 0);
  }
}
