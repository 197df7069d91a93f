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

/** The job time below which no schedule can be, whatever is prefetched and without a delay. */
final class Bound {
  private Bound() {}

  /**
   * Every task reads as fast as it ever can, on the fastest node, and no slot is idle once the job
   * is there. In seconds; O(reads).
   */
  static double of(Instance instance) {
    if (instance.taskCount == 0) {
      return 0;
    }
    double memory = Double.POSITIVE_INFINITY;
    double speed = 0;
    for (int node = 0; node < instance.cpuSpeed.length; node++) {
      memory = Math.min(memory, instance.memorySecondsPerByte[node]);
      speed = Math.max(speed, instance.cpuSpeed[node]);
    }
    double schedule = instance.snapshot.times().timeToSchedule();
    double longest = 0;
    double work = 0;
    for (int task = 0; task < instance.taskCount; task++) {
      double seconds = schedule + instance.cpuSeconds[task] / speed;
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        seconds += instance.readBytes[read] * fastest(instance, instance.readBlock[read], memory);
      }
      longest = Math.max(longest, seconds);
      work += seconds;
    }
    return instance.snapshot.times().timeToInit()
        + Math.max(longest, work / instance.slotNode.length);
  }

  private static double fastest(Instance instance, int block, double memory) {
    int from = instance.replicaFrom[block];
    int to = instance.replicaFrom[block + 1];
    double fastest = from == to ? 0 : memory; // of a block of unknown place
    for (int r = from; r < to; r++) {
      fastest = Math.min(fastest, instance.deviceSecondsPerByte[instance.replicaDevice[r]]);
    }
    return fastest;
  }
}
