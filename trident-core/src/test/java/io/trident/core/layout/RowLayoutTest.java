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
package io.trident.core.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.SparkHash;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowLayoutTest {
  private static RangePartitioner ranges(int partitions, long width) {
    List<Value> boundaries = new ArrayList<>();
    for (int i = 1; i < partitions; i++) {
      boundaries.add(Value.ofLong(i * width));
    }
    return new RangePartitioner(partitions, boundaries);
  }

  private static LayoutRow row(long id, long... keys) {
    List<Value> values = new ArrayList<>();
    StringBuilder record = new StringBuilder();
    for (long key : keys) {
      values.add(Value.ofLong(key));
      record.append(key).append(',');
    }
    return new LayoutRow(id, values, Value.ofString(record.toString()));
  }

  /** The right of INSTalytics' Figure 4: four extents, bucketed by the next column. */
  @Test
  void extentsAreBucketedByTheNextDimension() {
    RowLayout layout =
        new RowLayout(
            List.of(
                Dimension.ofColumn("C1", ranges(4, 100)),
                Dimension.ofColumn("C2", ranges(4, 100)),
                Dimension.ofColumn("C3", ranges(4, 100))));
    LayoutRow row = row(0, 20, 310, 150);
    Cell cell = layout.cell(row);
    assertThat(cell).isEqualTo(Cell.of(0, 3, 1)).hasToString("[0, 3, 1]");
    assertThat(layout.bucket(0, cell)).isEqualTo(new Bucket(0, 0, 3));
    assertThat(layout.bucket(1, cell)).isEqualTo(new Bucket(1, 3, 1));
    assertThat(layout.bucket(2, cell)).isEqualTo(new Bucket(2, 1, 0));
  }

  private record Instance(RowLayout layout, List<LayoutRow> rows) {
    static Instance random(Random random, boolean withOriginal) {
      int extents = 1 + random.nextInt(4);
      int columns = (withOriginal ? 0 : 1) + random.nextInt(3);
      int spread = 1 + random.nextInt(20);
      List<LayoutRow> rows = new ArrayList<>();
      List<Dimension> dimensions = new ArrayList<>();
      for (int d = 0; d < columns; d++) {
        dimensions.add(
            Dimension.ofColumn(
                "c" + d,
                random.nextBoolean()
                    ? new HashPartitioner(extents)
                    : ranges(extents, Math.max(1, spread / extents))));
      }
      int count = random.nextInt(40);
      if (withOriginal) {
        List<Long> firsts = new ArrayList<>();
        for (long i = 1; i < extents; i++) {
          firsts.add(i * Math.max(1, count / extents));
        }
        dimensions.add(Dimension.original(extents, firsts));
      }
      for (int id = 0; id < count; id++) {
        long[] keys = new long[dimensions.size()];
        for (int d = 0; d < keys.length; d++) {
          keys[d] = dimensions.get(d).isOriginal() ? id : random.nextInt(spread);
        }
        rows.add(row(id, keys));
      }
      return new Instance(new RowLayout(dimensions), rows);
    }
  }

  @Property
  void everyDimensionHasEveryRowOnceWhereItBelongs(@ForAll long seed) {
    Instance instance = Instance.random(new Random(seed), seed % 2 == 0);
    RowLayout layout = instance.layout();
    PlacedRows placed = layout.place(instance.rows());
    for (int d = 0; d < layout.geometry().dimensions(); d++) {
      List<LayoutRow> all = new ArrayList<>();
      for (DataExtent extent : layout.geometry().extentsOf(d)) {
        for (Bucket bucket : layout.geometry().bucketsOf(extent)) {
          for (LayoutRow row : placed.rows(bucket)) {
            assertThat(layout.cell(row).at(d)).isEqualTo(extent.extent());
            assertThat(layout.cell(row).at(layout.geometry().next(d))).isEqualTo(bucket.bucket());
          }
          assertThat(placed.rows(bucket)).isSortedAccordingTo(layout.order(d));
        }
        all.addAll(placed.rows(extent));
      }
      assertThat(all).containsExactlyInAnyOrderElementsOf(instance.rows());
    }
    assertThat(placed.cells())
        .containsExactlyInAnyOrderElementsOf(
            instance.rows().stream().map(layout::cell).distinct().toList());
  }

  @Property
  void anExtentIsAFunctionOfTheSetOfItsRows(@ForAll long seed) {
    Random random = new Random(seed);
    Instance instance = Instance.random(random, random.nextBoolean());
    List<LayoutRow> shuffled = new ArrayList<>(instance.rows());
    Collections.shuffle(shuffled, random);
    PlacedRows one = instance.layout().place(instance.rows());
    PlacedRows other = instance.layout().place(shuffled);
    for (int d = 0; d < instance.layout().geometry().dimensions(); d++) {
      for (DataExtent extent : instance.layout().geometry().extentsOf(d)) {
        assertThat(other.rows(extent).stream().map(LayoutRow::record))
            .containsExactlyElementsOf(one.rows(extent).stream().map(LayoutRow::record).toList());
      }
    }
  }

  @Property
  void theOriginalOrderComesBackById(@ForAll long seed) {
    Instance instance = Instance.random(new Random(seed), true);
    int original = instance.layout().geometry().dimensions() - 1;
    PlacedRows placed = instance.layout().place(instance.rows());
    List<LayoutRow> back = new ArrayList<>();
    for (DataExtent extent : instance.layout().geometry().extentsOf(original)) {
      back.addAll(
          placed.rows(extent).stream().sorted(Comparator.comparingLong(LayoutRow::id)).toList());
    }
    assertThat(back).containsExactlyElementsOf(instance.rows());
  }

  @Test
  void hashedDimensionsArePartitionedAsSparkDoes() {
    RowLayout layout = new RowLayout(List.of(Dimension.ofColumn("k", new HashPartitioner(8))));
    for (long key = 0; key < 100; key++) {
      assertThat(layout.cell(row(key, key)).at(0))
          .isEqualTo(Math.floorMod(SparkHash.hash(Value.ofLong(key)), 8));
    }
  }

  @Test
  void badLayoutsAreRefused() {
    Dimension a = Dimension.ofColumn("a", ranges(4, 10));
    assertThatThrownBy(() -> new RowLayout(List.of())).hasMessageContaining("0 dimensions");
    assertThatThrownBy(() -> new RowLayout(List.of(a, a))).hasMessageContaining("a is given twice");
    assertThatThrownBy(
            () ->
                new RowLayout(
                    List.of(Dimension.original(4, List.of()), Dimension.original(4, List.of(1L)))))
        .hasMessageContaining("ORIGINAL is given twice");
    assertThatThrownBy(
            () -> new RowLayout(List.of(a, Dimension.ofColumn("b", new HashPartitioner(5)))))
        .hasMessage("Dimension b has 5 partitions, a has 4; all need one for each extent.");
    assertThatThrownBy(() -> new RowLayout(List.of(a)).cell(row(7, 1, 2)))
        .hasMessage("Row 7 has 2 keys; there are 1 dimensions.");
    assertThatThrownBy(() -> new Geometry(1001, 1)).hasMessageContaining("1001 extents");
    assertThatThrownBy(() -> new DataExtent(-1, 0)).hasMessageContaining("count from 0");
  }
}
