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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.HdfsKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.Test;

/** Moves of the Balancer, which has a policy of its own. */
class ExtentMovesTest {
  private static final DatanodeInfo A1 = node("a1", "/a");
  private static final DatanodeInfo A2 = node("a2", "/a");
  private static final DatanodeInfo B1 = node("b1", "/b");
  private static final DatanodeInfo C1 = node("c1", "/c");

  private static DatanodeInfo node(String name, String rack) {
    return new DatanodeInfoBuilder()
        .setHostName(name)
        .setDatanodeUuid(name)
        .setIpAddr("127.0.0.1")
        .setNetworkLocation(rack)
        .build();
  }

  private static TierPlacementPolicy policy(boolean isEnabled, String isolation) {
    Configuration conf = new Configuration();
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), isEnabled);
    conf.set(HdfsKeys.LAYOUT_ISOLATION.name(), isolation);
    TierPlacementPolicy policy = new TierPlacementPolicy();
    policy.initialize(conf, null, NetworkTopology.getInstance(conf), null);
    return policy;
  }

  @Test
  void aSingleReplicaStaysInItsRack() {
    TierPlacementPolicy policy = policy(true, "racks");
    assertThat(policy.isMovable(List.of(A1, A2), A1, A2)).isTrue();
    assertThat(policy.isMovable(List.of(A1, A1), A1, A1)).as("to another volume").isTrue();
    assertThat(policy.isMovable(List.of(A1, B1), A1, B1)).isFalse();
  }

  @Test
  void aSingleReplicaStaysOnItsNodeWhereNodesAreDivided() {
    TierPlacementPolicy policy = policy(true, "nodes");
    assertThat(policy.isMovable(List.of(A1, A1), A1, A1)).isTrue();
    assertThat(policy.isMovable(List.of(A1, A2), A1, A2)).isFalse();
  }

  @Test
  void otherBlocksAreMovedAsByStock() {
    TierPlacementPolicy policy = policy(true, "racks");
    assertThat(policy.isMovable(List.of(A1, B1, C1), A1, C1)).isTrue();
    assertThat(policy.isMovable(List.of(A1, B1, A2), B1, A2)).as("one rack less").isFalse();
  }

  @Test
  void withoutTablesAllBlocksAreMovedAsByStock() {
    assertThat(policy(false, "racks").isMovable(List.of(A1, B1), A1, B1)).isTrue();
  }
}
