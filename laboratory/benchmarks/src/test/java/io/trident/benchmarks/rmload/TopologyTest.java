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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopologyTest {
  @Test
  void everyNodeHasAnAddressOfItsOwn() throws Exception {
    Topology topology = new Topology(10_000);
    Set<String> hosts = new HashSet<>();
    for (int node = 0; node < topology.nodes(); node++) {
      hosts.add(topology.host(node));
      assertThat(topology.node(topology.host(node))).isEqualTo(node);
    }
    assertThat(hosts).hasSize(10_000);
    assertThat(InetAddress.getByName(topology.host(9_999)).getHostAddress())
        .isEqualTo(topology.host(9_999));
    assertThat(topology.rack(39)).isEqualTo(topology.rack(0)).isNotEqualTo(topology.rack(40));
    assertThatIllegalStateException()
        .isThrownBy(() -> topology.node("10.9.9.9"))
        .withMessageContaining("10.9.9.9");
  }

  @Test
  void twoOfThreeReplicasAreInOneRack() {
    Topology topology = new Topology(410);
    Random random = new Random(3);
    int[] timesInMemory = new int[3];
    for (int block = 0; block < 3_000; block++) {
      int[] replicas = topology.drawReplicas(random);
      assertThat(replicas).hasSize(3).doesNotHaveDuplicates();
      boolean[] sharesRack = new boolean[3];
      int pairs = 0;
      for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 3; j++) {
          if (topology.rack(replicas[i]).equals(topology.rack(replicas[j]))) {
            pairs++;
            sharesRack[i] = true;
            sharesRack[j] = true;
          }
        }
      }
      assertThat(pairs).isIn(1, 3);
      for (int tier = 0; tier < 3; tier++) {
        timesInMemory[tier] += sharesRack[tier] ? 0 : 1;
      }
    }
    assertThat(Arrays.stream(timesInMemory).boxed())
        .allMatch(times -> times > 800); // each tier as often alone
  }
}
