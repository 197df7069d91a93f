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

/** What the blocks are, by number, with some of them prefetched. */
final class BlockStates {
  /** When each block is in memory somewhere, in seconds; infinite if never. */
  final double[] ready;

  /** From when on tasks count on each block to be in memory, in seconds: a margin later. */
  final double[] dependable;

  /** The score of each block at submission. */
  final double[] score;

  /** The node that each block is prefetched on; {@link Instance#NO_NODE} if it is not. */
  final int[] cacheNode;

  /** Nothing prefetched. */
  BlockStates(Instance instance) {
    ready = instance.blockReady.clone();
    dependable = instance.blockReady.clone();
    score = instance.blockScore.clone();
    cacheNode = new int[instance.blockCount];
    Arrays.fill(cacheNode, Instance.NO_NODE);
  }

  boolean isPrefetched(int block) {
    return cacheNode[block] != Instance.NO_NODE;
  }
}
