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

import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;

/**
 * Where an application could get containers of one size now: the checks the stock scheduler makes
 * of an offered node, for any node.
 *
 * @param scheduler the scheduler whose nodes these are
 * @param application for its blacklist
 * @param partition the node partition asked for
 * @param size size of one container; some memory
 */
record NodeView<N extends SchedulerNode>(
    AbstractYarnScheduler<?, N> scheduler,
    AppSchedulingInfo application,
    String partition,
    Resource size) {

  /** Returns whether the cluster still has this very node: it may have left, or joined anew. */
  boolean isCurrent(N node) {
    return scheduler.getNodeTracker().getNode(node.getNodeID()) == node;
  }

  /** Returns how many containers fit on a node; 0 if it must not be used. */
  int room(N node) {
    if (!partition.equals(node.getPartition())
        || node.getReservedContainer() != null
        || node.getRMNode().getState() != NodeState.RUNNING
        || !SchedulerUtils.isNodeHeartbeated(node, scheduler.getSkipNodeInterval())) {
      return 0;
    }
    long fits =
        scheduler
            .getResourceCalculator()
            .computeAvailableContainers(node.getUnallocatedResource(), size);
    if (fits <= 0 || isBlacklisted(node.getNodeName()) || isBlacklisted(node.getRackName())) {
      return 0;
    }
    return (int) Math.min(fits, Integer.MAX_VALUE);
  }

  private boolean isBlacklisted(String place) {
    return application.isPlaceBlacklisted(place, false);
  }
}
