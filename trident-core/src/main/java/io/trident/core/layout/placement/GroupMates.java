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
package io.trident.core.layout.placement;

import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * On which nodes other members of an extent's parity group are.
 *
 * @param extents nodes with other extents of the group
 * @param parities nodes with parities of the group
 */
public record GroupMates(Set<String> extents, Set<String> parities) {
  /** Nothing of the group is anywhere, as far as is known. */
  public static final GroupMates NONE = new GroupMates(Set.of(), Set.of());

  /** Copies the sets. */
  public GroupMates {
    extents = Set.copyOf(extents);
    parities = Set.copyOf(parities);
  }

  /**
   * Finds the others of a group.
   *
   * @param groups the parity groups of the extent's dimension
   * @param nodesOf returns the nodes that have a member of the group, or will have it
   */
  public static GroupMates of(
      ParityGroups groups, Extent extent, Function<Extent, ? extends Collection<String>> nodesOf) {
    Set<String> extents = new HashSet<>();
    Set<String> parities = new HashSet<>();
    for (Extent member : groups.others(extent)) {
      (member instanceof ParityExtent ? parities : extents).addAll(nodesOf.apply(member));
    }
    return new GroupMates(extents, parities);
  }

  /** Returns whether a node has something of the group. */
  boolean isOn(String node) {
    return extents.contains(node) || parities.contains(node);
  }
}
