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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;

/** Shows which blocks HDFS expects or has in its queues, and what it knows of nodes. */
public final class PendingBlocks {
  private PendingBlocks() {}

  /** Returns how many blocks are expected. */
  public static int number(BlockManager blocks) {
    return blocks.pendingReconstruction.size();
  }

  /** Returns how many blocks wait for replicas that are not expected yet. */
  public static int queued(BlockManager blocks) {
    return blocks.neededReconstruction.size();
  }

  /** Has the time-out pass of all that is expected; HDFS looks for that every five minutes. */
  public static void expireAll(BlockManager blocks) throws InterruptedException {
    int before = blocks.getReconstructionPendingTimeout();
    blocks.setReconstructionPendingTimeout(1);
    Thread.sleep(1_100);
    blocks.pendingReconstruction.new PendingReconstructionMonitor().pendingReconstructionCheck();
    blocks.setReconstructionPendingTimeout(before);
  }

  /** Returns the identifiers of the DataNodes from which a block is expected. */
  public static List<String> nodes(BlockManager blocks, Block block) {
    BlockInfo stored = blocks.getStoredBlock(block);
    List<DatanodeStorageInfo> targets =
        stored == null ? null : blocks.pendingReconstruction.getTargets(stored);
    return targets == null
        ? List.of()
        : targets.stream().map(one -> one.getDatanodeDescriptor().getDatanodeUuid()).toList();
  }

  /** Returns how a DataNode is, with its volumes and how often each was reported. */
  public static String describe(DatanodeDescriptor node) {
    return "%s: alive %s, %s, volumes %s"
        .formatted(
            node,
            node.isAlive(),
            node.getAdminState(),
            Arrays.stream(node.getStorageInfos())
                .map(
                    one ->
                        "%s %s reported %d times"
                            .formatted(
                                one.getStorageID(), one.getState(), one.getBlockReportCount()))
                .toList());
  }
}
