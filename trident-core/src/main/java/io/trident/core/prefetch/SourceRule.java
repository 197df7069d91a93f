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
 * How Algorithm 6 chooses the replica that a block is cached from.
 *
 * <p>The paper contradicts itself. Its pseudo-code (line 9) takes the location with {@code loc.type
 * < bestLoc.type}, the fastest tier by the order of its storage types; its text takes "the location
 * with the lowest storage type", to gain most "by caching data located in low tiers". Neither is
 * always right: the fast device has the block in memory sooner, the slow one is not in the way of
 * tasks. Both also give a block up when its one best device is full, though another holds a
 * replica. So the planner lets the model decide among three rules.
 *
 * <p>Ties go to the node with the most cache left, which balances the caches (as in the paper),
 * then to the device that would be done first, then to the first replica.
 */
enum SourceRule {
  /** The fastest tier: the pseudo-code. */
  FASTEST_TIER,
  /** The slowest tier: the text. */
  SLOWEST_TIER,
  /** Of the devices that may take one more block, the one that would have it in memory first. */
  EARLIEST
}
