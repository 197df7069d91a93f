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
package io.trident.core.layout.selection;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a scan of a logically replicated table reads, and why.
 *
 * @param execution identifier of the engine's query; -1 if it has none
 * @param table path or name of the table
 * @param dimensions all of the table, in their order
 * @param superExtents how many super-extents have rows that are read from extents
 * @param allSuperExtents how many super-extents the table has
 * @param extents how many extents are read, wholly or in part
 * @param allExtents how many extents one dimension has
 * @param bytes of what is read
 * @param allBytes of one dimension
 * @param wholeFiles how many visible files are read wholly, as they are of super-extents without a
 *     usable manifest
 * @param reason why these dimensions are read, in words
 */
public record ScanReport(
    long execution,
    String table,
    List<Dimension> dimensions,
    int superExtents,
    int allSuperExtents,
    int extents,
    int allExtents,
    long bytes,
    long allBytes,
    int wholeFiles,
    String reason) {
  public ScanReport {
    dimensions = List.copyOf(dimensions);
  }

  /** Returns this report for a query. */
  public ScanReport of(long query) {
    return new ScanReport(
        query,
        table,
        dimensions,
        superExtents,
        allSuperExtents,
        extents,
        allExtents,
        bytes,
        allBytes,
        wholeFiles,
        reason);
  }

  /**
   * Returns the columns of the dimensions that are read, joined by {@code +}; each with its number
   * of super-extents if there are several, {@code none} if nothing is read.
   */
  public String dimensionsRead() {
    List<Dimension> read = dimensions.stream().filter(one -> one.superExtents() > 0).toList();
    return switch (read.size()) {
      case 0 -> "none";
      case 1 -> read.get(0).column();
      default ->
          read.stream()
              .map(one -> "%s (%d)".formatted(one.column(), one.superExtents()))
              .collect(Collectors.joining("+"));
    };
  }

  /**
   * A dimension of the table.
   *
   * @param column by which it is partitioned
   * @param superExtents how many super-extents are read in it
   * @param seconds what reading all would cost in it; null if dimensions were not compared
   */
  public record Dimension(String column, int superExtents, @Nullable Double seconds) {}
}
