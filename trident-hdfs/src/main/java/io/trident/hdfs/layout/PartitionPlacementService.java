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

import io.trident.core.replication.PartitionNodes;
import io.trident.core.replication.PartitionNodesJson;
import io.trident.hdfs.placement.HomeTries;
import io.trident.hdfs.placement.PartitionHomes;
import io.trident.hdfs.placement.PartitionPlacer;
import io.trident.hdfs.placement.RecentStart;
import io.trident.hdfs.placement.TierPlacementPolicy;
import io.trident.layout.table.ReplicaPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps which node each partition of replicas belongs on, and shows it to the placement policy
 * while its NameNode is active. It needs no racks. Maps that a placement has changed are kept in
 * the next round; a NameNode that ends before that makes them again, of the nodes that there are
 * then.
 */
public final class PartitionPlacementService implements AutoCloseable {
  /** Where the maps are kept. */
  static final Path PATH = new Path(LayoutTables.REGISTRY + "/nodes.json");

  private static final Logger LOG = LoggerFactory.getLogger(PartitionPlacementService.class);

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final OwnClient client;
  private final HomeTries tries;
  private final RecentStart start;
  private PartitionNodes kept = PartitionNodes.NONE;
  private @Nullable PartitionHomes homes;

  /**
   * Prepares to serve; does nothing until {@link #round}.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  public PartitionPlacementService(NameNode nameNode, LongSupplier nanoTime) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.client = new OwnClient(nameNode);
    BlockReplicas blocks = new BlockReplicas(namesystem.getBlockManager(), nameNode.getConf());
    this.tries = new HomeTries(blocks::waitForCopy, nanoTime);
    this.start = new RecentStart(nameNode.getConf(), nanoTime);
  }

  /**
   * Does one round, on one thread at a time.
   *
   * @throws IOException if the maps cannot be read or kept; the next round tries again
   */
  public void round() throws IOException {
    BlockPlacementPolicy policy = namesystem.getBlockManager().getBlockPlacementPolicy();
    if (!(policy instanceof TierPlacementPolicy ours)) {
      return;
    }
    if (!nameNode.isActiveState()) {
      homes = null;
      ours.setPartitions(null);
      return;
    }
    KeptText text = new KeptText(client.fileSystem(), PATH);
    PartitionHomes current = homes;
    if (current == null) {
      kept = read(text);
      current = new PartitionHomes(kept, this::usable, this::mayCome);
      homes = current;
    }
    ours.setPartitions(PartitionPlacer.of(current, nodes(), this::attribute, this::copy));
    PartitionNodes now = current.nodes();
    if (!now.equals(kept) && !namesystem.isInSafeMode()) {
      text.write(PartitionNodesJson.write(now));
      LOG.info("Partitions of replicas are placed by the maps {}", now.maps().keySet());
      kept = now;
    }
  }

  private static PartitionNodes read(KeptText text) throws IOException {
    try {
      return text.read().map(PartitionNodesJson::read).orElse(PartitionNodes.NONE);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s: %s Partitions are placed as other blocks until it is mended or removed."
              .formatted(PATH, e.getMessage()),
          e);
    }
  }

  private Map<String, DatanodeDescriptor> nodes() {
    Map<String, DatanodeDescriptor> nodes = new HashMap<>();
    for (DatanodeDescriptor node :
        namesystem.getBlockManager().getDatanodeManager().getDatanodes()) {
      nodes.put(node.getDatanodeUuid(), node);
    }
    return nodes;
  }

  /** Called by the policy, by any thread. */
  private Set<String> usable() {
    return namesystem.getBlockManager().getDatanodeManager().getDatanodes().stream()
        .filter(node -> node.isAlive() && node.isInService())
        .map(DatanodeDescriptor::getDatanodeUuid)
        .collect(Collectors.toSet());
  }

  /** Called by the policy, by any thread. */
  private boolean mayCome(String node) {
    return start.isRecent()
        && namesystem.getBlockManager().getDatanodeManager().getDatanode(node) == null;
  }

  /** Called by the policy, by any thread. */
  private Optional<String> attribute(String directory) throws IOException {
    return NamespaceChange.attribute(namesystem, directory, ReplicaPaths.NODES)
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }

  /** Called by the policy, by any thread. */
  private boolean copy(String path, String node) throws IOException {
    return tries.choose(path, node, NamespaceChange.blocks(namesystem, path));
  }

  @Override
  public void close() {
    client.close();
  }
}
