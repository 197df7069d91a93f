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
package io.trident.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.Test;

class SeenNodesTest {
  private final SeenNodes nodes = new SeenNodes();

  private static DatanodeInfo node(String name, String address, String rack) {
    return new DatanodeInfoBuilder()
        .setHostName(name)
        .setIpAddr(address)
        .setNetworkLocation(rack)
        .build();
  }

  @Test
  void aNodeIsKnownByNameAndByAddress() {
    nodes.saw(node("a", "10.0.0.1", "/r1"));
    nodes.saw(node("a", "10.0.0.1", "/r1"));

    assertThat(nodes.nameOf("10.0.0.1")).isEqualTo("a");
    assertThat(nodes.nameOf("a")).isEqualTo("a");
    assertThat(nodes.rackOf("10.0.0.1")).isEqualTo("/r1");
    assertThat(nodes.rackOf("a")).isEqualTo("/r1");
  }

  @Test
  void aNodeMayMoveToAnotherRack() {
    nodes.saw(node("a", "10.0.0.1", "/r1"));
    nodes.saw(node("a", "10.0.0.1", "/r2"));
    assertThat(nodes.rackOf("a")).isEqualTo("/r2");
  }

  @Test
  void anAddressOfSeveralNodesNamesNone() {
    nodes.saw(node("a", "127.0.0.1", "/r1"));
    nodes.saw(node("b", "127.0.0.1", "/r2"));
    nodes.saw(node("a", "127.0.0.1", "/r1"));

    assertThat(nodes.nameOf("127.0.0.1")).isEqualTo("127.0.0.1");
    assertThat(nodes.rackOf("127.0.0.1")).isEqualTo(NetworkTopology.DEFAULT_RACK);
    assertThat(nodes.rackOf("b")).isEqualTo("/r2");
  }

  @Test
  void othersAreInTheDefaultRack() {
    assertThat(nodes.rackOf("a")).isEqualTo(NetworkTopology.DEFAULT_RACK);
    assertThat(nodes.nameOf("a")).isEqualTo("a");
  }
}
