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
package io.trident.lab.demo.layout;

import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Where the extents and parities of a table are.
 *
 * @param files of the table by their path in it, those without bytes left out
 * @param storedBytes bytes of all replicas of all its files
 */
record TableMap(Map<String, Placed> files, long storedBytes) {
  /**
   * An extent or parity.
   *
   * @param bytes its length
   * @param hosts names of the nodes that have a replica
   */
  record Placed(long bytes, List<String> hosts) {}

  static TableMap of(FileSystem fileSystem, Path table) throws IOException {
    Map<String, Placed> files = new LinkedHashMap<>();
    long storedBytes = 0;
    String prefix = table.toUri().getPath() + "/";
    RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(table, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      storedBytes += file.getLen() * file.getReplication();
      String path = file.getPath().toUri().getPath().substring(prefix.length());
      if (file.getLen() > 0 && TablePaths.parse(path).isPresent()) {
        BlockLocation block = file.getBlockLocations()[0];
        // HDFS lists the nodes of corrupt replicas, too.
        List<String> hosts = block.isCorrupt() ? List.of() : List.of(block.getHosts());
        files.put(path, new Placed(file.getLen(), hosts));
      }
    }
    return new TableMap(files, storedBytes);
  }

  int superExtents() {
    Set<Long> numbers = new HashSet<>();
    files.keySet().forEach(path -> numbers.add(TablePaths.parse(path).orElseThrow().superExtent()));
    return numbers.size();
  }

  /** Returns the files of which a node has the only replica. */
  List<String> onlyAt(String host) {
    return files.entrySet().stream()
        .filter(file -> file.getValue().hosts().equals(List.of(host)))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the files that no node has. */
  List<String> lost() {
    return files.entrySet().stream()
        .filter(file -> file.getValue().hosts().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }
}
