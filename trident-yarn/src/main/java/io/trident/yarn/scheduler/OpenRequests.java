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

import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ApplicationSchedulingConfig;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What an application asks for at one priority now, as the stock allocator has it.
 *
 * @param <N> the scheduler's kind of node
 */
final class OpenRequests<N extends SchedulerNode> {
  private final LocalityAppPlacementAllocator<N> stock;
  private final AppSchedulingInfo application;

  OpenRequests(LocalityAppPlacementAllocator<N> stock, AppSchedulingInfo application) {
    this.stock = stock;
    this.application = application;
  }

  /** Returns which room is looked for; of no size if nothing is pending. */
  RoomIndex.Kind kind(String partition) {
    @Nullable ResourceRequest any = stock.getResourceRequests().get(ResourceRequest.ANY);
    return new RoomIndex.Kind(partition, any == null ? Resources.none() : any.getCapability());
  }

  /** Returns how many containers are pending. */
  int pending() {
    return containers(ResourceRequest.ANY);
  }

  /** Returns how many containers may be node-local on a node. */
  int nodeLocalAsks(N node) {
    return Math.min(
        pending(), Math.min(containers(node.getRackName()), containers(node.getNodeName())));
  }

  private int containers(String resourceName) {
    @Nullable ResourceRequest request = stock.getResourceRequests().get(resourceName);
    return request == null ? 0 : request.getNumContainers();
  }

  /** Whether the application asks for containers on a node, and has it on no blacklist. */
  boolean mayUse(N node, NodeType type) {
    return stock.canAllocate(type, node)
        && !application.isPlaceBlacklisted(node.getNodeName(), false)
        && !application.isPlaceBlacklisted(node.getRackName(), false);
  }

  /** Whether a container on a node would serve some request. */
  boolean isOfUse(N offered) {
    return isRelaxed(ResourceRequest.ANY)
        || isRelaxed(offered.getRackName())
        || nodeLocalAsks(offered) > 0;
  }

  private boolean isRelaxed(String resourceName) {
    @Nullable ResourceRequest request = stock.getResourceRequests().get(resourceName);
    return request != null && request.getRelaxLocality();
  }

  /** Returns the narrowest kind of place that the application names. O(1) if it names nodes. */
  NodeType narrowest() {
    NodeType narrowest = NodeType.OFF_SWITCH;
    for (String name : stock.getResourceRequests().keySet()) {
      if (!name.equals(ResourceRequest.ANY)) {
        if (!name.startsWith(NodeBase.PATH_SEPARATOR_STR)) {
          return NodeType.NODE_LOCAL;
        }
        narrowest = NodeType.RACK_LOCAL;
      }
    }
    return narrowest;
  }

  /** Whether the operator named a policy that looks nodes up for this application. */
  boolean hasLookupPolicy() {
    return application
        .getApplicationSchedulingEnvs()
        .containsKey(ApplicationSchedulingConfig.ENV_MULTI_NODE_SORTING_POLICY_CLASS);
  }
}
