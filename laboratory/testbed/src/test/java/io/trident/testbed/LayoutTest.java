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
package io.trident.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LayoutTest {
  private static Layout layout(String name, int nodes, int racks, double scale) {
    return new Layout(
        name, 213, Isolation.KERNEL, nodes, racks, 4, Rates.TYPICAL, scale, VolumeSizes.TYPICAL);
  }

  @Test
  void workersAreSpreadOverRacksInTurn() {
    assertThat(layout("trident", 3, 2, 10).workers())
        .containsExactly(
            new Node("node1", "10.213.1.1", "/r1"),
            new Node("node2", "10.213.2.2", "/r2"),
            new Node("node3", "10.213.1.3", "/r1"));
  }

  @Property
  void namesAndAddressesAreUnique(
      @ForAll @IntRange(min = 1, max = Layout.MAX_NODES) int nodes,
      @ForAll @IntRange(min = 1, max = Layout.MAX_NODES) int racks) {
    Layout layout = layout("trident", nodes, Math.min(nodes, racks), 10);
    assertThat(layout.all()).hasSize(nodes + 1);
    assertThat(layout.all()).extracting(Node::name).doesNotHaveDuplicates();
    assertThat(layout.all())
        .extracting(Node::address)
        .doesNotHaveDuplicates()
        .doesNotContain(layout.hostAddress());
    assertThat(layout.workers()).extracting(Node::rack).contains("/r" + layout.racks());
  }

  @Test
  void ratesAreDividedByTheScale() {
    Rates rates = layout("trident", 2, 1, 20).rates();
    assertThat(rates.memory()).isCloseTo(160, within(1e-9));
    assertThat(rates.ssd()).isCloseTo(20, within(1e-9));
    assertThat(rates.disk()).isCloseTo(8, within(1e-9));
    assertThat(rates.nodeLink()).isCloseTo(62.5, within(1e-9));
  }

  @Test
  void withoutIsolationAddressesAreLoopbacks() {
    Layout layout =
        new Layout("t", 7, Isolation.LOOPBACK, 1, 1, 1, Rates.TYPICAL, 1, VolumeSizes.TYPICAL);
    assertThat(layout.master().address()).isEqualTo("127.7.0.2");
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> layout("trident", 0, 1, 10)).hasMessage("nodes must be 1 to 64: 0");
    assertThatThrownBy(() -> layout("trident", 2, 3, 10)).hasMessage("racks must be 1 to 2: 3");
    assertThatThrownBy(() -> layout("trident", 2, 1, 0.5)).hasMessageContaining("scale");
    // An interface's name has 15 characters at most, and "-host" is one.
    assertThatThrownBy(() -> layout("elevenchars", 2, 1, 1)).hasMessageContaining("elevenchars");
    assertThatThrownBy(() -> layout("trident", 2, 1, 1).node("node3"))
        .hasMessageContaining("master or node1 to node2");
    assertThatThrownBy(() -> new Rates(1, 1, 0, 1, 1)).hasMessageContaining("'disk'");
    assertThatThrownBy(() -> new VolumeSizes(1, 64, 64, 0)).hasMessageContaining("'memory'");
  }

  @Test
  void survivesJson() throws IOException {
    Testbed.Description description =
        new Testbed.Description(layout("trident", 3, 2, 10), Map.of("a.b", "c"), null);
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readValue(json.writeValueAsString(description), Testbed.Description.class))
        .isEqualTo(description);
  }
}
