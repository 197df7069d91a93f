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

/**
 * What no schedule can do better than, whatever is prefetched.
 *
 * @param longestTask until the end of the longest task, if it starts at once, in seconds
 * @param jobTime until the end of the last task, in seconds
 */
record Bound(double longestTask, double jobTime) {
  /** Every task reads as fast as it ever can, on the fastest node. O(reads). */
  static Bound of(Instance instance) {
    double memory = Double.POSITIVE_INFINITY;
    double speed = 0;
    for (int node : instance.slotNode) {
      memory = Math.min(memory, instance.memorySecondsPerByte[node]);
      speed = Math.max(speed, instance.cpuSpeed[node]);
    }
    double init = instance.snapshot.times().timeToInit();
    double schedule = instance.snapshot.times().timeToSchedule();
    double longest = 0;
    double work = 0;
    for (int task = 0; task < instance.taskCount; task++) {
      double seconds = schedule + instance.cpuSeconds[task] / speed;
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        double stored = instance.storedSecondsPerByte[instance.readBlock[read]];
        seconds += instance.readBytes[read] * Math.min(memory, stored);
      }
      longest = Math.max(longest, seconds);
      work += seconds;
    }
    if (instance.taskCount == 0) {
      return new Bound(0, 0);
    }
    return new Bound(init + longest, init + Math.max(longest, work / instance.slotNode.length));
  }
}
