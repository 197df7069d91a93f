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
package io.trident.core.replication;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What takes a copy of a row away: the loss of all nodes of any of these sets. A partition of one
 * block has one set, the nodes of its replicas; a file of several blocks has one for each block.
 *
 * @param fatal sets of nodes; with none the copy is never lost, with an empty one it is lost
 *     already
 */
public record Copy(List<Set<String>> fatal) {
  /** Copies the sets, and leaves out those of which another one is a part. */
  public Copy {
    List<Set<String>> all = fatal.stream().<Set<String>>map(Set::copyOf).distinct().toList();
    fatal =
        all.stream()
            .filter(
                one ->
                    all.stream()
                        .noneMatch(other -> other.size() < one.size() && one.containsAll(other)))
            .toList();
  }

  /**
   * Returns what takes a block away: the loss of all nodes that have it. If they are more than the
   * replicas that are to be kept, some will delete theirs, and any of them may be those that stay.
   * O(nodes choose replicas).
   *
   * @param nodes that have the block
   * @param replicas how many are to be kept
   */
  public static List<Set<String>> fatalToBlock(Set<String> nodes, int replicas) {
    if (nodes.size() <= replicas) {
      return List.of(nodes);
    }
    List<Set<String>> subsets = new ArrayList<>(List.of(Set.of()));
    for (int size = 0; size < replicas; size++) {
      subsets =
          subsets.stream()
              .flatMap(
                  subset ->
                      nodes.stream()
                          .filter(node -> !subset.contains(node))
                          .map(node -> union(subset, Set.of(node))))
              .distinct()
              .toList();
    }
    return subsets;
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> union = new HashSet<>(one);
    union.addAll(other);
    return union;
  }

  /** Returns whether the loss of some nodes takes the copy away. */
  public boolean isLostWith(Set<String> nodes) {
    return fatal.stream().anyMatch(nodes::containsAll);
  }

  /** Returns the copy as far as the loss of so many nodes matters. */
  Copy within(int failures) {
    return new Copy(fatal.stream().filter(one -> one.size() <= failures).toList());
  }

  /** Returns the sets that a set must grow to so that it takes this copy, too. */
  List<Set<String>> grown(Set<String> nodes) {
    return fatal.stream().map(one -> union(nodes, one)).toList();
  }
}
