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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.Contents;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a super-extent consists of: enough to prune, to plan a recovery and to verify what was
 * rebuilt.
 *
 * @param superExtent its number in the file, from 0
 * @param adapter the name of the format adapter that wrote its extents
 * @param adapterVersion that adapter's version; an adapter reads what its earlier versions wrote
 * @param parity the parity groups of each dimension
 * @param dimensions the dimensions, in order
 * @param bounds of columns that are no dimensions, as far as they are known; each column once
 */
public record Manifest(
    long superExtent,
    String adapter,
    int adapterVersion,
    ParityGroups parity,
    List<DimensionEntry> dimensions,
    List<ColumnBounds> bounds)
    implements Contents {

  /**
   * Checks that all lists are as long as the geometry has it, that dimensions have the same rows,
   * and that no column has bounds twice.
   *
   * @throws IllegalArgumentException if not
   */
  public Manifest {
    dimensions = List.copyOf(dimensions);
    bounds = List.copyOf(bounds);
    int extents = new Geometry(parity.extents(), dimensions.size()).extents();
    if (superExtent < 0 || adapterVersion < 0) {
      throw new IllegalArgumentException(
          "Super-extent %d, adapter version %d: neither may be negative."
              .formatted(superExtent, adapterVersion));
    }
    for (DimensionEntry entry : dimensions) {
      String name = entry.dimension().name();
      check(name, "partitions", entry.dimension().partitioner().partitions(), extents);
      check(name, "extents", entry.extents().size(), extents);
      for (ExtentEntry extent : entry.extents()) {
        check(name, "buckets in an extent", extent.buckets().size(), extents);
      }
      check(name, "parity extents", entry.parities().size(), parity.groups() * parity.parities());
    }
    if (dimensions.stream().map(Manifest::sum).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "Dimensions differ in their rows: %s."
              .formatted(dimensions.stream().map(Manifest::sum).toList()));
    }
    if (bounds.stream().map(ColumnBounds::column).distinct().count() < bounds.size()) {
      throw new IllegalArgumentException("A column has bounds twice: %s.".formatted(bounds));
    }
  }

  /**
   * A manifest without bounds of other columns.
   *
   * @throws IllegalArgumentException as the other constructor
   */
  public Manifest(
      long superExtent,
      String adapter,
      int adapterVersion,
      ParityGroups parity,
      List<DimensionEntry> dimensions) {
    this(superExtent, adapter, adapterVersion, parity, dimensions, List.of());
  }

  /** Returns this manifest with bounds of columns that are no dimensions. */
  public Manifest with(List<ColumnBounds> others) {
    return new Manifest(superExtent, adapter, adapterVersion, parity, dimensions, others);
  }

  /**
   * Returns this manifest for whoever keeps it to plan queries, in a fraction of the memory. What
   * is known of an extent as a whole stays. Its buckets have no checksum and no sum, and of long
   * strings their bounds keep only so many bytes as distinguish buckets: they are wider. So the
   * result does not equal this manifest, verifies no rows, and cannot be encoded. O(buckets).
   */
  public Manifest forPlanning() {
    return new Manifest(
        superExtent,
        adapter,
        adapterVersion,
        parity,
        dimensions.stream().map(DimensionEntry::forPlanning).toList(),
        bounds);
  }

  @Override
  public Geometry geometry() {
    return new Geometry(parity.extents(), dimensions.size());
  }

  @Override
  public long bytes(Bucket bucket) {
    return entry(bucket.in()).length(bucket.bucket());
  }

  @Override
  public long bytes(DataExtent extent) {
    return entry(extent).stored().length();
  }

  /** Returns the entry of an extent. */
  public ExtentEntry entry(DataExtent extent) {
    return dimensions.get(extent.dimension()).extents().get(extent.extent());
  }

  /** Returns the file of an extent or parity. */
  public StoredObject stored(Extent extent) {
    if (extent instanceof DataExtent data) {
      return entry(data).stored();
    }
    ParityExtent one = (ParityExtent) extent;
    return dimensions
        .get(one.dimension())
        .parities()
        .get(one.group() * parity.parities() + one.index());
  }

  /** Returns all files, by dimension: its extents, then its parities, in order. */
  public Map<Extent, StoredObject> files() {
    Map<Extent, StoredObject> files = new LinkedHashMap<>();
    for (int d = 0; d < dimensions.size(); d++) {
      geometry().extentsOf(d).forEach(extent -> files.put(extent, stored(extent)));
      for (int group = 0; group < parity.groups(); group++) {
        parity.parities(d, group).forEach(extent -> files.put(extent, stored(extent)));
      }
    }
    return files;
  }

  private static RecordSum sum(DimensionEntry entry) {
    return entry.extents().stream().map(ExtentEntry::sum).reduce(RecordSum.NONE, RecordSum::plus);
  }

  private static void check(String dimension, String what, int number, int expected) {
    if (number != expected) {
      throw new IllegalArgumentException(
          "Dimension %s has %d %s; there must be %d.".formatted(dimension, number, what, expected));
    }
  }
}
