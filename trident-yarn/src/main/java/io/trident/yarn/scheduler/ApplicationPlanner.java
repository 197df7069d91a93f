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

import io.trident.core.cost.CostModel;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.core.text.EnumNames;
import io.trident.yarn.config.YarnSettings;
import io.trident.yarn.report.ApplicationReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans for one application at one priority. Its state is guarded by the lock of {@link
 * PreferencePlacement}.
 *
 * @param <N> the scheduler's kind of node
 */
final class ApplicationPlanner<N extends SchedulerNode> {
  private final LocalityAppPlacementAllocator<N> stock;
  private final AppSchedulingInfo application;
  private final SchedulerRequestKey key;
  private final PreferencePlacement<N> placement;
  private final PlacementContext context;
  private final PendingPreferences preferences;
  private final InFlight inFlight;
  private long planMadeNanos;

  /**
   * For a placement that is being made.
   *
   * @param stock the allocator, which knows what is pending
   * @param preferences what is pending by maps
   * @param inFlight what is proposed
   */
  ApplicationPlanner(
      LocalityAppPlacementAllocator<N> stock,
      AppSchedulingInfo application,
      SchedulerRequestKey key,
      PreferencePlacement<N> placement,
      PlacementContext context,
      PendingPreferences preferences,
      InFlight inFlight) {
    this.stock = stock;
    this.application = application;
    this.key = key;
    this.placement = placement;
    this.context = context;
    this.preferences = preferences;
    this.inFlight = inFlight;
  }

  /** Returns what the application has by node, if its requests name no place. */
  Map<NodeId, Integer> ownIfSpreading() {
    if (stock.getResourceRequests().size() > 1) {
      return Map.of();
    }
    return OwnContainers.of(
            placement.scheduler().getApplicationAttempt(application.getApplicationAttemptId()),
            key.getPriority())
        .byNode();
  }

  /** Makes a plan; under the lock. */
  PlacementPlan newPlan(
      RoomIndex<N> index,
      RoomIndex.Kind kind,
      Map<NodeId, Integer> own,
      int wanted,
      ApplicationQueue.State state) {
    long start = context.nanoTime();
    YarnSettings settings = state.settings().settings();
    CostModel costs = settings.costs();
    PlacementPlan made =
        index.read(
            kind,
            table ->
                new PlacementPlan(
                    ContainerAllocation.allocate(
                        new ApplicationAsks<>(stock.getResourceRequests(), preferences, table),
                        new ApplicationRooms<>(table, application, ownByHost(table, own)),
                        wanted,
                        costs.rackLocal(),
                        costs.offRack()),
                    table.gains(),
                    start + settings.planMaxAge().toNanos()));
    planMadeNanos = start;
    long took = context.nanoTime() - start;
    context.planMade(took);
    placement.counts().planMade();
    state.metrics().planMade(Duration.ofNanos(took));
    return made;
  }

  /** What the application has or is about to have, by host. */
  private Map<String, Integer> ownByHost(RoomTable<N> table, Map<NodeId, Integer> own) {
    if (own.isEmpty() && inFlight.size() == 0) {
      return Map.of();
    }
    Map<NodeId, Integer> all = new HashMap<>(own);
    inFlight.nodes().forEach(node -> all.merge(node, inFlight.on(node), Integer::sum));
    Map<String, Integer> byHost = new HashMap<>();
    all.forEach(
        (node, containers) -> {
          @Nullable NodeRoom host = table.hostOf(node);
          if (host != null) {
            byHost.merge(host.node(), containers, Integer::sum);
          }
        });
    return byHost;
  }

  /** Returns the report of a plan of which so many containers are left, these first. */
  ApplicationReport.Plan report(int left, List<PotentialContainer> first) {
    return new ApplicationReport.Plan(
        (context.nanoTime() - planMadeNanos) / 1_000_000,
        left,
        first.stream()
            .map(
                one ->
                    new ApplicationReport.Candidate(
                        one.node(), one.cost(), EnumNames.dashed(one.locality())))
            .toList());
  }
}
