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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ClusterLayoutTest {
  @Test
  void racksTakeTurns() {
    ClusterLayout layout = new ClusterLayout(5, 2);
    assertThat(layout.names()).containsExactly("node1", "node2", "node3", "node4", "node5");
    assertThat(layout.names().stream().map(layout::rackOf))
        .containsExactly("/r1", "/r2", "/r1", "/r2", "/r1");
  }

  @Test
  void theTopologyTableHasNamesAndAddresses() {
    assertThat(new ClusterLayout(2, 2).topologyTable().lines())
        .containsExactly("node1 /r1", "127.0.0.11 /r1", "node2 /r2", "127.0.0.12 /r2");
  }

  /** The build's own hosts file names every node that a layout can have. */
  @Test
  void theHostsFileOfTheBuildNamesEveryNode() {
    assertThatCode(new ClusterLayout(ClusterLayout.MAX_NODES, 1)::requireResolvableNames)
        .doesNotThrowAnyException();
  }

  @Test
  void impossibleLayoutsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ClusterLayout(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClusterLayout(33, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClusterLayout(2, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClusterLayout(2, 1).rackOf("node3"))
        .withMessageContaining("node3");
  }
}
