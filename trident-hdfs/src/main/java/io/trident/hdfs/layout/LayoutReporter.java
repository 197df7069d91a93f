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

import io.trident.core.layout.Extent;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.hdfs.layout.RebuildTasks.Assigned;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;

/**
 * Writes reports, with paths and names in place of numbers.
 *
 * @param namesystem of the NameNode
 */
record LayoutReporter(FSNamesystem namesystem) {
  /** What of a super-extent is damaged. */
  record Damage(
      SuperExtentId id,
      SuperExtentHealth health,
      List<Extent> unrecoverable,
      Map<Extent, RebuildFailures> failures) {}

  LayoutReport report(
      LayoutTables tables, List<Damage> damage, Collection<Assigned> open, LayoutMetrics metrics) {
    List<Damage> shown = damage.stream().limit(LayoutReport.MOST_DAMAGED).toList();
    Set<Long> named = new HashSet<>();
    shown.forEach(one -> named.add(one.id().table()));
    open.forEach(task -> named.add(task.superExtent().table()));
    Map<Long, String> paths = NamespaceChange.paths(namesystem, named);
    return new LayoutReport(
        tables.size(),
        tables.index().size(),
        shown.stream()
            .map(
                one ->
                    new LayoutReport.Damaged(
                        name(paths, one.id()),
                        one.id().number(),
                        one.health(),
                        one.unrecoverable(),
                        one.failures()))
            .toList(),
        damage.size() - shown.size(),
        open.stream()
            .map(
                task ->
                    new LayoutReport.Rebuild(
                        name(paths, task.superExtent()),
                        task.superExtent().number(),
                        task.task().target(),
                        nodeName(task.node())))
            .toList(),
        metrics.results(),
        metrics.suspects(),
        metrics.bytesRead());
  }

  private static String name(Map<Long, String> paths, SuperExtentId id) {
    return paths.getOrDefault(id.table(), "inode " + id.table());
  }

  private String nodeName(String uuid) {
    DatanodeDescriptor node = namesystem.getBlockManager().getDatanodeManager().getDatanode(uuid);
    return node == null ? uuid : node.getHostName();
  }
}
