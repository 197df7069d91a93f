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

import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.net.Node;

/** Work that no source node is needed for. */
class RebuildWork extends BlockReconstructionWork {
  private final Set<Node> busy;
  private final Wanted wanted;

  RebuildWork(
      BlockInfo block,
      BlockCollection file,
      List<DatanodeDescriptor> containing,
      List<DatanodeStorageInfo> live,
      Set<Node> busy,
      Wanted wanted) {
    super(
        block,
        file,
        new DatanodeDescriptor[0],
        containing,
        live,
        1,
        LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS);
    this.busy = busy;
    this.wanted = wanted;
  }

  @Override
  void chooseTargets(
      BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> excluded) {
    if (policy instanceof BlockPlacementBridge ours) {
      setTargets(
          ours.chooseApart(
              getSrcPath(),
              getLiveReplicaStorages(),
              excluded,
              busy,
              wanted,
              getBlockSize(),
              policies.getPolicy(getStoragePolicyID())));
      return;
    }
    Set<Node> all = new HashSet<>(excluded);
    all.addAll(busy);
    setTargets(
        policy.chooseTarget(
            getSrcPath(),
            1,
            null,
            getLiveReplicaStorages(),
            false,
            all,
            getBlockSize(),
            policies.getPolicy(getStoragePolicyID()),
            null));
  }

  @Override
  boolean addTaskToDatanode(NumberReplicas replicas) {
    return true; // the plugin hands it out
  }
}
