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

import com.fasterxml.jackson.annotation.JsonInclude;
import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code whatif layout} writes.
 *
 * @param dimensions the rows of each
 * @param recovery the rebuilds, in order
 * @param unrecoverable left out if there is none
 */
record LayoutAnswer(
    List<Dimension> dimensions,
    List<Rebuilt> recovery,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Place> unrecoverable) {

  /** The extents of a dimension. */
  record Dimension(List<Extent> extents) {}

  /** The buckets of an extent, each with its rows' numbers, in their order. */
  record Extent(List<List<Long>> buckets) {}

  /** A rebuilt extent. */
  record Rebuilt(int dimension, int extent, List<Place> reads) {}

  /** An extent, a bucket of one, or a parity; what it has not is left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Place(
      int dimension,
      @Nullable Integer extent,
      @Nullable Integer bucket,
      @Nullable Integer group,
      @Nullable Integer parity) {

    private static Place of(Read read) {
      return read instanceof Read.OfBucket one ? of(one.bucket()) : of(read.from());
    }

    private static Place of(Bucket bucket) {
      return new Place(bucket.dimension(), bucket.extent(), bucket.bucket(), null, null);
    }

    private static Place of(io.trident.core.layout.Extent extent) {
      if (extent instanceof ParityExtent parity) {
        return new Place(parity.dimension(), null, null, parity.group(), parity.index());
      }
      DataExtent data = (DataExtent) extent;
      return new Place(data.dimension(), data.extent(), null, null, null);
    }
  }

  static LayoutAnswer of(PlacedRows placed, RecoveryPlan plan) {
    Geometry geometry = placed.geometry();
    return new LayoutAnswer(
        IntStream.range(0, geometry.dimensions())
            .mapToObj(
                dimension ->
                    new Dimension(
                        geometry.extentsOf(dimension).stream()
                            .map(extent -> extent(placed, extent))
                            .toList()))
            .toList(),
        plan.rebuilds().stream().map(LayoutAnswer::rebuilt).toList(),
        plan.unrecoverable().stream().map(Place::of).toList());
  }

  private static Extent extent(PlacedRows placed, DataExtent extent) {
    return new Extent(
        placed.geometry().bucketsOf(extent).stream()
            .map(bucket -> placed.rows(bucket).stream().map(LayoutRow::id).toList())
            .toList());
  }

  private static Rebuilt rebuilt(Rebuild rebuild) {
    DataExtent target = (DataExtent) rebuild.target(); // no parity is given as lost
    return new Rebuilt(
        target.dimension(), target.extent(), rebuild.reads().stream().map(Place::of).toList());
  }
}
