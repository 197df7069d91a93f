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
package io.trident.hdfs.layout;

import io.trident.core.layout.parity.ParityGroups;
import io.trident.hdfs.placement.TableShape;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that are being written, of which the placement policy asked. Of a table the
 * specification is known only, not yet the size of each super-extent. For one thread.
 */
final class KnownBuilds {
  private static final Logger LOG = LoggerFactory.getLogger(KnownBuilds.class);
  private static final int MOST = 1_000;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final FSNamesystem namesystem;
  private final LongSupplier nanoTime;
  private final Map<String, Build> builds = new LinkedHashMap<>();
  private final Map<String, Long> failedAt = new LinkedHashMap<>();

  /**
   * A build.
   *
   * @param specification the inode of its specification
   */
  private record Build(long specification, TableShape shape) {}

  /**
   * Knows none.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  KnownBuilds(FSNamesystem namesystem, LongSupplier nanoTime) {
    this.namesystem = namesystem;
    this.nanoTime = nanoTime;
  }

  /**
   * Reads the specification of a build, if it has one and is not known; of one that had none, once
   * a second.
   */
  void learn(String directory, TableFiles files) {
    Long failed = failedAt.get(directory);
    if (builds.containsKey(directory)
        || (failed != null && nanoTime.getAsLong() - failed < RETRY_NANOS)) {
      return;
    }
    try {
      OptionalLong specification = inode(directory + "/" + TablePaths.SPEC);
      OptionalLong inode = inode(directory);
      if (specification.isPresent() && inode.isPresent()) {
        TableSpec spec = files.spec(inode.getAsLong());
        ParityGroups groups = spec.parityGroups(spec.extents());
        builds.put(
            directory, new Build(specification.getAsLong(), new TableShape(groups, Map.of())));
        failedAt.remove(directory);
        bound(builds);
        return;
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("No specification yet in {}", directory, e);
    }
    failedAt.put(directory, nanoTime.getAsLong());
    bound(failedAt);
  }

  /** Forgets builds that are gone or have another specification. */
  void refresh() throws IOException {
    for (Map.Entry<String, Build> build : Map.copyOf(builds).entrySet()) {
      OptionalLong specification = inode(build.getKey() + "/" + TablePaths.SPEC);
      if (specification.isEmpty()
          || specification.getAsLong() != build.getValue().specification()) {
        builds.remove(build.getKey());
      }
    }
  }

  /** Returns how the builds are grouped, by directory. */
  Map<String, TableShape> shapes() {
    Map<String, TableShape> shapes = new HashMap<>();
    builds.forEach((directory, build) -> shapes.put(directory, build.shape()));
    return shapes;
  }

  private OptionalLong inode(String path) throws IOException {
    return NamespaceChange.inode(namesystem, path);
  }

  private static <T> void bound(Map<String, T> map) {
    if (map.size() > MOST) {
      map.remove(map.keySet().iterator().next());
    }
  }
}
