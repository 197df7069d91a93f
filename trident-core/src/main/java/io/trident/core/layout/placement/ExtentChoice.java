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

import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Chooses the node of an extent's replica. A rack without a replica of it comes first, then what
 * {@link Preference} puts first, then nodes that are not busy, then the types of volumes in their
 * order, then the order of {@link ExtentHomes}. So a busy node is chosen if all that are as good
 * for the extent are busy: whoever asks may wait for one rather than take a worse node.
 *
 * @param <T> types of volumes
 * @param homes lists the nodes for an extent
 * @param rackOf returns the rack of a node; nothing if the node may not be chosen
 * @param isBusy whether a node is chosen only if no other one is as good
 * @param types of volumes, best first
 * @param room finds room on a node
 */
public record ExtentChoice<T>(
    ExtentHomes homes,
    Function<String, Optional<String>> rackOf,
    Predicate<String> isBusy,
    List<T> types,
    Room<T> room) {
  /** Finds room on nodes. */
  @FunctionalInterface
  public interface Room<T> {
    /**
     * Returns whether a node has a volume of a type that can take the replica. Is asked in the
     * order of the choice, and not again once it is true.
     */
    boolean isOn(String node, T type);
  }

  /**
   * A node that was chosen.
   *
   * @param preference where in the cluster it is
   */
  public record Chosen(String node, Preference preference, boolean isBusy) {}

  /** Copies the types. */
  public ExtentChoice {
    types = List.copyOf(types);
  }

  /**
   * Chooses. O(nodes, times types) questions about room at most, usually one.
   *
   * @param racks those with a replica of the extent
   * @return nothing if no node has room
   */
  public Optional<Chosen> choose(Wanted wanted, Set<String> racks) {
    Optional<Chosen> found = chooseOutside(wanted, racks);
    return found.isPresent() || racks.isEmpty() ? found : chooseOutside(wanted, Set.of());
  }

  private Optional<Chosen> chooseOutside(Wanted wanted, Set<String> racks) {
    Predicate<String> isUsable =
        node -> rackOf.apply(node).filter(rack -> !racks.contains(rack)).isPresent();
    for (Preference preference : Preference.values()) {
      Optional<String> free = first(preference, wanted, isUsable.and(isBusy.negate()));
      if (free.isPresent()) {
        return Optional.of(new Chosen(free.get(), preference, false));
      }
      Optional<String> busy = first(preference, wanted, isUsable.and(isBusy));
      if (busy.isPresent()) {
        return Optional.of(new Chosen(busy.get(), preference, true));
      }
    }
    return Optional.empty();
  }

  private Optional<String> first(
      Preference preference, Wanted wanted, Predicate<String> isCandidate) {
    for (T type : types) {
      Optional<String> found =
          homes
              .candidates(preference, wanted)
              .filter(isCandidate)
              .filter(node -> room.isOn(node, type))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
