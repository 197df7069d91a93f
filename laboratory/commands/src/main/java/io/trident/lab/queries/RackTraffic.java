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
package io.trident.lab.queries;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which bytes of a join go from one rack to another, if each task runs in the rack that has most of
 * what it reads: computed of where blocks are, not counted.
 */
final class RackTraffic {
  private RackTraffic() {}

  /**
   * Bytes that the task of a partition reads.
   *
   * @param partition number of the partition
   * @param rack that has them
   */
  record Input(int partition, String rack, long bytes) {}

  /** Returns the bytes of partitions that are not in the rack with most of their partition. */
  static long betweenRacks(List<Input> inputs) {
    Map<Integer, Map<String, Long>> partitions = new HashMap<>();
    for (Input input : inputs) {
      partitions
          .computeIfAbsent(input.partition(), number -> new HashMap<>())
          .merge(input.rack(), input.bytes(), Long::sum);
    }
    return partitions.values().stream().mapToLong(RackTraffic::elsewhere).sum();
  }

  private static long elsewhere(Map<String, Long> byRack) {
    long all = byRack.values().stream().mapToLong(Long::longValue).sum();
    return all - byRack.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Returns the bytes of a shuffle that change racks, if its tasks are in all racks alike. */
  static long betweenRacks(long shuffled, int racks) {
    return shuffled / racks * (racks - 1);
  }
}
