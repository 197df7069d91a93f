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
package io.trident.core.fairness;

import java.util.HashMap;
import java.util.Map;

/**
 * Fair turns: in which round it is a node's turn to take a replica of the fastest tier, of the
 * blocks of one directory or file.
 *
 * <p>Jobs read whole directories. A node that holds more of one's blocks in memory than it has
 * slots serves some of them to other nodes or not at all, although the tier as a whole is filled
 * evenly.
 *
 * <p>Counting replicas by node would do for what is written once. But files are deleted and written
 * anew, and nodes come and go: a node that joins, or was away or full, would take all blocks until
 * it has as many as the others were ever given. So rounds are counted as start-time fair queueing
 * counts service: a node's round is one after the last that it served in, but at most one before
 * the latest round that has begun. While each replica goes to a node of the least round of all that
 * is the same as counting.
 *
 * <p>Not thread-safe; all calls are O(1).
 *
 * @param <K> names a node
 * @see <a href="https://doi.org/10.1145/248156.248171">Goyal, Vin, Cheng: Start-time fair queuing,
 *     SIGCOMM 1996</a>
 */
public final class FairTurns<K> {
  private final Map<K, Integer> next = new HashMap<>();
  private int latest;

  /** Nobody has served yet. */
  public FairTurns() {}

  /** Returns in which round it is a node's turn; the lower, the sooner. Not negative. */
  public int of(K node) {
    return Math.max(next.getOrDefault(node, 0), latest - 1);
  }

  /** Notes that a node serves, in its round. */
  public void serve(K node) {
    int round = of(node);
    latest = Math.max(latest, round);
    next.put(node, round + 1);
  }

  /** Notes that a node did not serve after all: the turn that it was given last is its again. */
  public void giveBack(K node) {
    next.computeIfPresent(node, (same, round) -> round - 1);
  }

  /** Returns how many nodes have been given a turn. */
  public int nodes() {
    return next.size();
  }
}
