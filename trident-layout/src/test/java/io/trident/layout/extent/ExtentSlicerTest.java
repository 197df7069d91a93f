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
package io.trident.layout.extent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ExtentSlicerTest {
  /**
   * By hand: each slice is a file of the format, with the extent's rows of that slice in their
   * order.
   */
  @Property(tries = 60)
  void slicesDivideAnExtentHoweverTheyAreRead(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ConvertedTable table = ConvertedTable.of(random);
    try {
      int slices = 1 + random.nextInt(6);
      for (int dimension = 0; dimension < table.geometry().dimensions(); dimension++) {
        for (DataExtent extent : table.geometry().extentsOf(dimension)) {
          check(table, extent, slices, random);
        }
      }
    } finally {
      table.store().delete();
    }
  }

  private static void check(ConvertedTable table, DataExtent extent, int slices, Random random)
      throws Exception {
    ByteSource source = table.store().of(extent);
    FormatAdapter adapter = table.adapter();
    FormatAdapter keyed = table.spec().openByDimension(Tables.formats()).get(extent.dimension());
    Set<Integer> all = IntStream.range(0, slices).boxed().collect(Collectors.toSet());
    Map<Integer, byte[]> whole = slice(keyed, slices, all, source, source.length());
    long cut = adapter.isSplittable() ? random.nextLong(source.length() + 1) : source.length();
    Map<Integer, List<Value>> expected = new HashMap<>();
    for (StoredRow row : Tables.read(adapter, source, 0, source.length())) {
      Value key = adapter.keys(row.record()).get(extent.dimension());
      expected.computeIfAbsent(Slice.of(key, slices), any -> new ArrayList<>()).add(row.record());
    }
    assertThat(whole.keySet()).isEqualTo(expected.keySet());
    for (Map.Entry<Integer, byte[]> one : whole.entrySet()) {
      MemorySource file = new MemorySource("slice", one.getValue());
      List<Value> rows = new ArrayList<>();
      Tables.read(adapter, file, 0, file.length()).forEach(row -> rows.add(row.record()));
      assertThat(rows).isEqualTo(expected.get(one.getKey()));
    }
    Set<Integer> some = new HashSet<>(all);
    some.removeIf(slice -> random.nextBoolean());
    Map<Integer, byte[]> parts = slice(keyed, slices, some, source, cut);
    some.retainAll(expected.keySet());
    assertThat(parts.keySet()).isEqualTo(some);
    parts.forEach((slice, bytes) -> assertThat(Arrays.equals(bytes, whole.get(slice))).isTrue());
  }

  private static Map<Integer, byte[]> slice(
      FormatAdapter adapter, int slices, Set<Integer> wanted, ByteSource source, long cut)
      throws Exception {
    Map<Integer, ByteArrayOutputStream> outputs = new HashMap<>();
    ExtentSlicer slicer =
        new ExtentSlicer(
            adapter,
            slices,
            wanted,
            slice -> {
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              outputs.put(slice, out);
              return out;
            });
    slicer.add(source, 0, cut);
    slicer.add(source, cut, source.length());
    slicer.finish();
    Map<Integer, byte[]> files = new HashMap<>();
    outputs.forEach((slice, out) -> files.put(slice, out.toByteArray()));
    return files;
  }

  @Test
  void aRowThatIsNotValidIsNamed() {
    FormatAdapter adapter =
        Tables.formats().find("csv", 1).open(Tables.schema("a long"), List.of("a"), Map.of());
    ExtentSlicer slicer =
        new ExtentSlicer(adapter, 2, Set.of(0, 1), slice -> new ByteArrayOutputStream());
    MemorySource source = MemorySource.of("1\nx\n");
    assertThatThrownBy(() -> slicer.add(source, 0, 4))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("file")
        .hasMessageContaining("2");
  }
}
