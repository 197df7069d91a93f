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
package io.trident.lab.queries;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the DataNodes of a cluster have done, all together, since they were started or between two
 * moments.
 *
 * @param bytesRead that they sent to readers, themselves among them
 * @param extentsRead extents that were read and sliced
 * @param slicesServed slices that tasks have got
 * @param slicesServedLate those of them that nobody had asked for when the extent was read
 * @param slicesEvicted slices that were given up for want of memory
 * @param slicesExpired slices that were given up as nobody asked for them
 * @param refused requests that were refused: tasks read those extents themselves
 * @param mostBytes the most that the slices and the extents being sliced had at a time, added up
 *     over nodes, whose most need not be at the same time
 * @param cpuNanos processor time of the process that all daemons are in
 */
public record NodeCounts(
    long bytesRead,
    long extentsRead,
    long slicesServed,
    long slicesServedLate,
    long slicesEvicted,
    long slicesExpired,
    long refused,
    long mostBytes,
    long cpuNanos) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Returns what was done since an earlier moment. */
  public NodeCounts since(NodeCounts before) {
    return new NodeCounts(
        bytesRead - before.bytesRead,
        extentsRead - before.extentsRead,
        slicesServed - before.slicesServed,
        slicesServedLate - before.slicesServedLate,
        slicesEvicted - before.slicesEvicted,
        slicesExpired - before.slicesExpired,
        refused - before.refused,
        mostBytes - before.mostBytes,
        cpuNanos - before.cpuNanos);
  }

  /** Returns the medians, the greater of the middle ones, of several runs, at least one. */
  static NodeCounts median(List<NodeCounts> runs) {
    return new NodeCounts(
        median(runs, NodeCounts::bytesRead),
        median(runs, NodeCounts::extentsRead),
        median(runs, NodeCounts::slicesServed),
        median(runs, NodeCounts::slicesServedLate),
        median(runs, NodeCounts::slicesEvicted),
        median(runs, NodeCounts::slicesExpired),
        median(runs, NodeCounts::refused),
        median(runs, NodeCounts::mostBytes),
        median(runs, NodeCounts::cpuNanos));
  }

  private static long median(List<NodeCounts> runs, ToLongFunction<NodeCounts> count) {
    long[] sorted = runs.stream().mapToLong(count).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Reads what {@link #write} wrote. */
  static Map<String, List<NodeCounts>> read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), new TypeReference<>() {});
  }

  /** Writes what was done in each run of each variant. */
  public static void write(Path file, Map<String, List<NodeCounts>> runs) throws IOException {
    MAPPER.writeValue(file.toFile(), runs);
  }
}
