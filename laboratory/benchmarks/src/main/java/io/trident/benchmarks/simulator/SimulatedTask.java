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
import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.placement.PlacementTask;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A map, which reads a block, or a reduce, which reads what was shuffled; then both process and
 * write.
 */
final class SimulatedTask {
  /** The block of a reduce. */
  static final int NO_BLOCK = -1;

  final RunningJob job;
  final int block;
  final long readBytes;
  final long writeBytes;

  /** How many times the mean it takes beside reading and writing. */
  final double slowness;

  private final String name;

  /** The host's view of the task and its costs, as of the last {@link #refresh}. */
  PlacementTask placement;

  CostProfile profile;

  /** When it started; NaN before. */
  double started = Double.NaN;

  SimulatedTask(
      RunningJob job, String name, int block, long readBytes, long writeBytes, double slowness) {
    this.job = job;
    this.name = name;
    this.block = block;
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
    this.slowness = slowness;
    placement = new PlacementTask(name, List.of(), Set.of());
    profile = new CostProfile(name, Map.of(), Map.of(), Map.of(), 0);
  }

  boolean isMap() {
    return block != NO_BLOCK;
  }

  /** Looks up where the input is now. */
  void refresh(FileSystem files, Cluster cluster, CostModel costs) {
    List<BlockInput> input =
        isMap() ? List.of(new BlockInput(readBytes, files.replicas(job.input, block))) : List.of();
    placement = new PlacementTask(name, input, Set.of());
    profile = placement.profile(cluster, costs);
  }
}
