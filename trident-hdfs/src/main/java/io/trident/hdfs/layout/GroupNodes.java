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
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.placement.GroupMates;
import io.trident.hdfs.layout.RebuildTasks.Assigned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds where the members of a lost extent's parity group are, and will be as they are being
 * rebuilt.
 *
 * @param states of files
 * @param tasks what is being rebuilt
 */
record GroupNodes(FileStates states, RebuildTasks tasks) {
  /**
   * Returns a lost extent with where its group is. Takes the global read lock twice.
   *
   * @param files of the super-extent
   */
  Wanted of(SuperExtentId id, Manifest manifest, Map<Extent, StoredObject> files, Extent lost) {
    ParityGroups parity = manifest.parity();
    int group = parity.groupOf(lost);
    GroupMates mates =
        new GroupMates(
            nodes(id, files, others(parity.members(lost.dimension(), group), lost)),
            nodes(id, files, others(parity.parities(lost.dimension(), group), lost)));
    return new Wanted(id.number(), lost, Optional.of(parity), Optional.of(mates));
  }

  private static List<Extent> others(List<? extends Extent> members, Extent lost) {
    List<Extent> others = new ArrayList<>(members);
    others.remove(lost);
    return others;
  }

  private Set<String> nodes(
      SuperExtentId id, Map<Extent, StoredObject> files, List<Extent> members) {
    Set<String> nodes =
        states.nodesOf(
            files.entrySet().stream()
                .filter(file -> members.contains(file.getKey()))
                .map(file -> new TableFile(id, file.getKey(), file.getValue()))
                .toList());
    for (Assigned task : tasks.open()) {
      if (task.superExtent().equals(id) && members.contains(task.task().target())) {
        nodes.add(task.node());
      }
    }
    return nodes;
  }
}
