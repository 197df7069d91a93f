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
import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.partition.SampledBoundaries;
import io.trident.core.layout.partition.WeightedValue;
import io.trident.core.layout.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Manifests of random rows, whose keys are of all kinds. */
public final class RandomManifest {
  private RandomManifest() {}

  static Manifest of(Random random) {
    int extents = 1 + random.nextInt(4);
    int dimensions = 1 + random.nextInt(4);
    List<LayoutRow> rows = new ArrayList<>();
    for (int id = random.nextInt(30); id >= 0; id--) {
      List<Value> keys = new ArrayList<>();
      for (int d = 0; d < dimensions; d++) {
        keys.add(random.nextInt(9) == 0 ? Value.NULL : value(d + 2, random));
      }
      byte[] record = new byte[random.nextInt(40)];
      random.nextBytes(record);
      rows.add(new LayoutRow(id, keys, Value.ofBytes(record)));
    }
    List<Dimension> all = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      int number = d;
      all.add(
          Dimension.ofColumn(
              "column " + d,
              random.nextInt(3) == 0
                  ? new HashPartitioner(extents)
                  : SampledBoundaries.of(
                      rows.stream()
                          .map(row -> new WeightedValue(row.keys().get(number), 1))
                          .toList(),
                      extents)));
    }
    if (random.nextInt(3) == 0) {
      all.set(0, new Dimension(Optional.empty(), new RangePartitioner(extents, List.of())));
    }
    ParityGroups parity = new ParityGroups(extents, 1 + random.nextInt(extents), random.nextInt(3));
    return of(all, new RowLayout(all).place(rows), parity, random).with(bounds(random));
  }

  private static List<ColumnBounds> bounds(Random random) {
    List<ColumnBounds> bounds = new ArrayList<>();
    for (int kind = random.nextInt(7) - 1; kind >= 0; kind--) {
      Value one = value(kind, random);
      Optional<KeyRange> values =
          random.nextInt(4) == 0
              ? Optional.empty()
              : Optional.of(new KeyRange(one, one).with(range(value(kind, random))));
      bounds.add(new ColumnBounds("other " + kind, random.nextInt(3), values));
    }
    return bounds;
  }

  private static KeyRange range(Value value) {
    return new KeyRange(value, value);
  }

  /** A manifest of rows; blocks and checksums are random. */
  public static Manifest of(
      List<Dimension> all, PlacedRows placed, ParityGroups parity, Random random) {
    List<DimensionEntry> entries = new ArrayList<>();
    for (int d = 0; d < all.size(); d++) {
      List<StoredObject> parities = new ArrayList<>();
      for (int i = parity.groups() * parity.parities(); i > 0; i--) {
        parities.add(stored(random));
      }
      List<ExtentEntry> ofDimension = new ArrayList<>();
      for (DataExtent extent : placed.geometry().extentsOf(d)) {
        List<BucketEntry> buckets = new ArrayList<>();
        long end = 0;
        for (Bucket bucket : placed.geometry().bucketsOf(extent)) {
          BucketEntry entry = bucket(placed, bucket, end + random.nextInt(3), random);
          end = entry.offset() + entry.length();
          buckets.add(entry);
        }
        StoredObject any = stored(random);
        ofDimension.add(
            new ExtentEntry(
                new StoredObject(any.identity(), end + random.nextInt(3), any.crc()), buckets));
      }
      entries.add(new DimensionEntry(all.get(d), ofDimension, parities));
    }
    return new Manifest(random.nextInt(5), "csv", random.nextInt(3), parity, entries);
  }

  private static BucketEntry bucket(PlacedRows placed, Bucket bucket, long offset, Random random) {
    List<LayoutRow> rows = placed.rows(bucket);
    int dimension = bucket.dimension();
    return new BucketEntry(
        offset,
        rows.stream().mapToLong(row -> row.record().length() + 1L).sum(),
        random.nextInt(),
        rows.size(),
        rows.stream()
            .map(row -> row.keys().get(dimension))
            .map(key -> new KeyRange(key, key))
            .reduce(KeyRange::with),
        rows.stream()
            .map(row -> RecordSum.of(row.record().toArray()))
            .reduce(RecordSum.NONE, RecordSum::plus));
  }

  private static StoredObject stored(Random random) {
    return new StoredObject(
        new BlockIdentity(random.nextLong(), random.nextInt(100), random.nextInt(3)),
        random.nextInt(1 << 28),
        random.nextInt());
  }

  private static Value value(int kind, Random random) {
    return switch (kind) {
      case 0 -> Value.ofInt(random.nextInt());
      case 1 -> Value.ofFloat(random.nextInt(9) / 2f);
      case 2 -> Value.ofLong(random.nextLong());
      case 3 -> Value.ofString("s" + random.nextInt(99));
      case 4 -> Value.ofDouble(random.nextGaussian());
      default -> Value.ofDecimal(BigDecimal.valueOf(random.nextLong(), 4), 30, 4);
    };
  }
}
