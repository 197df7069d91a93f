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
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.layout.format.RowFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All extents of a super-extent as they were written, by whichever tasks.
 *
 * @param layout its dimensions
 * @param parity its parity groups
 * @param extents each extent of rows
 * @param parities each parity
 */
public record WrittenSuperExtent(
    RowLayout layout,
    ParityGroups parity,
    Map<DataExtent, WrittenExtent> extents,
    Map<ParityExtent, WrittenObject> parities) {
  /** Copies the maps. */
  public WrittenSuperExtent {
    extents = Map.copyOf(extents);
    parities = Map.copyOf(parities);
  }

  /**
   * Makes the manifest.
   *
   * @param number the super-extent's number in the table
   * @param format what wrote the extents
   * @param identities finds the block of an extent
   * @throws IllegalArgumentException if an extent is missing, or dimensions differ in their rows
   */
  public Manifest manifest(
      long number, RowFormat format, Function<Extent, BlockIdentity> identities) {
    List<DimensionEntry> entries = new ArrayList<>();
    for (int d = 0; d < layout.dimensions().size(); d++) {
      List<ExtentEntry> ofRows = new ArrayList<>();
      for (DataExtent extent : layout.geometry().extentsOf(d)) {
        ofRows.add(present(extent, extents.get(extent)).at(identities.apply(extent)));
      }
      List<StoredObject> ofParity = new ArrayList<>();
      for (int group = 0; group < parity.groups(); group++) {
        for (ParityExtent one : parity.parities(d, group)) {
          ofParity.add(present(one, parities.get(one)).at(identities.apply(one)));
        }
      }
      entries.add(new DimensionEntry(layout.dimensions().get(d), ofRows, ofParity));
    }
    return new Manifest(number, format.name(), format.version(), parity, entries);
  }

  private static <T> T present(Extent extent, @Nullable T written) {
    if (written == null) {
      throw new IllegalArgumentException("%s was not written.".formatted(extent));
    }
    return written;
  }
}
