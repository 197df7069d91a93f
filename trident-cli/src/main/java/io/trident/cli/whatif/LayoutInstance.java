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
package io.trident.cli.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.Partitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.partition.SampledBoundaries;
import io.trident.core.layout.partition.WeightedValue;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code whatif layout}, as written in JSON.
 *
 * @param extents extents of each dimension
 * @param dimensions the dimensions, in order
 * @param rows the rows of the super-extent, in their original order
 * @param lost lost extents; none if absent
 * @param parity parities of each group; none if absent
 * @param group most extents of a parity group; 10 for one parity, 20 for two, if absent
 */
record LayoutInstance(
    @Nullable Integer extents,
    @Nullable List<OneDimension> dimensions,
    @Nullable List<JsonNode> rows,
    @Nullable List<Lost> lost,
    @Nullable Integer parity,
    @Nullable Integer group) {

  /** A dimension: a column, or the original order. */
  record OneDimension(
      @Nullable String column,
      @Nullable List<JsonNode> boundaries,
      @Nullable Boolean hash,
      @Nullable Boolean original) {
    boolean isOriginal() {
      return Boolean.TRUE.equals(original);
    }

    boolean isHashed() {
      return Boolean.TRUE.equals(hash);
    }
  }

  /** A lost extent; its dimension by number or column. */
  record Lost(@Nullable JsonNode dimension, @Nullable Integer extent) {}

  /**
   * Returns the layout.
   *
   * @throws IllegalArgumentException if a part is missing or out of range
   */
  RowLayout layout() {
    return new RowLayout(given().stream().map(this::dimension).toList());
  }

  /**
   * Returns the rows.
   *
   * @throws IllegalArgumentException if a column is unknown, or its values are of several types
   */
  List<LayoutRow> layoutRows() {
    List<JsonNode> all = givenRows();
    List<List<Value>> keys = new ArrayList<>();
    for (OneDimension one : given()) {
      keys.add(one.isOriginal() ? rowNumbers() : column(one).ofRows());
    }
    return IntStream.range(0, all.size())
        .mapToObj(
            row ->
                new LayoutRow(
                    row,
                    keys.stream().map(values -> values.get(row)).toList(),
                    Value.ofString(all.get(row).toString())))
        .toList();
  }

  /** Returns the parity groups. */
  ParityGroups parityGroups() {
    int number = Fields.require(extents, "extents");
    int parities = parity == null ? 0 : parity;
    ParityGroups usual = parities > 1 ? ParityGroups.reedSolomon(number) : ParityGroups.xor(number);
    return new ParityGroups(number, group == null ? usual.limit() : group, parities);
  }

  /** Returns the lost extents. */
  Set<DataExtent> lostExtents() {
    Set<DataExtent> all = new TreeSet<>();
    for (Lost one : lost == null ? List.<Lost>of() : lost) {
      all.add(
          new DataExtent(
              number(Fields.require(one.dimension(), "lost[].dimension")),
              Fields.require(one.extent(), "lost[].extent")));
    }
    return all;
  }

  private int number(JsonNode dimension) {
    if (dimension.canConvertToInt() && dimension.isIntegralNumber()) {
      return dimension.intValue();
    }
    List<String> names =
        given().stream()
            .map(one -> one.isOriginal() ? Dimension.ORIGINAL : String.valueOf(one.column()))
            .toList();
    int found = names.indexOf(dimension.asText());
    if (found < 0) {
      throw new IllegalArgumentException(
          "There is no dimension %s; give its number, or one of %s.".formatted(dimension, names));
    }
    return found;
  }

  private Dimension dimension(OneDimension one) {
    int number = Fields.require(extents, "extents");
    if (one.isOriginal()) {
      return one.boundaries() == null
          ? new Dimension(Optional.empty(), ranges(rowNumbers(), number))
          : new Dimension(
              Optional.empty(), new RangePartitioner(number, rowNumbers(one.boundaries())));
    }
    String name = Fields.require(one.column(), "dimensions[].column");
    if (one.isHashed()) {
      if (one.boundaries() != null) {
        throw new IllegalArgumentException(
            "Column %s is hashed and has boundaries; leave one out.".formatted(name));
      }
      return Dimension.ofColumn(name, new HashPartitioner(number));
    }
    JsonColumn column = column(one);
    return Dimension.ofColumn(
        name,
        one.boundaries() == null
            ? ranges(column.ofRows(), number)
            : new RangePartitioner(number, column.ofBoundaries()));
  }

  private static Partitioner ranges(List<Value> values, int number) {
    return SampledBoundaries.of(
        values.stream().map(value -> new WeightedValue(value, 1)).toList(), number);
  }

  private JsonColumn column(OneDimension one) {
    return new JsonColumn(
        Fields.require(one.column(), "dimensions[].column"),
        givenRows(),
        one.boundaries() == null ? List.of() : one.boundaries());
  }

  private List<Value> rowNumbers() {
    return Stream.iterate(0L, row -> row + 1).limit(givenRows().size()).map(Value::ofLong).toList();
  }

  private static List<Value> rowNumbers(List<JsonNode> boundaries) {
    List<Value> numbers = new ArrayList<>();
    for (JsonNode boundary : boundaries) {
      if (!boundary.isIntegralNumber() || !boundary.canConvertToLong()) {
        throw new IllegalArgumentException(
            "The original order has the boundary %s; give numbers of rows.".formatted(boundary));
      }
      numbers.add(Value.ofLong(boundary.longValue()));
    }
    return numbers;
  }

  private List<OneDimension> given() {
    return Fields.require(dimensions, "dimensions");
  }

  private List<JsonNode> givenRows() {
    List<JsonNode> all = Fields.require(rows, "rows");
    for (JsonNode row : all) {
      if (!row.isObject()) {
        throw new IllegalArgumentException(
            "The row %s is no object; give {\"column\":value,...}.".formatted(row));
      }
    }
    return all;
  }
}
