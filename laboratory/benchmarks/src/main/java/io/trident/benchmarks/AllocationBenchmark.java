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
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class AllocationBenchmark {
  /** Tasks of the application x nodes of the cluster x most containers that a node has room for. */
  @Param({"1024x1024x4"})
  public String size = "";

  private AllocationSnapshot snapshot =
      new AllocationSnapshot(List.of(), List.of(), 0, 0, 0); // replaced before each trial

  /** Makes the requests of the tasks, and nodes with room for 0 to 4 containers. */
  @Setup(Level.Trial)
  public void prepare() {
    Size parsed = Size.parse(size);
    InstanceKind kind = InstanceKind.UNIFORM;
    Random random = new Random(7);
    List<NodeRoom> rooms = new ArrayList<>(parsed.nodes());
    for (int i = 0; i < parsed.nodes(); i++) {
      String node = InstanceKind.node(i);
      rooms.add(new NodeRoom(node, kind.rack(node, parsed), random.nextInt(parsed.slots() + 1)));
    }
    snapshot =
        new AllocationSnapshot(
            ResourceRequests.of(kind.tasks(parsed), node -> kind.rack(node, parsed)),
            rooms,
            parsed.tasks(),
            CostModel.DEFAULT.rackLocal(),
            CostModel.DEFAULT.offRack());
  }

  /** One decision. */
  @Benchmark
  public List<PotentialContainer> allocate() {
    return ContainerAllocation.allocate(snapshot);
  }
}
