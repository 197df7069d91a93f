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

import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the two rules of the placement policy for blocks that are extents of logically replicated
 * tables: which nodes ({@link ExtentRule}), and which types of volumes ({@link TierPlacement}).
 * Thread-safe.
 */
record ExtentPlacer(LayoutView view, PlacementPolicyMetrics metrics) {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentPlacer.class);

  /** Who asks for nodes. */
  enum Asker {
    /** A client that writes. */
    WRITER,
    /** The NameNode, which copies a block or has it rebuilt. */
    NAME_NODE
  }

  /**
   * What is asked.
   *
   * @param path of the file
   * @param replicas how many further ones
   * @param chosen replicas that exist
   * @param excluded nodes that may not be chosen
   * @param busy nodes that are chosen only if no other one is as good
   * @param known which extent it is; null if only the path shows it
   * @param asked the file's storage policy
   */
  record Request(
      Asker asker,
      String path,
      int replicas,
      List<DatanodeStorageInfo> chosen,
      Set<Node> excluded,
      Set<Node> busy,
      @Nullable Wanted known,
      long blockSize,
      BlockStoragePolicy asked) {}

  /**
   * On which types of volumes replicas go.
   *
   * @param wanted a type for each further replica, or fewer
   * @param standIns types to try where the wanted one has no room
   */
  record Types(List<StorageType> wanted, List<StorageType> standIns) {
    /**
     * Decides on the types.
     *
     * @param tiers the rule for types; null if it is off
     */
    static Types of(Request request, @Nullable TierPlacement tiers) throws IOException {
      int total = request.replicas() + request.chosen().size();
      List<StorageType> held = BlockPlacement.typesOf(request.chosen());
      BlockPlacement block = tiers == null ? null : tiers.block(request.path(), request.asked());
      BlockStoragePolicy policy =
          block == null ? request.asked() : block.policy(total, held, request.blockSize());
      return new Types(
          policy.chooseStorageTypes((short) total, held).stream()
              .limit(request.replicas())
              .toList(),
          List.of(policy.getCreationFallbacks()));
    }
  }

  /**
   * Places an extent where it belongs.
   *
   * @param returned what is returned before the chosen volumes
   * @param tiers the rule for types; null if it is off
   * @return nothing if the block is of no extent, or there is no room for all replicas
   * @throws IOException if the path cannot be resolved
   */
  DatanodeStorageInfo[] place(
      Request request,
      List<DatanodeStorageInfo> returned,
      @Nullable TierPlacement tiers,
      ExtentRule.Volumes volumes)
      throws IOException {
    Optional<LayoutView.Found> file = view.find(request.path());
    Wanted wanted = file.map(view::withItsGroup).orElse(null);
    if (request.known() != null && (wanted == null || wanted.mates().isEmpty())) {
      wanted = request.known(); // of a table that is not in the snapshot, such as a renamed one
    }
    if (wanted == null) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    Types types = Types.of(request, tiers);
    Set<Node> missed = request.known() == null ? missed(file) : Set.of();
    ExtentRule.Choice untried = choose(request, missed, wanted, types, volumes);
    ExtentRule.Choice choice =
        untried.volumes().size() < request.replicas() && !missed.isEmpty()
            ? choose(request, Set.of(), wanted, types, volumes)
            : untried;
    List<DatanodeStorageInfo> found = choice.volumes();
    if (found.size() < request.replicas()) {
      if (metrics.extentLeft()) {
        LOG.warn(
            "No node on which {} may be has room; it is placed as other blocks. Further ones are"
                + " counted in the metric TridentPlacementPolicy ExtentsByStock only.",
            request.path());
      }
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    choice.preferences().forEach(metrics::extentPlaced);
    file.map(LayoutView.Found::file)
        .ifPresent(one -> one.ifPresent(inode -> view.places().chosen(inode, nodesOf(found))));
    List<DatanodeStorageInfo> all = new ArrayList<>(returned);
    all.addAll(found);
    return all.toArray(DatanodeStorageInfo[]::new);
  }

  /** Returns the nodes to which HDFS has sent the block in vain. */
  private Set<Node> missed(Optional<LayoutView.Found> file) {
    OptionalLong inode = file.map(LayoutView.Found::file).orElse(OptionalLong.empty());
    Set<Node> missed = new HashSet<>();
    if (inode.isPresent()) {
      view.places().missed(inode.getAsLong()).stream()
          .map(view.nodes()::get)
          .filter(Objects::nonNull)
          .forEach(missed::add);
    }
    return missed;
  }

  private ExtentRule.Choice choose(
      Request request, Set<Node> missed, Wanted wanted, Types types, ExtentRule.Volumes volumes) {
    Set<Node> excluded = new HashSet<>(request.excluded());
    excluded.addAll(missed);
    return new ExtentRule(view, excluded, request.busy(), types.standIns(), volumes)
        .choose(wanted, request.chosen(), types.wanted());
  }

  private static List<String> nodesOf(List<DatanodeStorageInfo> volumes) {
    return volumes.stream().map(one -> one.getDatanodeDescriptor().getDatanodeUuid()).toList();
  }
}
