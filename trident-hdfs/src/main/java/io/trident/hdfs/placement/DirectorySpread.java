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
 * How many replicas of the fastest tier were put on which node, by directory, for the directories
 * that were written to last.
 *
 * <p>Jobs read whole directories. A node that holds more of one's blocks in memory than it has
 * slots serves some of them to other nodes or not at all, although the tier as a whole is filled
 * evenly. What is forgotten, as after a restart, is spread as if it were not there. Thread-safe;
 * all calls are O(1).
 */
final class DirectorySpread {
  /** Where Hadoop and Spark keep a job's output until it is committed, which moves it up. */
  private static final String UNCOMMITTED = "/_temporary/";

  private final int limit;
  private final LinkedHashMap<String, Map<String, Integer>> counts =
      new LinkedHashMap<>(16, 0.75f, true);
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

  /** Returns how many replicas of a directory's blocks were put on a node. */
  synchronized int on(String directory, String node) {
    return counts.getOrDefault(directory, Map.of()).getOrDefault(node, 0);
  }

  /** Notes a replica. */
  synchronized void placed(String directory, String node) {
    Map<String, Integer> nodes = counts.computeIfAbsent(directory, any -> new HashMap<>());
    if (nodes.merge(node, 1, Integer::sum) == 1) {
      entries++;
    }
    Iterator<Map<String, Integer>> eldest = counts.values().iterator();
    while (entries > limit && counts.size() > 1) {
      entries -= eldest.next().size();
      eldest.remove();
    }
  }
}
