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

import io.trident.core.layout.Dimension;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.RowBounds;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a table is replicated logically. Its form in JSON is that of {@link TableSpecJson}.
 *
 * @param schema its columns
 * @param dimensions one for each copy, in order; the first is what stock readers see
 * @param format of its rows
 * @param extents extents of a dimension of a whole super-extent; from {@link #MIN_EXTENTS} to
 *     {@link Geometry#MAX_EXTENTS}
 * @param targetBytes size of an extent, about; positive
 * @param parityGroup most extents of a parity group; at least 1
 * @param parities parities of each group: 0, 1 (exclusive or) or 2 (Reed and Solomon)
 */
public record TableSpec(
    Schema schema,
    List<DimensionSpec> dimensions,
    FormatSpec format,
    int extents,
    long targetBytes,
    int parityGroup,
    int parities) {
  /** With fewer, copies are not laid out by columns to any use. */
  public static final int MIN_EXTENTS = 4;

  /** Of more columns the manifest has no bounds: each takes some time of a conversion. */
  private static final int MAX_BOUNDED_COLUMNS = 64;

  /** So that the bytes of a whole super-extent are a long. */
  private static final long MAX_TARGET_BYTES = Long.MAX_VALUE / (2L * Geometry.MAX_EXTENTS);

  /**
   * Checks that all fits together.
   *
   * @throws IllegalArgumentException if it does not; the message has the remedy
   */
  public TableSpec {
    dimensions = List.copyOf(dimensions);
    if (extents < MIN_EXTENTS) {
      throw new IllegalArgumentException(
          "Super-extents of %d extents are too small; give %d to %d."
              .formatted(extents, MIN_EXTENTS, Geometry.MAX_EXTENTS));
    }
    if (targetBytes < 1 || targetBytes > MAX_TARGET_BYTES) {
      throw new IllegalArgumentException(
          "Extents of %d bytes are not possible; give 1 to %d."
              .formatted(targetBytes, MAX_TARGET_BYTES));
    }
    for (DimensionSpec dimension : dimensions) {
      check(schema, dimension, format);
    }
    layout(dimensions, extents, extents);
    new ParityGroups(extents, parityGroup, parities);
  }

  private static void check(Schema schema, DimensionSpec dimension, FormatSpec format) {
    String name = dimension.column();
    if (name.equals(Dimension.ORIGINAL) && !schema.names().contains(name)) {
      throw new IllegalArgumentException(
          "The original order cannot be a dimension: rows of format %s have no ids; give a column."
              .formatted(format.name()));
    }
    ColumnType type = schema.column(name).type();
    for (Value boundary : dimension.boundaries().orElse(List.of())) {
      if (!boundary.kind().equals(kind(type))) {
        throw new IllegalArgumentException(
            ("Boundary %s of dimension %s is of kind %s, the column is %s; give boundaries of its"
                    + " type.")
                .formatted(boundary, name, boundary.kind(), type));
      }
    }
  }

  private static String kind(ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN, INT, DATE -> "int32";
      case LONG, TIMESTAMP -> "int64";
      case FLOAT -> "float32";
      case DOUBLE -> "float64";
      case STRING -> "bytes";
      case DECIMAL -> type.toString();
    };
  }

  private static RowLayout layout(List<DimensionSpec> dimensions, int all, int extents) {
    return new RowLayout(dimensions.stream().map(one -> one.of(all, extents)).toList());
  }

  /**
   * Returns the layout of a super-extent.
   *
   * @param superExtentSize its number of extents, as {@link SuperExtentCuts} has it
   */
  public RowLayout layout(int superExtentSize) {
    return layout(dimensions, extents, superExtentSize);
  }

  /** Returns the parity groups of a super-extent of some extents. */
  public ParityGroups parityGroups(int superExtentSize) {
    return new ParityGroups(superExtentSize, parityGroup, parities);
  }

  /**
   * Opens the table's format.
   *
   * @throws IllegalArgumentException if it is not installed, or its options are not valid
   */
  public FormatAdapter open(RowFormats formats) {
    return open(formats, dimensions.stream().map(DimensionSpec::column).toList());
  }

  private FormatAdapter open(RowFormats formats, List<String> keys) {
    return formats.find(format.name(), format.version()).open(schema, keys, format.options());
  }

  /**
   * Opens the table's format for each dimension, whose column is the only key: rows have fewer
   * values to be parsed.
   *
   * @return one for each dimension, in order
   * @throws IllegalArgumentException as {@link #open}
   */
  public List<FormatAdapter> openByDimension(RowFormats formats) {
    return dimensions.stream().map(one -> open(formats, List.of(one.column()))).toList();
  }

  /**
   * Returns what gathers bounds of the columns that are no dimensions, the first 64 of them. A
   * value of lines that is none of its column's type is null there.
   *
   * @throws IllegalArgumentException as {@link #open}
   */
  public RowBounds bounds(RowFormats formats) {
    Set<String> keys =
        dimensions.stream().map(DimensionSpec::column).collect(Collectors.toUnmodifiableSet());
    List<String> others =
        schema.names().stream()
            .filter(name -> !keys.contains(name))
            .limit(MAX_BOUNDED_COLUMNS)
            .toList();
    if (others.isEmpty()) {
      return new RowBounds(others, null);
    }
    RowFormat rows = formats.find(format.name(), format.version());
    return new RowBounds(others, rows.open(schema, others, rows.tolerant(format.options())));
  }
}
