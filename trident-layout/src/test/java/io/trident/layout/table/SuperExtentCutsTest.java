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

import io.trident.core.layout.Dimension;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Tables;
import io.trident.layout.table.SuperExtentCuts.Run;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SuperExtentCutsTest {
  private static TableSpec spec(int extents, long targetBytes) {
    return new TableSpec(
        Tables.schema("a long"),
        List.of(DimensionSpec.byHash("a")),
        new FormatSpec("csv", 1, Map.of()),
        extents,
        targetBytes,
        10,
        1);
  }

  @Test
  void tailsHaveFewerExtents() {
    TableSpec spec = spec(32, 10);
    assertThat(SuperExtentCuts.cut(spec, 39)).isEmpty();
    assertThat(SuperExtentCuts.cut(spec, 40)).containsExactly(new Run(0, 40, 4));
    assertThat(SuperExtentCuts.cut(spec, 41)).containsExactly(new Run(0, 41, 8));
    assertThat(SuperExtentCuts.cut(spec, 320)).containsExactly(new Run(0, 320, 32));
    assertThat(SuperExtentCuts.cut(spec, 359)).containsExactly(new Run(0, 359, 32));
    assertThat(SuperExtentCuts.cut(spec, 360))
        .containsExactly(new Run(0, 320, 32), new Run(320, 360, 4));
    assertThat(SuperExtentCuts.cut(spec, 679))
        .containsExactly(new Run(0, 339, 32), new Run(339, 679, 32));
  }

  @Property
  void runsCoverTheFileInExtentsOfAboutTheTarget(
      @ForAll @IntRange(min = 4, max = 100) int extents,
      @ForAll @LongRange(min = 1, max = 1000) long target,
      @ForAll @LongRange(max = 1_000_000) long bytes) {
    List<Run> runs = SuperExtentCuts.cut(spec(extents, target), bytes);
    long end = 0;
    for (Run run : runs) {
      assertThat(run.from()).isEqualTo(end);
      assertThat(run.to()).isGreaterThan(run.from());
      assertThat(extents % run.extents()).isZero();
      assertThat(run.extents()).isGreaterThanOrEqualTo(4);
      assertThat(run.to() - run.from()).isLessThan(run.extents() * target + 4 * target);
      end = run.to();
    }
    assertThat(end).isEqualTo(bytes < 4 * target ? 0 : bytes);
  }

  @Property
  void partitionsOfATailAreUnionsOfWholeOnes(@ForAll long number) {
    List<Value> boundaries = IntStream.range(0, 9).mapToObj(i -> Value.ofLong(i * 7L)).toList();
    Value value = Value.ofLong(number % 100);
    for (int extents : new int[] {4, 6, 12}) {
      Dimension ranges = DimensionSpec.byRange("a", boundaries).of(12, extents);
      Dimension whole = DimensionSpec.byRange("a", boundaries).of(12, 12);
      assertThat(ranges.partitioner().partition(value))
          .isEqualTo(whole.partitioner().partition(value) / (12 / extents));
      assertThat(DimensionSpec.byHash("a").of(12, extents).partitioner().partition(value))
          .isEqualTo(DimensionSpec.byHash("a").of(12, 12).partitioner().partition(value) % extents);
    }
  }
}
