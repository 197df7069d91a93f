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
package io.trident.core.prefetch;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.List;
import java.util.OptionalDouble;

/** The instance of the paper's Figure 8: tasks by block number, blocks in the order of its sets. */
final class Figure8 {
  static final long MB = 1 << 20;
  static final StorageDevice X = new StorageDevice("X", StorageTier.DISK, 32 * MB, 4);
  static final StorageDevice Y = new StorageDevice("Y", StorageTier.DISK, 32 * MB, 4);
  static final PrefetchBlock B1 = block("B1", 128, X);
  static final PrefetchBlock B2 = block("B2", 96, X);
  static final PrefetchBlock B3 = block("B3", 128, X);
  static final PrefetchBlock B4 = block("B4", 96, Y);
  static final PrefetchBlock B5 = block("B5", 64, Y);
  static final List<PrefetchTask> TASKS =
      List.of(
          PrefetchTask.of(B1),
          PrefetchTask.of(B2),
          PrefetchTask.of(B3),
          PrefetchTask.of(B4),
          PrefetchTask.of(B5));

  /** Degree 1 of the figure takes B3 and B4, degree 2 also B2 and B5. */
  static final List<PrefetchBlock> BLOCKS = List.of(B3, B4, B2, B5, B1);

  private Figure8() {}

  static PrefetchBlock block(String id, long megabytes, StorageDevice device) {
    return new PrefetchBlock(id, megabytes * MB, List.of(new BlockReplica("node", device)));
  }

  /** The figure has 3 slots. */
  static PrefetchSnapshot withSlots(int slots) {
    return of(TASKS, BLOCKS, new PrefetchNode("node", slots, 1, 3200 * MB, Long.MAX_VALUE));
  }

  static PrefetchSnapshot of(
      List<PrefetchTask> tasks, List<PrefetchBlock> blocks, PrefetchNode... nodes) {
    return new PrefetchSnapshot(
        tasks,
        blocks,
        List.of(nodes),
        CpuTimeModel.ofRate(64 * MB),
        TimeConstants.DEFAULT,
        CostModel.DEFAULT,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  /** A plan that caches the given blocks from their first replica. */
  static PrefetchPlan caching(double delay, PrefetchBlock... blocks) {
    return new PrefetchPlan(
        PrefetcherName.TRIDENT_DELAY,
        List.of(blocks).stream()
            .map(
                block -> {
                  BlockReplica from = block.replicas().get(0);
                  return new PrefetchStep(
                      block.id(),
                      block.bytes(),
                      from.node(),
                      from.device().name(),
                      from.device().tier(),
                      0);
                })
            .toList(),
        delay,
        new PredictedTimes(0, 0, 0, OptionalDouble.empty(), 0),
        List.of());
  }
}
