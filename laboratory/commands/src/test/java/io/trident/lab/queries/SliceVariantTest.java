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
package io.trident.lab.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SliceVariantTest {
  private static final long MIB = 1 << 20;

  private static SliceVariant variant(String name, long bytes, int nodes) {
    return SliceVariant.all(8, bytes, nodes).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLimitIsSharedByTheNodesThatHaveExtents() {
    SliceVariant ten = variant("slices_memory_10", 400 * MIB, 2);
    assertThat(ten.settings()).containsEntry("trident.hdfs.slices.memory-mb", "20");
    assertThat(ten.memoryBytes()).isEqualTo(40 * MIB);
    assertThat(variant("slices_memory_5", 400 * MIB, 2).memoryBytes()).isEqualTo(20 * MIB);
  }

  @Test
  void aLimitThatIsRoundedIsReportedAsItIs() {
    SliceVariant five = variant("slices_memory_5", 30 * MIB, 4);
    assertThat(five.settings()).containsEntry("trident.hdfs.slices.memory-mb", "1");
    assertThat(five.memoryBytes()).isEqualTo(4 * MIB);
  }

  /** The command writes it, and the program on Spark reads it. */
  @Test
  void aPlanIsReadAsItWasWritten(@TempDir Path directory) throws Exception {
    QueryPlan queries =
        new QueryPlan(
            "hdfs://h/q",
            new Amp(0.1, 4).tables(),
            List.of(),
            SliceVariant.names(),
            List.of(Amp.joinAlone()),
            "csv",
            4,
            3,
            "out");
    SlicePlan plan =
        new SlicePlan(
            queries, SliceVariant.all(8, 400 * MIB, 2), 20, URI.create("http://127.0.0.1:1"));
    plan.write(directory.resolve("plan.json"));
    assertThat(SlicePlan.read(directory.resolve("plan.json"))).isEqualTo(plan);
  }

  @Test
  void stockIsFirstAndNamesAreDistinct() {
    List<SliceVariant> all = SliceVariant.all(8, 400 * MIB, 2);
    assertThat(all.get(0).name()).isEqualTo(SliceVariant.SHUFFLED);
    assertThat(SliceVariant.names())
        .doesNotHaveDuplicates()
        .containsExactlyElementsOf(all.stream().map(SliceVariant::name).toList());
    assertThat(all.stream().filter(one -> !one.hasSlices()))
        .allSatisfy(one -> assertThat(one.settings()).isEmpty());
  }
}
