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

import io.trident.core.replica.Rounds;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * In which round it is a node's turn to take a replica of the fastest tier, by directory, for the
 * directories that were written to last; see {@link Rounds}.
 *
 * <p>What is forgotten, as after a restart, is spread as if it were not there. Thread-safe; all
 * calls are O(1).
 */
final class DirectorySpread {
  /** Where Hadoop and Spark keep a job's output until it is committed, which moves it up. */
  private static final String UNCOMMITTED = "/_temporary/";

  private final int limit;
  private final LinkedHashMap<String, Rounds<String>> directories =
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

  /** Returns in which round it is a node's turn; the lower, the sooner. */
  synchronized int round(String directory, String node) {
    Rounds<String> rounds = directories.get(directory);
    return rounds == null ? 0 : rounds.of(node);
  }

  /** Notes that a chosen node was refused. */
  synchronized void refused(String directory, String node) {
    Rounds<String> rounds = directories.get(directory);
    if (rounds != null) {
      rounds.giveBack(node);
    }
  }

  /** Notes that a node was chosen, in its round. */
  synchronized void chosen(String directory, String node) {
    Rounds<String> rounds = directories.computeIfAbsent(directory, any -> new Rounds<>());
    entries -= rounds.nodes();
    rounds.serve(node);
    entries += rounds.nodes();
    Iterator<Rounds<String>> eldest = directories.values().iterator();
    while (entries > limit && directories.size() > 1) {
      entries -= eldest.next().nodes();
      eldest.remove();
    }
  }
}
