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
package io.trident.layout.mapreduce.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.SuperExtentCuts;
import io.trident.layout.table.TableSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplicaRequestTest {
  private static ReplicaRequest request(int partitions) {
    return new ReplicaRequest(
        new PartitionScheme("a", partitions),
        NodeMapId.ofAllNodes(partitions),
        1,
        Optional.of("a long"),
        "csv",
        Map.of(),
        1);
  }

  @Property(tries = 2000)
  void aSourceOfAnySizeIsOneSuperExtentOfAllPartitions(
      @ForAll @IntRange(min = 4, max = 1000) int partitions,
      @ForAll @IntRange(min = 0, max = 2_000_000) int more) {
    long bytes = partitions + more;
    ConversionRequest request = request(partitions).conversion(bytes);
    TableSpec spec =
        new TableSpec(
            new Schema(List.of(new Column("a", ColumnType.of(ColumnType.Kind.LONG)))),
            List.of(DimensionSpec.byHash("a")),
            new FormatSpec("csv", 1, Map.of()),
            request.extents(),
            request.targetBytes(),
            request.parityGroup(),
            request.parities());

    assertThat(SuperExtentCuts.cut(spec, bytes))
        .containsExactly(new SuperExtentCuts.Run(0, bytes, partitions));
    assertThat(spec.parityGroups(partitions).groups()).isBetween(1, 200);
  }

  @Test
  void whatCannotBeMadeIsRefused() {
    assertThatThrownBy(
            () ->
                new ReplicaRequest(
                    new PartitionScheme("a", 8),
                    NodeMapId.ofAllNodes(4),
                    1,
                    Optional.empty(),
                    "csv",
                    Map.of(),
                    1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new ReplicaRequest(
                    new PartitionScheme("a", 8),
                    NodeMapId.ofAllNodes(8),
                    0,
                    Optional.empty(),
                    "csv",
                    Map.of(),
                    1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
