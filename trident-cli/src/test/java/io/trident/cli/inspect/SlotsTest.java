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
package io.trident.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.request.NodeRoom;
import io.trident.mapreduce.client.MapSlots;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

final class SlotsTest {
  private static final List<NodeReport> NODES = List.of(node("b", 1024), node("a", 0));

  private static NodeReport node(String host, long usedMb) {
    return NodeReport.newInstance(
        NodeId.newInstance(host, 1),
        NodeState.RUNNING,
        host + ":8042",
        "/r1",
        Resource.newInstance(usedMb, 1),
        Resource.newInstance(8192, 8),
        1,
        "",
        0);
  }

  @Test
  void hadoopsDefaultSizeOfAMapIsAGigabyte() {
    JobConf conf = new JobConf();
    assertThat(conf.getInt("mapreduce.map.memory.mb", 0)).as("Hadoop's default").isEqualTo(-1);
    Slots slots = Slots.of(NODES, MapSlots.mapMemory(conf));
    assertThat(slots.total()).isEqualTo(15);
    assertThat(slots.nodes())
        .containsExactly(new NodeRoom("a", "/r1", 8), new NodeRoom("b", "/r1", 7));
    assertThat(slots.origin()).endsWith("at 1024 MB each");
  }

  @Test
  void nodeManagersOfOneHostAddUp() {
    List<NodeReport> nodes = List.of(node("a", 1024), node("b", 0), node("a", 2048));
    assertThat(Slots.of(nodes, 1024).nodes())
        .containsExactly(new NodeRoom("a", "/r1", 13), new NodeRoom("b", "/r1", 8));
  }

  @Test
  void aMapIsAsLargeAsItsConfiguredContainerOrHeap() {
    JobConf conf = new JobConf();
    conf.set("mapreduce.map.java.opts", "-Xmx1600m");
    assertThat(MapSlots.mapMemory(conf)).isEqualTo(2000);
    conf.setInt("mapreduce.map.memory.mb", 4096);
    assertThat(Slots.of(NODES, MapSlots.mapMemory(conf)).total()).isEqualTo(3);
  }
}
