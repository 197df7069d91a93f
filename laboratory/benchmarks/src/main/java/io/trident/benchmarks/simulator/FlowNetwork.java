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

import java.util.Arrays;

/*
 * Transfers that share devices and links.
 *
 * Problem. A transfer moves a number of bytes through a few resources (a disk; a disk, two node links
 * and two rack links), each of a given bandwidth. Transfers come and go; when does each end?
 *
 * Model. A resource divides its bandwidth equally over the transfers that use it (processor
 * sharing). A transfer moves at the least of its shares. What one that is held up elsewhere leaves
 * of its share is not given to others, unlike in max-min fairness: on a resource whose transfers are
 * all bound by it the two agree, elsewhere this one is slower. In return a change concerns only the
 * transfers that use the same resources as the one that comes or goes, not all that are connected
 * through others.
 *
 * Invariants. The sum of rates on a resource never exceeds its bandwidth. A transfer's remaining
 * bytes are right as of the time of its last change of rate; its end follows from rate and time. The
 * heap orders transfers by end, then by the order of their starts, so that runs repeat exactly.
 *
 * Cost. A start or an end takes O(p (k + c log n)) for p resources a transfer, k transfers on them,
 * of which c change their rate, and n transfers in all. No allocation but growth of arrays.
 */
final class FlowNetwork {
  /** The most resources that a transfer uses: device, node up, rack up, rack down, node down. */
  static final int MAX_PATH = 5;

  private static final int NONE = -1;

  private final double[] bandwidth;
  private final int[][] members;
  private final int[] memberCount;
  private final double[] moved;

  private double[] bytes = new double[16];
  private double[] remaining = new double[16];
  private double[] rate = new double[16];
  private double[] since = new double[16];
  private double[] end = new double[16];
  private long[] order = new long[16];
  private int[] path = new int[16 * MAX_PATH];
  private int[] place = new int[16 * MAX_PATH];
  private int[] free = new int[16];
  private int freeCount;
  private int created;
  private long started;

  private int[] heap = new int[16];
  private int[] heapPlace = new int[16];
  private int heapSize;

  /**
   * @param bandwidth of each resource, in bytes per second; positive
   */
  FlowNetwork(double[] bandwidth) {
    this.bandwidth = bandwidth.clone();
    for (double rate : bandwidth) {
      if (!(rate > 0)) {
        throw new IllegalArgumentException(
            "A resource moves %s bytes per second; give a positive rate.".formatted(rate));
      }
    }
    members = new int[bandwidth.length][4];
    memberCount = new int[bandwidth.length];
    moved = new double[bandwidth.length];
  }

  /**
   * Starts a transfer.
   *
   * @param now not before any earlier call
   * @param bytes not negative
   * @param resources at least one and at most {@link #MAX_PATH} distinct ones
   * @return its number, which is used again after its end
   */
  int start(double now, double bytes, int... resources) {
    if (resources.length == 0 || resources.length > MAX_PATH || !(bytes >= 0)) {
      throw new IllegalArgumentException(
          "A transfer of %s bytes through %d resources.".formatted(bytes, resources.length));
    }
    int flow = newFlow();
    this.bytes[flow] = bytes;
    remaining[flow] = bytes;
    rate[flow] = 0;
    since[flow] = now;
    end[flow] = Double.POSITIVE_INFINITY;
    order[flow] = started++;
    int from = flow * MAX_PATH;
    Arrays.fill(path, from, from + MAX_PATH, NONE);
    push(flow);
    for (int i = 0; i < resources.length; i++) {
      path[from + i] = resources[i];
      join(flow, i);
    }
    for (int resource : resources) {
      changeRates(resource, now);
    }
    return flow;
  }

  /** Returns when the next transfer ends; infinite if there is none. */
  double nextEnd() {
    return heapSize == 0 ? Double.POSITIVE_INFINITY : end[heap[0]];
  }

