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

import io.trident.core.guard.Guard;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.net.Node;

/** Work that HDFS's own scheduler chooses a target for and hands out. */
final class OfferedRebuild extends RebuildWork {
  private static final String CONSEQUENCE = "Extents are not rebuilt by HDFS's scheduler";

  private final RebuildScheduling.Offer offer;
  private final Guard guard;

  OfferedRebuild(
      BlockInfo block,
      BlockCollection file,
      List<DatanodeDescriptor> containing,
      RebuildScheduling.Offer offer,
      Guard guard) {
    super(block, file, containing, List.of(), offer.busy(), offer.wanted());
    this.offer = offer;
    this.guard = guard;
  }

  @Override
  void chooseTargets(
      BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> excluded) {
    guard.run(
        CONSEQUENCE,
        () -> {
          Set<Node> all = new HashSet<>(excluded);
          all.addAll(offer.excluded());
          super.chooseTargets(policy, policies, all);
          DatanodeStorageInfo[] targets = getTargets();
          if (targets != null
              && targets.length > 0
              && offer.busy().contains(targets[0].getDatanodeDescriptor())) {
            resetTargets();
          }
        });
  }

  @Override
  boolean addTaskToDatanode(NumberReplicas replicas) {
    return guard.run(CONSEQUENCE, () -> offer.taken().accept(getTargets()[0]));
  }
}
