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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.lab.testbed.RecoveryRun.Kind;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.VolumeSizes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecoveryTablesTest {
  private static final Layout LAYOUT =
      new Layout("it", 16, Isolation.LOOPBACK, 6, 3, 2, Rates.TYPICAL, 40, VolumeSizes.TYPICAL);

  private static final List<NodeUse> NODES =
      List.of(new NodeUse("node2", 3_000_000, 1_000_000, 1), new NodeUse("node3", 1_000_000, 0, 2));

  @Test
  void bytesAreForEachThatWasLost() {
    RecoveryRun physical = new RecoveryRun(Kind.PHYSICAL, 1, "node1", 0, 4, 4_000_000, 0, 0, NODES);
    RecoveryRun logical =
        new RecoveryRun(Kind.LOGICAL, 1, "node1", 5, 6, 2_000_000, 1_000_000, 1_050_000, NODES);
    String tables =
        RecoveryTables.of(
            new RecoveryResult(
                LAYOUT,
                1_000,
                Map.of("dimension 0", 1_000L, "parities", 250L),
                List.of(physical, logical)));
    assertThat(tables)
        .contains(
            "| three replicas | node1 | 4.0 | 0.0 | 4.0 | 1.00 | 0.25 | 75 % | 3.0 |  |",
            "| table | node1 | 2.0 | 5.0 | 6.0 | 2.00 | 0.50 | 75 % | 3.0 | 1.050 |",
            "table by directory: 3.00.",
            "| parities | 0.250 |",
            "| table | 1.250 |");
  }

  @Test
  void aNodeThatWasRestartedMeanwhileIsNotCounted() {
    List<NodeUse> now = List.of(new NodeUse("node3", 1_500_000, 10, 2.5));
    assertThat(NodeUse.since(NODES, now)).containsExactly(new NodeUse("node3", 500_000, 10, 0.5));
  }

  @Test
  void whatTheKernelDoesNotReportIsAnError() throws IOException {
    assertThat(NodeUse.value(List.of("rchar: 7", "read_bytes: 5"), "read_bytes")).isEqualTo(5);
    assertThatThrownBy(() -> NodeUse.value(List.of("rchar: 7"), "read_bytes"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("read_bytes");
  }
}
