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

import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.nio.charset.StandardCharsets;

/** Writes the message of a manifest; {@link ManifestDecoder} has the same field numbers. */
final class ManifestEncoder {
  byte[] message(Manifest manifest) {
    WireWriter out =
        new WireWriter()
            .varint(1, manifest.superExtent())
            .bytes(2, manifest.adapter().getBytes(StandardCharsets.UTF_8))
            .varint(3, manifest.adapterVersion())
            .varint(4, manifest.parity().extents())
            .varint(5, manifest.parity().limit())
            .varint(6, manifest.parity().parities());
    manifest.dimensions().forEach(entry -> out.message(7, dimension(entry)));
    manifest.bounds().forEach(bounds -> out.message(8, bounds(bounds)));
    return out.toBytes();
  }

  private static WireWriter bounds(ColumnBounds bounds) {
    WireWriter out =
        new WireWriter()
            .bytes(1, bounds.column().getBytes(StandardCharsets.UTF_8))
            .varint(2, bounds.nulls());
    bounds
        .values()
        .ifPresent(
            values -> out.message(3, value(values.least())).message(4, value(values.most())));
    return out;
  }

  private static WireWriter dimension(DimensionEntry entry) {
    WireWriter out = new WireWriter();
    entry
        .dimension()
        .column()
        .ifPresent(column -> out.bytes(1, column.getBytes(StandardCharsets.UTF_8)));
    if (entry.dimension().partitioner() instanceof HashPartitioner) {
      out.varint(2, 1);
    } else if (entry.dimension().partitioner() instanceof RangePartitioner ranges) {
      ranges.boundaries().forEach(boundary -> out.message(3, value(boundary)));
    }
    entry.extents().forEach(extent -> out.message(4, extent(extent)));
    entry.parities().forEach(parity -> out.message(5, stored(parity)));
    return out;
  }

  private static WireWriter extent(ExtentEntry entry) {
    if (!entry.isComplete()) {
      throw new IllegalArgumentException(
          "A manifest for planning lacks sums of rows; encode the one that it was made of.");
    }
    WireWriter out = new WireWriter().message(1, stored(entry.stored()));
    entry.buckets().forEach(bucket -> out.message(2, bucket(bucket)));
    return out;
  }

  private static WireWriter stored(StoredObject object) {
    return new WireWriter()
        .varint(1, object.identity().inode())
        .varint(2, object.identity().block())
        .varint(3, object.identity().generation())
        .varint(4, object.length())
        .fixed32(5, object.crc());
  }

  private static WireWriter bucket(BucketEntry entry) {
    WireWriter out =
        new WireWriter()
            .varint(1, entry.offset())
            .varint(2, entry.length())
            .fixed32(3, entry.crc())
            .varint(4, entry.rows());
    entry
        .keys()
        .ifPresent(keys -> out.message(5, value(keys.least())).message(6, value(keys.most())));
    return out.fixed64(7, entry.sum().high()).fixed64(8, entry.sum().low());
  }

  /** A null is a message without fields; other values have theirs even if it is 0. */
  private static WireWriter value(Value value) {
    WireWriter out = new WireWriter();
    if (value instanceof Value.Int32 number) {
      out.presentFixed32(1, number.value());
    } else if (value instanceof Value.Int64 number) {
      out.presentFixed64(2, number.value());
    } else if (value instanceof Value.Float32 number) {
      out.presentFixed32(3, Float.floatToIntBits(number.value()));
    } else if (value instanceof Value.Float64 number) {
      out.presentFixed64(4, Double.doubleToLongBits(number.value()));
    } else if (value instanceof Value.Bytes bytes) {
      out.bytes(5, bytes.toArray());
    } else if (value instanceof Value.Decimal number) {
      out.message(
          6,
          new WireWriter()
              .bytes(1, number.unscaled().toByteArray())
              .varint(2, number.precision())
              .varint(3, number.scale()));
    }
    return out;
  }
}
