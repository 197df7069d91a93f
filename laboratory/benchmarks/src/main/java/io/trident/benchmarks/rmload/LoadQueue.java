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
package io.trident.benchmarks.rmload;

import io.trident.core.text.EnumNames;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A queue of the scheduler. Applications are submitted to queues in proportion to capacities. */
enum LoadQueue {
  PRODUCTION(40, 100),
  RESEARCH(30, 100),
  ADHOC(20, 60),
  TRIAL(10, 30);

  /** Users that submit to each queue. */
  private static final int USERS = 3;

  private final int capacity;
  private final int maximumCapacity;

  LoadQueue(int capacity, int maximumCapacity) {
    this.capacity = capacity;
    this.maximumCapacity = maximumCapacity;
  }

  /** In percent of the cluster. */
  int capacity() {
    return capacity;
  }

  /** In percent of the cluster. */
  int maximumCapacity() {
    return maximumCapacity;
  }

  String label() {
    return EnumNames.dashed(this);
  }

  String drawUser(Random random) {
    return label() + random.nextInt(USERS);
  }

  static List<String> names() {
    return Arrays.stream(values()).map(LoadQueue::label).toList();
  }

  static LoadQueue draw(Random random) {
    int left = random.nextInt(100);
    for (LoadQueue queue : values()) {
      left -= queue.capacity;
      if (left < 0) {
        return queue;
      }
    }
    return TRIAL;
  }
}
