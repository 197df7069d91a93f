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
package io.trident.layout.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.table.ReplicaStatistics.Partition;
import io.trident.layout.table.ReplicaStatistics.Rows;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplicaStatisticsTest {
  private static final ReplicaStatistics STATISTICS =
      new ReplicaStatistics(
          "/shop/orders",
          new PartitionScheme("a \"b\"", 2),
          new NodeMapId(2, 1, 2),
          1,
          Optional.of("-5"),
          Optional.of("ü"),
          List.of(
              new Partition(new Rows(10, 100), OptionalLong.of(7), List.of("n1")),
              new Partition(new Rows(0, 0), OptionalLong.of(0), List.of())),
          new Rows(3, 30));

  @Test
  void theyAreReadAsTheyWereWritten() throws IOException {
    assertThat(ReplicaStatisticsJson.read(ReplicaStatisticsJson.write(STATISTICS)))
        .isEqualTo(STATISTICS);
    assertThat(STATISTICS.stored()).isEqualTo(new Rows(10, 100));
    assertThat(STATISTICS.distinctKeys()).hasValue(7);
    ReplicaStatistics uncounted =
        new ReplicaStatistics(
            "/s",
            new PartitionScheme("a", 1),
            NodeMapId.ofAllNodes(1),
            2,
            Optional.empty(),
            Optional.empty(),
            List.of(new Partition(new Rows(1, 2), OptionalLong.empty(), List.of("n1", "n2"))),
            new Rows(0, 0));
    assertThat(ReplicaStatisticsJson.read(ReplicaStatisticsJson.write(uncounted)))
        .isEqualTo(uncounted);
    assertThat(uncounted.distinctKeys()).isEmpty();
  }

  @Test
  void aGroupSurvivesOneNodeOrTwo() {
    ReplicaStatistics.checkFailures(1);
    ReplicaStatistics.checkFailures(2);
    for (int failures : List.of(-1, 0, 3)) {
      assertThatThrownBy(() -> ReplicaStatistics.checkFailures(failures))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give 1 to 2");
    }
  }

  @Test
  void everyChangeOfWhatWasWrittenIsFound() {
    String text = ReplicaStatisticsJson.write(STATISTICS);
    for (String wrong :
        List.of(
            "",
            "[]",
            text + "x",
            text.replace("\"version\" : 1", "\"version\" : 2"),
            text.replace("\"rows\" : 10", "\"rows\" : 11"),
            text.replace("orders", "others"),
            text.replace("\"crc\"", "\"sum\""),
            text.replace("n1", "n2"))) {
      assertThat(wrong).isNotEqualTo(text);
      assertThatThrownBy(() -> ReplicaStatisticsJson.read(wrong))
          .as(wrong)
          .isInstanceOf(IOException.class);
    }
  }
}
