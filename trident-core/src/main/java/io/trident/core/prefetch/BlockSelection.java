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

/**
 * Algorithm 6: selects blocks to prefetch, in order, as long as no device has more than a given
 * number of them (the degree of parallelism) and the nodes' caches have room.
 *
 * <p>O(replicas). Not thread-safe.
 */
final class BlockSelection {
  private static final int NONE = -1;

  private final Instance instance;
  private final long[] cacheLeft;
  private final int[] count;
  private final double[] busySeconds;

  BlockSelection(Instance instance) {
    this.instance = instance;
    cacheLeft = new long[instance.cacheFree.length];
    count = new int[instance.devices.size()];
    busySeconds = new double[instance.devices.size()];
  }

  /**
   * Selects into {@code selection}, which is cleared first.
   *
   * @param degree most blocks per device; at least 1
   * @return whether no block was kept out by the degree, so that a higher one changes nothing
   */
  boolean select(SourceRule rule, int degree, Selection selection) {
    System.arraycopy(instance.cacheFree, 0, cacheLeft, 0, cacheLeft.length);
    Arrays.fill(count, 0);
    Arrays.fill(busySeconds, 0);
    selection.clear();
    boolean keptOut = false;
    for (int block = 0; block < instance.blockCount; block++) {
      if (!instance.blockOpen[block]) {
        continue;
      }
      int replica = choose(rule, degree, block);
      if (replica == NONE) {
        keptOut |= rule == SourceRule.EARLIEST && choose(rule, Integer.MAX_VALUE, block) != NONE;
        continue;
      }
      int device = instance.replicaDevice[replica];
      if (count[device] == degree) {
        keptOut = true;
        continue;
      }
      count[device]++;
      busySeconds[device] += seconds(block, device);
      cacheLeft[instance.replicaNode[replica]] -= instance.blockBytes[block];
      selection.add(block, replica);
    }
    return !keptOut;
  }

  /** The best replica on a node with room for the block; NONE if there is none. */
  private int choose(SourceRule rule, int degree, int block) {
    int best = NONE;
    for (int r = instance.replicaFrom[block]; r < instance.replicaFrom[block + 1]; r++) {
      int node = instance.replicaNode[r];
      if (node == Instance.NO_NODE || cacheLeft[node] < instance.blockBytes[block]) {
        continue;
      }
      if (rule == SourceRule.EARLIEST && count[instance.replicaDevice[r]] >= degree) {
        continue;
      }
      if (best == NONE || isBetter(rule, block, r, best)) {
        best = r;
      }
    }
    return best;
  }

  private boolean isBetter(SourceRule rule, int block, int replica, int best) {
    int device = instance.replicaDevice[replica];
    int bestDevice = instance.replicaDevice[best];
    int byRule =
        switch (rule) {
          case FASTEST_TIER ->
              Double.compare(instance.deviceScore[device], instance.deviceScore[bestDevice]);
          case SLOWEST_TIER ->
              Double.compare(instance.deviceScore[bestDevice], instance.deviceScore[device]);
          case EARLIEST ->
              Double.compare(doneSeconds(block, device), doneSeconds(block, bestDevice));
        };
    if (byRule != 0) {
      return byRule < 0;
    }
    long left = cacheLeft[instance.replicaNode[replica]];
    long bestLeft = cacheLeft[instance.replicaNode[best]];
    if (left != bestLeft) {
      return left > bestLeft;
    }
    return doneSeconds(block, device) < doneSeconds(block, bestDevice);
  }

  /** When a device would be done with what is selected from it, and with one more block. */
  private double doneSeconds(int block, int device) {
    return busySeconds[device] + seconds(block, device);
  }

  private double seconds(int block, int device) {
    return instance.blockBytes[block] * instance.deviceSecondsPerByte[device];
  }
}
