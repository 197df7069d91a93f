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
package io.trident.hdfs.placement;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * In which round it is a node's turn to take a replica of the fastest tier, by directory, for the
 * directories that were written to last.
 *
 * <p>Jobs read whole directories. A node that holds more of one's blocks in memory than it has
 * slots serves some of them to other nodes or not at all, although the tier as a whole is filled
 * evenly.
 *
 * <p>Counting a directory's replicas by node would do for one that is written once. But files are
 * deleted and written anew, and nodes come and go: a node that joins, or was away or full, would
 * take all blocks until it has as many as the others were ever given. So rounds are counted as
 * start-time fair queueing counts service: a node's round is one after the last that it served in,
 * but at most one before the latest round that has begun. While all nodes are there that is the
 * same as counting.
 *
 * <p>What is forgotten, as after a restart, is spread as if it were not there. Thread-safe; all
 * calls are O(1).
 *
 * @see <a href="https://doi.org/10.1145/248156.248171">Goyal, Vin, Cheng: Start-time fair queuing,
 *     SIGCOMM 1996</a>
 */
final class DirectorySpread {
  /** Where Hadoop and Spark keep a job's output until it is committed, which moves it up. */
  private static final String UNCOMMITTED = "/_temporary/";

  private final int limit;
  private final LinkedHashMap<String, Rounds> directories = new LinkedHashMap<>(16, 0.75f, true);
  private int entries;

  /**
   * Knows nothing yet.
   *
   * @param limit of pairs of a directory and a node that are remembered
   */
  DirectorySpread(int limit) {
    this.limit = limit;
  }

  /** Returns the directory in which a file will be read. */
  static String directoryOf(String path) {
    int uncommitted = path.indexOf(UNCOMMITTED);
    return path.substring(0, Math.max(0, uncommitted >= 0 ? uncommitted : path.lastIndexOf('/')));
  }

  /** Returns in which round it is a node's turn; the lower, the sooner. */
  synchronized int round(String directory, String node) {
    Rounds rounds = directories.get(directory);
    return rounds == null ? 0 : rounds.of(node);
  }

  /** Notes that a node was chosen, in its round. */
  synchronized void chosen(String directory, String node) {
    Rounds rounds = directories.computeIfAbsent(directory, any -> new Rounds());
    entries -= rounds.next.size();
    rounds.serve(node);
    entries += rounds.next.size();
    Iterator<Rounds> eldest = directories.values().iterator();
    while (entries > limit && directories.size() > 1) {
      entries -= eldest.next().next.size();
      eldest.remove();
    }
  }

  /** Those of a directory. */
  private static final class Rounds {
    private final Map<String, Integer> next = new HashMap<>();
    private int latest;

    int of(String node) {
      return Math.max(next.getOrDefault(node, 0), latest - 1);
    }

    void serve(String node) {
      int round = of(node);
      latest = Math.max(latest, round);
      next.put(node, round + 1);
    }
  }
}
