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
package io.trident.mapreduce.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Room for maps, by what the resource manager reports. */
class MapSlotsTest {
  private static NodeReport node(String host, int port, long used, long capability) {
    return NodeReport.newInstance(
        NodeId.newInstance(host, port),
        NodeState.RUNNING,
        host + ":8042",
        "/r1",
        Resource.newInstance(used, 1),
        Resource.newInstance(capability, 8),
        1,
        "",
        0);
  }

  @Test
  void freeMemoryCounts() {
    assertThat(MapSlots.of(List.of(node("a", 1, 1024, 8192), node("b", 1, 8192, 8192)), 1024))
        .isEqualTo(Map.of("a", 7, "b", 0));
  }

  @Test
  void aFullClusterCountsAsAnEmptyOne() {
    assertThat(MapSlots.of(List.of(node("a", 1, 8000, 8192), node("b", 1, 9000, 2048)), 1024))
        .isEqualTo(Map.of("a", 8, "b", 2));
  }

  @Test
  void theMasterTakesItsRoomWhereThereIsMost() {
    List<NodeReport> nodes = List.of(node("a", 1, 0, 8192), node("b", 1, 0, 4096));
    assertThat(MapSlots.of(nodes, 1024, 1024)).isEqualTo(Map.of("a", 7, "b", 4));
    assertThat(MapSlots.of(nodes, 1024, 1536)).isEqualTo(Map.of("a", 6, "b", 4));
    assertThat(MapSlots.of(nodes, 1024, 9000)).isEqualTo(Map.of("a", 0, "b", 4));
  }

  @Test
  void aClusterWithRoomForTheMasterOnlyCountsAsItIs() {
    assertThat(MapSlots.of(List.of(node("a", 1, 0, 1024)), 1024, 1536)).isEqualTo(Map.of("a", 1));
    assertThat(MapSlots.of(List.of(), 1024, 1536)).isEmpty();
  }

  @Test
  void nodeManagersOfOneHostAddUp() {
    assertThat(MapSlots.of(List.of(node("a", 1, 0, 2048), node("a", 2, 0, 1024)), 1024))
        .isEqualTo(Map.of("a", 3));
  }

  @Test
  void overcommittedNodesAndOddRequestsDoNoHarm() {
    assertThat(MapSlots.of(List.of(node("a", 1, 4096, 2048), node("b", 1, 0, 2048)), 2048))
        .isEqualTo(Map.of("a", 0, "b", 1));
    assertThat(MapSlots.of(List.of(node("a", 1, 0, 10)), 0)).isEqualTo(Map.of("a", 10));
    assertThat(MapSlots.of(List.of(), 1024)).isEmpty();
  }
}
