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

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerBridge;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.jspecify.annotations.Nullable;

/** What the Fair scheduler does and the others do not. */
final class FairRules {
  private static final ResourceCalculator ALL_RESOURCES = new DominantResourceCalculator();

  private FairRules() {}

  /**
   * Returns by what a scheduler decides whether a container fits on a node. The Fair scheduler's
   * own calculator, which is for its shares, looks at memory only.
   */
  static ResourceCalculator calculator(AbstractYarnScheduler<?, ?> scheduler) {
    return scheduler instanceof FairScheduler ? ALL_RESOURCES : scheduler.getResourceCalculator();
  }

  /** Returns whether containers that are not node-local are delayed by missed opportunities. */
  static boolean delays(AbstractYarnScheduler<?, ?> scheduler) {
    return scheduler instanceof FairScheduler fair
        && fair.getNodeLocalityThreshold() >= 0
        && fair.getRackLocalityThreshold() >= 0;
  }

  /**
   * Returns whether containers on a node are or were pre-empted to make room for an application.
   */
  static boolean hasPreempted(
      SchedulerNode node, @Nullable SchedulerApplicationAttempt application) {
    return node instanceof FSSchedulerNode fair
        && application instanceof FSAppAttempt attempt
        && FairSchedulerBridge.hasPreempted(fair, attempt);
  }

  /** Returns whether a full node may be reserved for a container of an application. */
  static boolean mayReserve(
      AbstractYarnScheduler<?, ?> scheduler,
      @Nullable SchedulerApplicationAttempt application,
      Resource container) {
    return scheduler instanceof FairScheduler fair
        && application instanceof FSAppAttempt attempt
        && fair.isAtLeastReservationThreshold(
            attempt.getQueue().getPolicy().getResourceCalculator(), container);
  }
}
