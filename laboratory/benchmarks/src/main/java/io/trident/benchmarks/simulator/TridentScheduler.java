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
package io.trident.benchmarks.simulator;

import io.trident.core.cost.CostModel;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import java.util.Collection;
import java.util.List;

/**
 * Trident's: first come first served, each job by Algorithm 3 over all nodes with room; a job that
 * named no place by the stock rules.
 */
final class TridentScheduler implements ContainerScheduler {
  private final Cluster cluster;
  private final Containers containers;
  private final StockScheduler stock;
  private final CostModel costs;
  private final DecisionListener listener;
  private final DecisionTimes times;

  TridentScheduler(
      Cluster cluster,
      Containers containers,
      StockScheduler stock,
      CostModel costs,
      DecisionListener listener,
      DecisionTimes times) {
    this.cluster = cluster;
    this.containers = containers;
    this.stock = stock;
    this.costs = costs;
    this.listener = listener;
    this.times = times;
  }

  @Override
  public void pass(List<Integer> nodes, Collection<RunningJob> jobs, Grant grant) {
    for (RunningJob job : jobs) {
      if (containers.freeTotal() == 0) {
        return;
      }
      if (job.demand.locations == 0) {
        nodes.forEach(node -> stock.serve(node, job, grant));
      } else if (job.demand.outstanding > 0) {
        serve(job, containers.rooms(nodes), grant);
      }
    }
  }

  /**
   * Algorithm 3 ignores requests for nodes and racks without room, so it is shown the others only:
   * a pass costs O(nodes with room), however many requests the job has.
   */
  private void serve(RunningJob job, List<NodeRoom> rooms, Grant grant) {
    RunningJob.Demand demand = job.demand;
    AllocationSnapshot snapshot =
        new AllocationSnapshot(
            demand.asks(rooms), rooms, demand.outstanding, costs.rackLocal(), costs.offRack());
    List<PotentialContainer> allocated = times.time(() -> ContainerAllocation.allocate(snapshot));
    listener.allocated(snapshot, allocated);
    demand.outstanding -= allocated.size();
    for (PotentialContainer container : allocated) {
      demand.consume(container, cluster.rackOf(container.node()), costs.rackLocal());
      grant.container(job, cluster.nodeNumber(container.node()));
    }
  }
}
