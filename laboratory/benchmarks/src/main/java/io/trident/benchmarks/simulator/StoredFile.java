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

/**
 * A file: its blocks and their copies in memory. Where its other replicas are follows from its
 * number ({@link BlockLayout}).
 */
final class StoredFile {
  /** No node. */
  static final int NONE = -1;

  final int number;
  final long bytes;
  final long blockBytes;

  /** Which of the places that {@link BlockLayout} has for each block it is at. */
  final byte[] candidate;

  /** The node that stores each block in its memory tier; {@link #NONE} if none does. */
  final int[] memoryNode;

  /** The node that caches each block, or is about to; {@link #NONE} if none is. */
  final int[] cacheNode;

  /** Whether the node that was asked to cache the block has done so. */
  final boolean[] cached;

  /** Changes whenever a copy in memory comes or goes. */
  int version;

  StoredFile(int number, long bytes, long blockBytes) {
    this.number = number;
    this.bytes = bytes;
    this.blockBytes = blockBytes;
    long blocks = Math.max(1, (bytes + blockBytes - 1) / blockBytes);
    memoryNode = new int[Math.toIntExact(blocks)];
    candidate = new byte[memoryNode.length];
    cacheNode = new int[memoryNode.length];
    cached = new boolean[memoryNode.length];
    Arrays.fill(memoryNode, NONE);
    Arrays.fill(cacheNode, NONE);
  }

  int blocks() {
    return memoryNode.length;
  }

  long bytesOf(int block) {
    return Math.min(blockBytes, bytes - block * blockBytes);
  }

  /** Names a block among those of all files. */
  long key(int block) {
    return (long) number << 32 | block;
  }
}
