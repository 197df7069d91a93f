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

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.placement.ExtentChoice;
import io.trident.core.layout.placement.ExtentChoice.Chosen;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.placement.Preference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * Places the block of an extent: on the node that {@link ExtentChoice} takes, by a volume of the
 * wanted type, or of the types that stand in for it. A node counts for more than a type.
 *
 * <p>A parity has two replicas, and HDFS copies again what is not in two racks. So a further
 * replica is in another rack, if need be in another domain.
 *
 * @param view what is known
 * @param excluded nodes that may not be chosen
 * @param busy nodes that are chosen only if no other one is as good; whoever asks waits for them
 * @param standIns types to try where the wanted one has no room
 * @param volumes finds room
 */
record ExtentRule(
    LayoutView view,
    Set<Node> excluded,
    Set<Node> busy,
    List<StorageType> standIns,
    Volumes volumes) {
  /** Finds room on nodes, by HDFS's own checks. */
  @FunctionalInterface
  interface Volumes {
    /** Returns a volume of a node, and adds it to the results; null if the node cannot take it. */
    @Nullable DatanodeStorageInfo on(
        DatanodeDescriptor node, StorageType type, List<DatanodeStorageInfo> results);
  }

  /**
   * What was chosen.
   *
   * @param preferences by which preference, of each volume whose node is not busy
   */
  record Choice(List<DatanodeStorageInfo> volumes, List<Preference> preferences) {}

  /**
   * Chooses volumes.
   *
   * @param chosen replicas that exist
   * @param types of the further ones
   * @return as many volumes as there are types, or fewer
   */
  Choice choose(Wanted wanted, List<DatanodeStorageInfo> chosen, List<StorageType> types) {
    List<DatanodeStorageInfo> results = new ArrayList<>(chosen);
    List<Preference> preferences = new ArrayList<>();
    for (StorageType type : types) {
      Optional<Chosen> one = chooseOne(wanted, type, results);
      if (one.isEmpty()) {
        break;
      }
      one.filter(found -> !found.isBusy()).ifPresent(found -> preferences.add(found.preference()));
    }
    return new Choice(results.subList(chosen.size(), results.size()), preferences);
  }

  private Optional<Chosen> chooseOne(
      Wanted wanted, StorageType type, List<DatanodeStorageInfo> results) {
    Set<DatanodeDescriptor> taken = new HashSet<>();
    Set<String> racks = new HashSet<>();
    for (DatanodeStorageInfo result : results) {
      taken.add(result.getDatanodeDescriptor());
      racks.add(result.getDatanodeDescriptor().getNetworkLocation());
    }
    Map<String, DatanodeDescriptor> nodes = view.nodes();
    return new ExtentChoice<>(
            view.homes(),
            name ->
                Optional.ofNullable(nodes.get(name))
                    .filter(node -> !taken.contains(node) && !excluded.contains(node))
                    .map(DatanodeDescriptor::getNetworkLocation),
            name -> busy.contains(nodes.get(name)),
            Stream.concat(Stream.of(type), standIns.stream()).distinct().toList(),
            (String name, StorageType one) ->
                volumes.on(requireNonNull(nodes.get(name)), one, results) != null)
        .choose(wanted, racks);
  }
}
