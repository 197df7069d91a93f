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
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the message of a manifest. What a record's constructor refuses is an {@link
 * IllegalArgumentException}, which {@link ManifestCodec} translates.
 */
final class ManifestDecoder {
  /** Parity extents of a dimension, two for each group of one extent. */
  private static final int MAX_LIST = 2 * Geometry.MAX_EXTENTS;

  /** 38 digits. */
  private static final int MAX_DECIMAL_BYTES = 16;

  Manifest manifest(WireReader in) throws MalformedManifestException {
    long superExtent = 0;
    String adapter = "";
    int adapterVersion = 0;
    int extents = 0;
    int limit = 0;
    int parities = 0;
    List<WireReader> dimensions = new ArrayList<>();
    List<ColumnBounds> bounds = new ArrayList<>();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> superExtent = in.varint();
        case 2 -> adapter = text(in);
        case 3 -> adapterVersion = in.count();
        case 4 -> extents = in.count();
        case 5 -> limit = in.count();
        case 6 -> parities = in.count();
        case 7 -> add(dimensions, in.message());
        case 8 -> add(bounds, bounds(in.message()));
        default -> in.skip();
      }
    }
    List<DimensionEntry> entries = new ArrayList<>();
    for (WireReader dimension : dimensions) {
      entries.add(dimension(dimension, extents));
    }
    return new Manifest(
        superExtent,
        adapter,
        adapterVersion,
        new ParityGroups(extents, limit, parities),
        entries,
        bounds);
  }

  private static ColumnBounds bounds(WireReader in) throws MalformedManifestException {
    String column = "";
    long nulls = 0;
    Optional<Value> least = Optional.empty();
    Optional<Value> most = Optional.empty();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> column = text(in);
        case 2 -> nulls = in.varint();
        case 3 -> least = Optional.of(value(in.message()));
        case 4 -> most = Optional.of(value(in.message()));
        default -> in.skip();
      }
    }
    return new ColumnBounds(column, nulls, range(least, most));
  }

  private static Optional<KeyRange> range(Optional<Value> least, Optional<Value> most) {
    return least.isPresent() && most.isPresent()
        ? Optional.of(new KeyRange(least.get(), most.get()))
        : Optional.empty();
  }

  private static DimensionEntry dimension(WireReader in, int partitions)
      throws MalformedManifestException {
    Optional<String> column = Optional.empty();
    boolean isHashed = false;
    List<Value> boundaries = new ArrayList<>();
    List<ExtentEntry> extents = new ArrayList<>();
    List<StoredObject> parities = new ArrayList<>();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> column = Optional.of(text(in));
        case 2 -> isHashed = in.varint() != 0;
        case 3 -> add(boundaries, value(in.message()));
        case 4 -> add(extents, extent(in.message()));
        case 5 -> add(parities, stored(in.message()));
        default -> in.skip();
      }
    }
    return new DimensionEntry(
        new Dimension(
            column,
            isHashed
                ? new HashPartitioner(partitions)
                : new RangePartitioner(partitions, boundaries)),
        extents,
        parities);
  }

  private static ExtentEntry extent(WireReader in) throws MalformedManifestException {
    StoredObject stored = new StoredObject(new BlockIdentity(0, 0, 0), 0, 0);
    List<BucketEntry> buckets = new ArrayList<>();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> stored = stored(in.message());
        case 2 -> add(buckets, shared(buckets, bucket(in.message())));
        default -> in.skip();
      }
    }
    return new ExtentEntry(stored, buckets);
  }

  /** Of a replica of 1,000 partitions nearly all of a million buckets are empty. */
  private static BucketEntry shared(List<BucketEntry> before, BucketEntry entry) {
    BucketEntry last = before.isEmpty() ? entry : before.get(before.size() - 1);
    return entry.rows() == 0 && entry.equals(last) ? last : entry;
  }

  private static StoredObject stored(WireReader in) throws MalformedManifestException {
    long inode = 0;
    long block = 0;
    long generation = 0;
    long length = 0;
    int crc = 0;
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> inode = in.varint();
        case 2 -> block = in.varint();
        case 3 -> generation = in.varint();
        case 4 -> length = in.varint();
        case 5 -> crc = in.fixed32();
        default -> in.skip();
      }
    }
    return new StoredObject(new BlockIdentity(inode, block, generation), length, crc);
  }

  private static BucketEntry bucket(WireReader in) throws MalformedManifestException {
    long offset = 0;
    long length = 0;
    int crc = 0;
    long rows = 0;
    Optional<Value> least = Optional.empty();
    Optional<Value> most = Optional.empty();
    long high = 0;
    long low = 0;
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> offset = in.varint();
        case 2 -> length = in.varint();
        case 3 -> crc = in.fixed32();
        case 4 -> rows = in.varint();
        case 5 -> least = Optional.of(value(in.message()));
        case 6 -> most = Optional.of(value(in.message()));
        case 7 -> high = in.fixed64();
        case 8 -> low = in.fixed64();
        default -> in.skip();
      }
    }
    return new BucketEntry(offset, length, crc, rows, range(least, most), new RecordSum(high, low));
  }

  private static Value value(WireReader in) throws MalformedManifestException {
    Value value = Value.NULL;
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> value = Value.ofInt(in.fixed32());
        case 2 -> value = Value.ofLong(in.fixed64());
        case 3 -> value = Value.ofFloat(Float.intBitsToFloat(in.fixed32()));
        case 4 -> value = Value.ofDouble(Double.longBitsToDouble(in.fixed64()));
        case 5 -> value = in.string();
        case 6 -> value = decimal(in.message());
        default -> throw new MalformedManifestException("a value of unknown kind " + field);
      }
    }
    return value;
  }

  private static Value decimal(WireReader in) throws MalformedManifestException {
    BigInteger unscaled = BigInteger.ZERO;
    int precision = 0;
    int scale = 0;
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> unscaled = unscaled(in.bytes());
        case 2 -> precision = in.count();
        case 3 -> scale = in.count();
        default -> in.skip();
      }
    }
    return new Value.Decimal(unscaled, precision, scale);
  }

  private static BigInteger unscaled(byte[] bytes) throws MalformedManifestException {
    if (bytes.length == 0 || bytes.length > MAX_DECIMAL_BYTES) {
      throw new MalformedManifestException("a decimal of " + bytes.length + " bytes");
    }
    return new BigInteger(bytes);
  }

  /** Adds to a list, of which no manifest has longer ones: bounds what hostile bytes cost. */
  private static <T> void add(List<T> list, T element) throws MalformedManifestException {
    if (list.size() == MAX_LIST) {
      throw new MalformedManifestException("a list of more than " + MAX_LIST);
    }
    list.add(element);
  }

  private static String text(WireReader in) throws MalformedManifestException {
    return new String(in.bytes(), StandardCharsets.UTF_8);
  }
}
