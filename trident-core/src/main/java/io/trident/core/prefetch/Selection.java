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
 * A set of blocks to prefetch, each with the replica to cache it from, in the order of requests.
 */
final class Selection {
  private final int[] blocks;
  private final int[] replicas;
  private int size;

  /** An empty selection with room for that many blocks. */
  Selection(int capacity) {
    blocks = new int[capacity];
    replicas = new int[capacity];
  }

  private Selection(int[] blocks, int[] replicas) {
    this.blocks = blocks;
    this.replicas = replicas;
    size = blocks.length;
  }

  void clear() {
    size = 0;
  }

  void add(int block, int replica) {
    blocks[size] = block;
    replicas[size] = replica;
    size++;
  }

  int size() {
    return size;
  }

  /** The number of the block at a place in the order. */
  int block(int place) {
    return blocks[place];
  }

  /** The number of the replica of the block at a place in the order. */
  int replica(int place) {
    return replicas[place];
  }

  /** A selection of its own with the same content, and no room for more. */
  Selection copy() {
    return new Selection(Arrays.copyOf(blocks, size), Arrays.copyOf(replicas, size));
  }
}