  /** Ends the transfer that ends next, at that time, and returns its number. */
  int endNext() {
    if (heapSize == 0) {
      throw new IllegalStateException("There is no transfer.");
    }
    int flow = heap[0];
    double now = end[flow];
    popFirst();
    int from = flow * MAX_PATH;
    for (int i = from; i < from + MAX_PATH && path[i] != NONE; i++) {
      moved[path[i]] += bytes[flow];
      leave(path[i], place[i]);
    }
    for (int i = from; i < from + MAX_PATH && path[i] != NONE; i++) {
      changeRates(path[i], now);
    }
    free[freeCount++] = flow;
    return flow;
  }

  /** Returns the number of transfers under way. */
  int size() {
    return heapSize;
  }

  /** Returns how many transfers use a resource now. */
  int users(int resource) {
    return memberCount[resource];
  }

  /** Returns how many bytes the transfers that have ended moved through a resource. */
  double moved(int resource) {
    return moved[resource];
  }

  /** Returns how fast a transfer moves now, in bytes per second. */
  double rate(int flow) {
    return rate[flow];
  }

  private void changeRates(int resource, double now) {
    int[] flows = members[resource];
    for (int i = 0; i < memberCount[resource]; i++) {
      int flow = flows[i];
      double share = leastShare(flow);
      if (share != rate[flow]) {
        remaining[flow] = Math.max(0, remaining[flow] - rate[flow] * (now - since[flow]));
        since[flow] = now;
        rate[flow] = share;
        end[flow] = now + remaining[flow] / share;
        siftUp(heapPlace[flow]);
        siftDown(heapPlace[flow]);
      }
    }
  }

  private double leastShare(int flow) {
    double least = Double.POSITIVE_INFINITY;
    int from = flow * MAX_PATH;
    for (int i = from; i < from + MAX_PATH && path[i] != NONE; i++) {
      least = Math.min(least, bandwidth[path[i]] / memberCount[path[i]]);
    }
    return least;
  }

  private void join(int flow, int step) {
    int resource = path[flow * MAX_PATH + step];
    int at = memberCount[resource]++;
    if (at == members[resource].length) {
      members[resource] = Arrays.copyOf(members[resource], 2 * at);
    }
    members[resource][at] = flow;
    place[flow * MAX_PATH + step] = at;
  }

  private void leave(int resource, int at) {
    int last = members[resource][--memberCount[resource]];
    members[resource][at] = last;
    int from = last * MAX_PATH;
    for (int i = from; i < from + MAX_PATH; i++) {
      if (path[i] == resource) {
        place[i] = at;
        return;
      }
    }
  }

  private int newFlow() {
    if (freeCount > 0) {
      return free[--freeCount];
    }
    int flow = created++;
    if (flow == bytes.length) {
      int size = 2 * flow;
      bytes = Arrays.copyOf(bytes, size);
      remaining = Arrays.copyOf(remaining, size);
      rate = Arrays.copyOf(rate, size);
      since = Arrays.copyOf(since, size);
      end = Arrays.copyOf(end, size);
      order = Arrays.copyOf(order, size);
      path = Arrays.copyOf(path, size * MAX_PATH);
      place = Arrays.copyOf(place, size * MAX_PATH);
      free = Arrays.copyOf(free, size);
      heap = Arrays.copyOf(heap, size);
      heapPlace = Arrays.copyOf(heapPlace, size);
    }
    return flow;
  }

  private boolean isBefore(int flow, int other) {
    return end[flow] < end[other] || (end[flow] == end[other] && order[flow] < order[other]);
  }

  private void push(int flow) {
    heap[heapSize] = flow;
    heapPlace[flow] = heapSize;
    siftUp(heapSize++);
  }

  private void popFirst() {
    heapSize--;
    if (heapSize > 0) {
      heap[0] = heap[heapSize];
      heapPlace[heap[0]] = 0;
      siftDown(0);
    }
  }

  private void siftUp(int from) {
    int at = from;
    int flow = heap[at];
    while (at > 0 && isBefore(flow, heap[(at - 1) / 2])) {
      set(at, heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    set(at, flow);
  }

  private void siftDown(int from) {
    int at = from;
    int flow = heap[at];
    while (2 * at + 1 < heapSize) {
      int child = 2 * at + 1;
      if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], flow)) {
        break;
      }
      set(at, heap[child]);
      at = child;
    }
    set(at, flow);
  }

  private void set(int at, int flow) {
    heap[at] = flow;
    heapPlace[flow] = at;
  }
}
