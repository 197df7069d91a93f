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
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.recovery.RebuildOrder;
import io.trident.core.layout.recovery.RebuildOrder.Ready;
import io.trident.hdfs.layout.RebuildTasks.Assigned;
import io.trident.hdfs.protocol.RebuildTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildScheduling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out what can be rebuilt: those with the fewest remaining ways first, and of these those
 * that are waited for. A patched HDFS hands out what is in its own queues.
 */
final class RebuildHandout {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  /** Extents of a dimension that are looked at in a round although no node takes them now. */
  private static final int WAITING = 16;

  private final BlockManager blocks;
  private final RebuildBridge bridge;
  private final QueuedRebuilds queue;

  RebuildHandout(BlockManager blocks, RebuildBridge bridge, QueuedRebuilds queue) {
    this.blocks = blocks;
    this.bridge = bridge;
    this.queue = queue;
  }

  /**
   * A rebuild that could be handed out.
   *
   * @param avoided a node that does not get it
   */
  private record Candidate(
      SuperExtentId id,
      DamagedSuperExtent damaged,
      Ready ready,
      StoredObject stored,
      Optional<String> avoided) {
    Extent extent() {
      return ready.extent();
    }

    long file() {
      return stored.identity().inode();
    }

    boolean isStale() {
      return damaged.stale().contains(extent());
    }

    TableFile tableFile() {
      return new TableFile(id, extent(), stored);
    }

    /** Returns it without its group, which the placement policy looks up as it chooses a node. */
    Wanted wanted() {
      return new Wanted(
          id.number(), extent(), Optional.of(damaged.manifest().parity()), Optional.empty());
    }
  }

  /**
   * Does one round.
   *
   * @param retries what has failed, and is handed out later or to others
   * @param demanded files that are waited for
   */
  void hand(
      Map<SuperExtentId, DamagedSuperExtent> damaged,
      RebuildTasks tasks,
      RebuildRetries retries,
      Set<Long> demanded) {
    Set<DatanodeDescriptor> all = blocks.getDatanodeManager().getDatanodes();
    NodeLoads nodes = NodeLoads.of(all, tasks, blocks.getMaxReplicationStreams());
    int left = blocks.getBlocksReplWorkMultiplier() * all.size();
    List<Candidate> candidates = inOrder(damaged, retries, demanded);
    List<Candidate> own =
        queue.isUsed() ? offer(candidates, tasks, demanded, nodes, left) : candidates;
    Map<Integer, Integer> waiting = new HashMap<>(); // by dimension, as each has its own nodes
    for (Candidate candidate : own) {
      int dimension = candidate.extent().dimension();
      if (left <= 0 || nodes.areTaken()) {
        return;
      }
      if (waiting.getOrDefault(dimension, 0) < WAITING) {
        Optional<DatanodeDescriptor> node = schedule(candidate, tasks, nodes);
        node.ifPresentOrElse(nodes::take, () -> waiting.merge(dimension, 1, Integer::sum));
        left -= node.isPresent() ? 1 : 0;
      }
    }
  }

  private static List<Candidate> inOrder(
      Map<SuperExtentId, DamagedSuperExtent> damaged, RebuildRetries retries, Set<Long> demanded) {
    List<Candidate> candidates = new ArrayList<>();
    damaged.forEach(
        (id, one) -> {
          for (Ready ready : one.order().ready()) {
            StoredObject stored = one.stored().get(ready.extent());
            if (stored != null
                && !retries.isWaiting(stored.identity().inode(), one.health().unreadable())) {
              Optional<String> avoided = retries.avoided(stored.identity().inode());
              candidates.add(new Candidate(id, one, ready, stored, avoided));
            }
          }
        });
    candidates.sort(
        Comparator.comparing(Candidate::ready, RebuildOrder.MOST_URGENT_FIRST)
            .thenComparing(one -> !demanded.contains(one.file())));
    return candidates;
  }

  /**
   * Leaves to HDFS's scheduler what is in its queues: the most urgent, and others if these are few,
   * as it goes by its own order. Returns what it does not have: what is waited for or stale.
   */
  private List<Candidate> offer(
      List<Candidate> all, RebuildTasks tasks, Set<Long> demanded, NodeLoads nodes, int least) {
    Map<Long, RebuildScheduling.Offer> offers = new HashMap<>();
    List<Candidate> others = new ArrayList<>();
    int ways = 0;
    for (Candidate one : all) {
      if (demanded.contains(one.file()) || one.isStale()) {
        others.add(one);
      } else if (offers.size() < least || one.ready().ways() == ways) {
        ways = one.ready().ways();
        TableFile lost = one.tableFile();
        offers.put(
            one.file(),
            new RebuildScheduling.Offer(
                file -> FileStates.isWhatWasWritten(file, lost),
                nodes.silentAnd(one.avoided()),
                nodes.busy(),
                one.wanted(),
                volume -> nodes.take(assign(one, tasks, volume))));
      }
    }
    queue.offer(offers);
    return others;
  }

  private Optional<DatanodeDescriptor> schedule(
      Candidate candidate, RebuildTasks tasks, NodeLoads nodes) {
    TableFile lost = candidate.tableFile();
    return bridge
        .schedule(
            candidate.file(),
            file -> FileStates.isWhatWasWritten(file, lost),
            nodes.silentAnd(candidate.avoided()),
            nodes.busy(),
            candidate.wanted())
        .map(volume -> assign(candidate, tasks, volume));
  }

  private static DatanodeDescriptor assign(
      Candidate candidate, RebuildTasks tasks, DatanodeStorageInfo volume) {
    RebuildTask task =
        new RebuildTask(
            tasks.nextId(),
            candidate.id().table(),
            candidate.id().number(),
            candidate.extent(),
            candidate.stored(),
            candidate.damaged().health().unreadable(),
            volume.getStorageType().name(),
            volume.getStorageID());
    DatanodeDescriptor node = volume.getDatanodeDescriptor();
    tasks.add(new Assigned(task, node.getDatanodeUuid()));
    LOG.info("{} of {} is rebuilt on {}", candidate.extent(), candidate.id(), node);
    return node;
  }
}
