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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.replication.NodeMapId;
import io.trident.layout.table.BuildPaths;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/**
 * Places the partitions of replicas: partition <i>i</i> on the node that all tables which are
 * partitioned alike have for it. A directory of partitions has an attribute that names the map. One
 * replica is placed so; further ones, what its node has no room for, and what it does not take, as
 * other blocks are. Thread-safe.
 *
 * @param homes the node of each partition
 * @param nodes returns a node by its UUID
 * @param attributes reads the attribute of a directory
 * @param copies decides on HDFS's own copies
 * @param metrics counts
 */
public record PartitionPlacer(
    PartitionHomes homes,
    Function<String, @Nullable DatanodeDescriptor> nodes,
    Attributes attributes,
    Copies copies,
    PlacementPolicyMetrics metrics) {
  /** Reads the attribute of a directory that names its map. */
  @FunctionalInterface
  public interface Attributes {
    /** Returns it; nothing if there is none, or no such directory. */
    Optional<String> of(String directory) throws IOException;
  }

  /** Decides on HDFS's own copies. */
  @FunctionalInterface
  public interface Copies {
    /** Notes that a block of a file is to be copied to a node; returns whether it may be. */
    boolean choose(String path, String node) throws IOException;
  }

  /** A file of a replica. */
  private record Found(String directory, int partition) {}

  /** Places partitions, and counts in this process's metrics. */
  public static PartitionPlacer of(
      PartitionHomes homes,
      Map<String, DatanodeDescriptor> nodes,
      Attributes attributes,
      Copies copies) {
    return new PartitionPlacer(
        homes, nodes::get, attributes, copies, PlacementPolicyMetrics.registered());
  }

  /**
   * Places a partition whose node does not have it.
   *
   * @param returned what is returned before the chosen volume
   * @param tiers the rule for types; null if it is off
   * @return nothing if the file is no partition, or its node cannot take it
   * @throws IOException if the path cannot be resolved
   */
  DatanodeStorageInfo[] place(
      ExtentPlacer.Request request,
      List<DatanodeStorageInfo> returned,
      @Nullable TierPlacement tiers,
      ExtentRule.Volumes volumes)
      throws IOException {
    Optional<DatanodeDescriptor> home = home(request);
    if (home.isEmpty()) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    if (request.asker() == ExtentPlacer.Asker.NAME_NODE
        && !copies.choose(request.path(), home.get().getDatanodeUuid())) {
      metrics.partitionLeft();
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    ExtentPlacer.Types types = ExtentPlacer.Types.of(request, tiers);
    for (StorageType type :
        Stream.concat(types.wanted().stream(), types.standIns().stream()).distinct().toList()) {
      DatanodeStorageInfo found =
          request.excluded().contains(home.get())
              ? null
              : volumes.on(home.get(), type, new ArrayList<>(request.chosen()));
      if (found != null) {
        metrics.partitionPlaced();
        List<DatanodeStorageInfo> all = new ArrayList<>(returned);
        all.add(found);
        return all.toArray(DatanodeStorageInfo[]::new);
      }
    }
    metrics.partitionLeft();
    return DatanodeStorageInfo.EMPTY_ARRAY;
  }

  /** Returns the node of the partition that a request is for; nothing if it is for none. */
  private Optional<DatanodeDescriptor> home(ExtentPlacer.Request request) throws IOException {
    Optional<Found> found = request.known() == null ? find(request.path()) : Optional.empty();
    if (found.isEmpty() || request.replicas() != 1) {
      return Optional.empty();
    }
    Optional<NodeMapId> id = id(found.get().directory());
    if (id.isEmpty()) {
      return Optional.empty();
    }
    Optional<DatanodeDescriptor> home = homes.home(id.get(), found.get().partition()).map(nodes);
    boolean isThere =
        home.isPresent()
            && request.chosen().stream()
                .anyMatch(one -> one.getDatanodeDescriptor().equals(home.get()));
    return isThere ? Optional.empty() : home;
  }

  private static Optional<Found> find(String path) {
    if (!path.startsWith(Path.SEPARATOR)) {
      return Optional.empty(); // of a file that is in snapshots only HDFS has the end
    }
    Optional<BuildPaths.Building> building = BuildPaths.parse(path);
    if (building.isPresent()) {
      return found(building.get().directory(), building.get().named());
    }
    int slash = path.lastIndexOf('/');
    return slash <= 0
        ? Optional.empty()
        : TablePaths.parse(path.substring(slash + 1))
            .flatMap(named -> found(path.substring(0, slash), named));
  }

  private static Optional<Found> found(String directory, TablePaths.Named named) {
    Extent extent = named.extent();
    return extent instanceof DataExtent data && data.dimension() == 0 && named.superExtent() == 0
        ? Optional.of(new Found(directory, data.extent()))
        : Optional.empty();
  }

  /** A user may have written what names no map. */
  private Optional<NodeMapId> id(String directory) throws IOException {
    try {
      return attributes.of(directory).map(NodeMapId::parse);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
