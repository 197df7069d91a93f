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
package io.trident.core.layout.manifest;

import io.trident.core.layout.Dimension;
import io.trident.core.layout.partition.Skew;
import java.util.List;

/**
 * A dimension of a super-extent.
 *
 * @param dimension its column and partitioner
 * @param extents its extents, in order
 * @param parities its parity extents, by group and within a group by index
 */
public record DimensionEntry(
    Dimension dimension, List<ExtentEntry> extents, List<StoredObject> parities) {
  /** Copies the lists. */
  public DimensionEntry {
    extents = List.copyOf(extents);
    parities = List.copyOf(parities);
  }

  /** Returns what whoever plans a query needs; see {@link Manifest#forPlanning}. */
  DimensionEntry forPlanning() {
    return new DimensionEntry(
        dimension, extents.stream().map(ExtentEntry::forPlanning).toList(), parities);
  }

  /** Returns how unequal the extents are, in bytes. */
  public Skew skew() {
    return Skew.of(extents.stream().mapToLong(extent -> extent.stored().length()).toArray());
  }

  /** Returns the number of rows, which is the same in all dimensions. */
  public long rows() {
    return extents.stream().mapToLong(ExtentEntry::rows).sum();
  }
}
