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
package io.trident.benchmarks;

import io.trident.core.cost.CostModel;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.ResourceRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Algorithm 3: one decision of the resource manager for one application. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class AllocationBenchmark {
  private static final int MOST_FREE = 4;

  /** Tasks of the application, and nodes of the cluster. */
  @Param({"1024x1024"})
  public String size = "";

  private AllocationSnapshot snapshot =
      new AllocationSnapshot(List.of(), List.of(), 0, 0, 0); // replaced before each trial

  /** Makes the requests of the tasks, and nodes with room for 0 to 4 containers. */
  @Setup(Level.Trial)
  public void prepare() {
    String[] parts = size.split("x", -1);
    int tasks = Integer.parseInt(parts[0]);
    int nodes = Integer.parseInt(parts[1]);
    Random random = new Random(7);
    List<NodeRoom> rooms = new ArrayList<>(nodes);
    for (int i = 0; i < nodes; i++) {
      String node = "n" + i;
      rooms.add(new NodeRoom(node, Instances.racks().rackOf(node), random.nextInt(MOST_FREE + 1)));
    }
    snapshot =
        new AllocationSnapshot(
            ResourceRequests.of(Instances.tasks(tasks, nodes), Instances.racks()),
            rooms,
            tasks,
            CostModel.DEFAULT.rackLocal(),
            CostModel.DEFAULT.offRack());
  }

  /** One decision. */
  @Benchmark
  public List<PotentialContainer> allocate() {
    return ContainerAllocation.allocate(snapshot);
  }
}
