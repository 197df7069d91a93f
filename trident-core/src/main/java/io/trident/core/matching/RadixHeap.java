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
package io.trident.core.matching;

import java.util.Arrays;

/**
 * A priority queue of (key, vertex) for Dijkstra's algorithm: keys must not be smaller than the one
 * last removed.
 *
 * <p>Bucket {@code b} holds keys whose highest bit that differs from the last key removed is bit
 * {@code b - 1}; bucket 0 holds keys equal to it. An entry only ever moves to lower buckets, so
 * adding and removing take O(log C) amortised for keys up to C, and O(1) where few distinct keys
 * occur. (Ahuja, Mehlhorn, Orlin, Tarjan: Faster algorithms for the shortest path problem, J. ACM
 * 37(2), 1990.)
 */
final class RadixHeap {
  private static final int BUCKETS = Long.SIZE + 1;
  private static final int INITIAL_CAPACITY = 16;

  private final long[][] keys = new long[BUCKETS][INITIAL_CAPACITY];
  private final int[][] vertices = new int[BUCKETS][INITIAL_CAPACITY];
  private final int[] sizes = new int[BUCKETS];

  /** Position of the next entry of bucket 0, which is a queue. */
  private int head;

  private long last;
  private int size;

  /** Removes all entries; keys may start from 0 again. */
  void clear() {
    Arrays.fill(sizes, 0);
    head = 0;
    last = 0;
    size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds an entry; {@code key} is at least {@link #lastKey}. */
  void add(long key, int vertex) {
    put(bucketOf(key), key, vertex);
    size++;
  }

  /**
   * Removes an entry of the least key and returns its vertex; {@link #lastKey} is its key. Entries
   * added with the key removed last leave in the order in which they came.
   */
  int removeLeast() {
    if (head == sizes[0]) {
      head = 0;
      sizes[0] = 0;
      refill();
    }
    size--;
    return vertices[0][head++];
  }

  /**
   * Returns the least key; {@link Long#MAX_VALUE} if there is none. Later keys are not below it.
   */
  long leastKey() {
    if (size == 0) {
      return Long.MAX_VALUE;
    }
    if (head == sizes[0]) {
      head = 0;
      sizes[0] = 0;
      refill();
    }
    return last;
  }

  /** Returns the key of the entry removed last; 0 before the first. */
  long lastKey() {
    return last;
  }

  private void refill() {
    int bucket = 1;
    while (sizes[bucket] == 0) {
      bucket++;
    }
    int count = sizes[bucket];
    long[] from = keys[bucket];
    long least = from[0];
    for (int i = 1; i < count; i++) {
      least = Math.min(least, from[i]);
    }
    last = least;
    sizes[bucket] = 0;
    for (int i = 0; i < count; i++) { // every entry moves to a lower bucket
      put(bucketOf(from[i]), from[i], vertices[bucket][i]);
    }
  }

  private int bucketOf(long key) {
    return Long.SIZE - Long.numberOfLeadingZeros(key ^ last);
  }

  private void put(int bucket, long key, int vertex) {
    int index = sizes[bucket]++;
    if (index == keys[bucket].length) {
      keys[bucket] = Arrays.copyOf(keys[bucket], 2 * index);
      vertices[bucket] = Arrays.copyOf(vertices[bucket], 2 * index);
    }
    keys[bucket][index] = key;
    vertices[bucket][index] = vertex;
  }
}
