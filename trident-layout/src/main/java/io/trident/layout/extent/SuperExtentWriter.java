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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a super-extent whose rows are in memory. Larger ones are sorted by an engine, and written
 * by an {@link ExtentWriter} for each extent.
 *
 * @param layout the dimensions
 * @param parity the parity groups
 * @param adapter the format
 */
public record SuperExtentWriter(RowLayout layout, ParityGroups parity, FormatAdapter adapter) {
  /**
   * Writes all extents and parities.
   *
   * @param sinks takes them
   * @param sources gives extents back, whose parity is written
   * @throws IOException if one cannot be written
   */
  public WrittenSuperExtent write(List<LayoutRow> rows, ExtentSinks sinks, ExtentSources sources)
      throws IOException {
    PlacedRows placed = layout.place(rows);
    Map<DataExtent, WrittenExtent> extents = new HashMap<>();
    Map<ParityExtent, WrittenObject> parities = new HashMap<>();
    for (int d = 0; d < layout.dimensions().size(); d++) {
      for (DataExtent extent : layout.geometry().extentsOf(d)) {
        extents.put(extent, writeExtent(extent, placed, sinks));
      }
      for (int group = 0; group < parity.groups(); group++) {
        for (ParityExtent one : parity.parities(d, group)) {
          List<ByteSource> members = new ArrayList<>();
          for (Extent member : parity.members(d, group)) {
            members.add(sources.of(member));
          }
          byte[] coefficients = parity.coefficients(one, parity.members(d, group));
          try (OutputStream out = sinks.create(one)) {
            parities.put(one, ParityWriter.write(members, coefficients, out));
          }
        }
      }
    }
    return new WrittenSuperExtent(layout, parity, extents, parities);
  }

  private WrittenExtent writeExtent(DataExtent extent, PlacedRows placed, ExtentSinks sinks)
      throws IOException {
    try (OutputStream out = sinks.create(extent)) {
      ExtentWriter writer = new ExtentWriter(layout, adapter, extent, out);
      for (LayoutRow row : placed.rows(extent)) {
        writer.add(row);
      }
      return writer.finish();
    }
  }
}
