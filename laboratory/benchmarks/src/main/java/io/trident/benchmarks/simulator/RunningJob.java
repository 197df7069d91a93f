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

import io.trident.benchmarks.swim.SwimJob;
import io.trident.core.model.ReadSource;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.ResourceRequests;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A job from its submission to its end: what its application master knows, and what it counts. */
final class RunningJob {
  final int number;
  final SwimJob spec;
  final StoredFile input;

  /** Tasks of the current stage without a container, in order. */
  List<SimulatedTask> waiting = new ArrayList<>();

  /** What the resource manager was last asked for, less what it has given since. */
  Demand demand = new Demand(List.of(), 0);

  /** Nodes of containers that were allocated since the last heartbeat. */
  final List<Integer> unclaimed = new ArrayList<>();

  /** When it could first ask for containers: its heartbeats are counted from there. */
  double ready = Double.NaN;

  boolean heartbeatDue;
  int unfinished;
  boolean reducing;

  /** The version of the input that the tasks' costs are of. */
  int inputVersion = -1;

  /** Whether its last task has ended. */
  boolean isOver;

  final EnumMap<ReadSource, Integer> reads = new EnumMap<>(ReadSource.class);
  final Map<String, Integer> readFrom = new HashMap<>();
  int tasks;
  double taskSeconds;
  int memoryReads;
  long bytesRead;
  double leastSeconds;
  double leastTaskSeconds;
  @Nullable PrefetchPlan plan;

  /** Blocks that were prefetched for this job, and those of them that a map read from the cache. */
  final BitSet prefetched = new BitSet();

  final BitSet used = new BitSet();

  RunningJob(int number, SwimJob spec, StoredFile input) {
    this.number = number;
    this.spec = spec;
    this.input = input;
  }

  JobResult result(double now) {
    return new JobResult(
        spec.name(),
        spec.bin(),
        spec.submitSeconds(),
        now - spec.submitSeconds(),
        plan == null ? 0 : plan.delaySeconds(),
        tasks,
        taskSeconds,
        reads,
        readFrom,
        memoryReads,
        bytesRead,
        prefetched.cardinality(),
        prefetched.cardinality() - used.cardinality(),
        leastSeconds,
        leastTaskSeconds);
  }

  /** What a job wants from the resource manager, in the form of its requests. */
  static final class Demand {
    /** By node, rack and {@code *}. */
    private final Map<String, ContainerAsk> asks = new HashMap<>();

    int outstanding;

    /** Offers since the last that was local, as the Capacity scheduler counts them. */
    long missed;

    /** Containers wanted by node and rack; used by the stock scheduler only. */
    final Map<String, Integer> counts = new HashMap<>();

    final int locations;

    Demand(List<ContainerAsk> asks, long missed) {
      this.missed = missed;
      locations = Math.max(0, asks.size() - 1);
      for (ContainerAsk ask : asks) {
        this.asks.put(ask.resourceName(), ask);
        if (ask.resourceName().equals(ContainerAsk.ANY)) {
          outstanding = ask.containers();
        } else {
          counts.put(ask.resourceName(), ask.containers());
        }
      }
    }

    /**
     * Returns the requests that nodes with room can serve: racks by name, the last is {@code *}.
     */
    List<ContainerAsk> asks(List<NodeRoom> rooms) {
      List<ContainerAsk> served = new ArrayList<>();
      Set<String> racks = new TreeSet<>();
      for (NodeRoom room : rooms) {
        addTo(served, room.node());
        racks.add(room.rack());
      }
      racks.forEach(rack -> addTo(served, rack));
      addTo(served, ContainerAsk.ANY);
      return served;
    }

    private void addTo(List<ContainerAsk> served, String name) {
      ContainerAsk ask = asks.get(name);
      if (ask != null) {
        served.add(ask);
      }
    }

    /** Notes that a container was allocated; see {@link ResourceRequests#consume}. */
    void consume(PotentialContainer container, String rack, double rackLocal) {
      List<ContainerAsk> concerned = new ArrayList<>();
      addTo(concerned, container.node());
      addTo(concerned, rack);
      addTo(concerned, ContainerAsk.ANY);
      for (ContainerAsk rest : ResourceRequests.consume(concerned, container, rack, rackLocal)) {
        asks.put(rest.resourceName(), rest);
      }
    }
  }
}
