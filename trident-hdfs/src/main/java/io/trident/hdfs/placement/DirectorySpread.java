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

import io.trident.core.fairness.FairTurns;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * In which round it is a node's turn to take a replica of the fastest tier, by directory, for the
 * directories that were written to last; see {@link FairTurns}.
 *
 * <p>What is forgotten, as after a restart, is spread as if it were not there. Its size is bounded
 * by an estimate of the heap that it takes, whatever the lengths of paths. Thread-safe; all calls
 * are O(1).
 */
final class DirectorySpread {
  /** The heap to give to a NameNode's spread: enough for 14,000 directories on 5 nodes each. */
  static final long MAX_BYTES = 10_000_000;

  /** Where Hadoop and Spark keep a job's output until it is committed, which moves it up. */
  private static final String UNCOMMITTED = "/_temporary/";

  /** A directory's entry, its path's header, its turns and their table. */
  private static final int BYTES_PER_DIRECTORY = 260;

  /** A node's entry in a directory's turns, its slots in the table and its boxed round. */
  private static final int BYTES_PER_NODE = 60;

  private final long maxBytes;
  private final LinkedHashMap<String, FairTurns<String>> directories =
      new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Knows nothing yet.
   *
   * @param maxBytes about how much heap it takes at most, without the names of nodes. The directory
   *     that is being written stays whatever its size.
   */
  DirectorySpread(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns the directory in which a file will be read. */
  static String directoryOf(String path) {
    int uncommitted = path.indexOf(UNCOMMITTED);
    return path.substring(0, Math.max(0, uncommitted >= 0 ? uncommitted : path.lastIndexOf('/')));
  }

  /** Returns in which round it is a node's turn; the lower, the sooner. */
  synchronized int round(String directory, String node) {
    FairTurns<String> turns = directories.get(directory);
    return turns == null ? 0 : turns.of(node);
  }

  /** Notes that a chosen node was refused. */
  synchronized void refused(String directory, String node) {
    FairTurns<String> turns = directories.get(directory);
    if (turns != null) {
      turns.giveBack(node);
    }
  }

  /** Notes that a node was chosen, in its round. */
  synchronized void chosen(String directory, String node) {
    FairTurns<String> turns = directories.get(directory);
    if (turns == null) {
      turns = new FairTurns<>();
      directories.put(directory, turns);
      bytes += bytes(directory, turns);
    }
    bytes -= bytes(directory, turns);
    turns.serve(node);
    bytes += bytes(directory, turns);
    Iterator<Map.Entry<String, FairTurns<String>>> eldest = directories.entrySet().iterator();
    while (bytes > maxBytes && directories.size() > 1) {
      Map.Entry<String, FairTurns<String>> forgotten = eldest.next();
      bytes -= bytes(forgotten.getKey(), forgotten.getValue());
      eldest.remove();
    }
  }

  private static long bytes(String directory, FairTurns<String> turns) {
    // A character takes two bytes unless all are Latin.
    return BYTES_PER_DIRECTORY + 2L * directory.length() + (long) BYTES_PER_NODE * turns.nodes();
  }
}
