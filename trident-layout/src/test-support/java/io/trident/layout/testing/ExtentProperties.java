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
package io.trident.layout.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.BucketRows;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.StoredRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random tables are converted, extents are lost, and what is rebuilt is byte for byte the same. */
public abstract class ExtentProperties {
  /** Returns the format. */
  protected abstract RowFormat format();

  /** Returns a file of random rows, by another writer. */
  protected abstract byte[] source(Random random) throws IOException;

  /** Returns options by which extents have many small parts. */
  protected abstract Map<String, String> smallParts();

  /** Returns the rows of a file in their order, as another reader reads them. */
  protected abstract List<String> texts(byte[] file) throws IOException;

  /**
   * Returns an extent of which other buckets than one have other bytes.
   *
   * @param buckets all of the extent
   */
  protected abstract byte[] alone(byte[] whole, List<BucketEntry> buckets, BucketEntry kept);

  /** Converts a random file. */
  protected final ConvertedTable table(Random random) throws IOException {
    return table(source(random), random);
  }

  private ConvertedTable table(byte[] source, Random random) throws IOException {
    Map<String, String> options = random.nextBoolean() ? Map.of() : smallParts();
    return ConvertedTable.of(format(), source, options, random);
  }

  @Property(tries = 60)
  void whatIsRebuiltIsWhatWasLost(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ConvertedTable table = table(random);
    Set<Extent> lost = new HashSet<>();
    int d = random.nextInt(table.manifest().geometry().dimensions());
    int extents = table.manifest().geometry().extents();
    lost.add(new DataExtent(d, random.nextInt(extents)));
    if (random.nextBoolean()) {
      lost.add(new DataExtent(d, random.nextInt(extents)));
    }
    if (random.nextBoolean()) { // its parity, too
      lost.addAll(table.manifest().parity().parities(d, 0));
    }
    Map<Extent, byte[]> before = new HashMap<>();
    for (Extent extent : lost) {
      before.put(extent, table.bytes(extent));
      table.put(extent, new byte[0]);
    }
    var plan = RecoveryPlanner.plan(table.manifest(), table.manifest().parity(), Damage.of(lost));
    for (Rebuild rebuild : plan.rebuilds()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThat(table.rebuilder().rebuild(rebuild, out).equality())
          .isEqualTo(Rebuilt.Equality.BYTES);
      assertThat(out.toByteArray()).isEqualTo(before.get(rebuild.target()));
      table.put(rebuild.target(), out.toByteArray());
    }
    assertThat(lost).allSatisfy(one -> assertThat(table.bytes(one)).isEqualTo(before.get(one)));
  }

  @Property(tries = 40)
  void aStockReaderOfADimensionReadsEachRowOnce(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] source = source(random);
    ConvertedTable table = table(source, random);
    List<String> rows = sorted(texts(source));
    for (int d = 0; d < table.manifest().geometry().dimensions(); d++) {
      List<String> read = new ArrayList<>();
      for (DataExtent extent : table.manifest().geometry().extentsOf(d)) {
        if (table.bytes(extent).length > 0) {
          read.addAll(texts(table.bytes(extent)));
        }
      }
      assertThat(sorted(read)).isEqualTo(rows);
    }
  }

  @Property(tries = 40)
  void aBucketIsReadFromItsBytes(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] source = source(random);
    ConvertedTable table = table(source, random);
    RowKeys keys = new RowKeys(table.spec().layout(table.spec().extents()), table.adapter());
    List<Value.Bytes> all = new ArrayList<>();
    for (DataExtent extent : table.manifest().geometry().extentsOf(0)) {
      byte[] whole = table.bytes(extent);
      for (Bucket bucket : table.manifest().geometry().bucketsOf(extent)) {
        List<BucketEntry> buckets = table.manifest().entry(extent).buckets();
        byte[] alone = alone(whole, buckets, buckets.get(bucket.bucket()));
        BucketRows rows =
            new BucketRows(table.manifest(), keys, one -> new MemorySource("alone", alone));
        rows.read(bucket, row -> all.add(row.record()));
      }
    }
    List<Value.Bytes> expected =
        new ArrayList<>(
            FormatRows.read(table.adapter(), source).stream().map(StoredRow::record).toList());
    expected.sort(null);
    all.sort(null);
    assertThat(all).isEqualTo(expected);
  }

  /** A changed byte anywhere: an error that names the extent, or the right bytes without it. */
  @Property(tries = 150)
  void corruptSourcesNeverGiveAWrongExtent(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ConvertedTable table = table(random);
    int extents = table.manifest().geometry().extents();
    DataExtent target = new DataExtent(1, random.nextInt(extents));
    DataExtent corrupt = new DataExtent(0, random.nextInt(extents));
    byte[] lost = table.bytes(target);
    byte[] changed = table.bytes(corrupt).clone();
    if (changed.length == 0) {
      return;
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
    }
    table.put(corrupt, changed);
    Rebuild rebuild =
        RecoveryPlanner.plan(table.manifest(), table.manifest().parity(), Damage.of(Set.of(target)))
            .rebuilds()
            .get(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      table.rebuilder().rebuild(rebuild, out);
      assertThat(out.toByteArray()).isEqualTo(lost);
    } catch (CorruptSourceException e) {
      assertThat(e.source()).isEqualTo(corrupt);
    }
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }
}
