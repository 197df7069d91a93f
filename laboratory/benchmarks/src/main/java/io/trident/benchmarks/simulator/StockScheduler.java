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

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * YARN's Capacity scheduler with one queue: first come first served, with its delay scheduling
 * ({@code RegularContainerAllocator} of Hadoop 3.5.0). As it is by default it schedules
 * asynchronously ({@code CapacityScheduler.schedule}): it goes through the nodes again and again,
 * and gives one container of a node at a time.
 *
 * <p>A node is used for a job that asked for it; for its rack once the job has let more offers pass
 * than the node-locality delay or there are nodes; for any once it has let more pass than it wants
 * containers, times the share of the cluster's nodes and racks that it named.
 */
final class StockScheduler implements ContainerScheduler {
  private final Cluster cluster;
  private final Containers containers;
  private final int nodeLocalityDelay;

  StockScheduler(Cluster cluster, Containers containers, int nodeLocalityDelay) {
    this.cluster = cluster;
    this.containers = containers;
    this.nodeLocalityDelay = nodeLocalityDelay;
  }

  private enum Kind {
    NODE,
    RACK,
    ANY,
    NOT_NOW
  }

  @Override
  public void pass(List<Integer> nodes, Collection<RunningJob> jobs, Grant grant) {
    for (int node : nodes) {
      for (RunningJob job : jobs) {
        if (serve(node, job, grant)) {
          break;
        }
      }
    }
  }

  /** Offers a job one slot of a node; returns whether the job took it. */
  boolean serve(int node, RunningJob job, Grant grant) {
    RunningJob.Demand demand = job.demand;
    if (containers.free(node) == 0 || demand.outstanding == 0) {
      return false;
    }
    String nodeName = cluster.nodeName(node);
    String rackName = cluster.rackName(cluster.rack(node));
    demand.missed++;
    Kind kind = kind(demand, nodeName, rackName);
    if (kind == Kind.NOT_NOW) {
      return false;
    }
    demand.outstanding--;
    if (kind != Kind.ANY) {
      demand.missed = 0;
      decrement(demand.counts, rackName);
    }
    if (kind == Kind.NODE) {
      decrement(demand.counts, nodeName);
    }
    grant.container(job, node);
    return true;
  }

  private Kind kind(RunningJob.Demand demand, String node, String rack) {
    if (demand.counts.getOrDefault(node, 0) > 0) {
      return Kind.NODE;
    }
    int nodes = cluster.nodeCount();
    if (demand.counts.getOrDefault(rack, 0) > 0
        && Math.min(nodes, nodeLocalityDelay) < demand.missed) {
      return Kind.RACK;
    }
    if (demand.locations == 0) {
      return Kind.ANY;
    }
    double waitFactor = Math.min(1, (double) demand.locations / nodes);
    return Math.min(nodes, demand.outstanding * waitFactor) < demand.missed
        ? Kind.ANY
        : Kind.NOT_NOW;
  }

  private static void decrement(Map<String, Integer> counts, String name) {
    counts.computeIfPresent(name, (key, count) -> count > 1 ? count - 1 : null);
  }
}
