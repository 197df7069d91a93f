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

import java.util.Arrays;

/*
 * Algorithm 4: when each of the blocks that are cached from their devices at once is in memory.
 *
 * n blocks share a device's bandwidth BW equally. In order of length, with t_0 = len_0 = 0,
 *
 *     t_i = t_(i-1) + (n - i + 1) * (len_i - len_(i-1)) / BW,   cache time = TimeToInitCache + t_i.
 *
 * A DataNode caches only so many blocks of a volume at once; the others wait, first come, first
 * served. So the device serves a queue by processor sharing among at most c blocks. In terms of the
 * work v that each block being served has received, a block that enters at v is done at v + len,
 * and while k are served v grows by BW / k a second. A heap of these ends gives the next; the first
 * n <= c blocks all enter at v = 0, which is the paper's formula.
 *
 * O(n log c) for each device. The device also serves tasks; as in the paper, that is not modelled.
 */
final class CachingModel {
  private final Instance instance;

  /** Places of the selection by device: a chain in order of requests. */
  private final int[] first;

  private final int[] last;
  private final int[] next;

  /** The blocks in service: a heap by the work at which each is done. */
  private final double[] doneAt;

  private final int[] served;
  private int serving;

  CachingModel(Instance instance) {
    this.instance = instance;
    first = new int[instance.devices.size()];
    last = new int[instance.devices.size()];
    next = new int[instance.blockCount];
    doneAt = new double[instance.blockCount];
    served = new int[instance.blockCount];
  }

  /** Sets the cache time of each selected block, in seconds from the request, by block. */
  void predict(Selection selection, double[] ready) {
    Arrays.fill(first, -1);
    for (int place = 0; place < selection.size(); place++) {
      int device = instance.replicaDevice[selection.replica(place)];
      if (first[device] < 0) {
        first[device] = place;
      } else {
        next[last[device]] = place;
      }
      last[device] = place;
      next[place] = -1;
    }
    for (int place = 0; place < selection.size(); place++) {
      int device = instance.replicaDevice[selection.replica(place)];
      if (first[device] == place) {
        serve(selection, instance.devices.get(device), place, ready);
      }
    }
  }

  private void serve(Selection selection, StorageDevice device, int start, double[] ready) {
    double init = instance.snapshot.times().timeToInitCache();
    double secondsPerByte = 1 / device.bytesPerSecond();
    double work = 0;
    double seconds = 0;
    int waiting = start;
    serving = 0;
    while (waiting >= 0 || serving > 0) {
      while (waiting >= 0 && serving < device.cachingThreads()) {
        push(work + instance.blockBytes[selection.block(waiting)], selection.block(waiting));
        waiting = next[waiting];
      }
      seconds += serving * (doneAt[0] - work) * secondsPerByte;
      work = doneAt[0];
      ready[served[0]] = init + seconds;
      pop();
    }
  }

  private void push(double done, int block) {
    int child = serving++;
    while (child > 0) {
      int parent = (child - 1) >>> 1;
      if (doneAt[parent] <= done) {
        break;
      }
      doneAt[child] = doneAt[parent];
      served[child] = served[parent];
      child = parent;
    }
    doneAt[child] = done;
    served[child] = block;
  }

  private void pop() {
    serving--;
    double done = doneAt[serving];
    int block = served[serving];
    int parent = 0;
    while (true) {
      int child = 2 * parent + 1;
      if (child >= serving) {
        break;
      }
      if (child + 1 < serving && doneAt[child + 1] < doneAt[child]) {
        child++;
      }
      if (done <= doneAt[child]) {
        break;
      }
      doneAt[parent] = doneAt[child];
      served[parent] = served[child];
      parent = child;
    }
    doneAt[parent] = done;
    served[parent] = block;
  }
}
