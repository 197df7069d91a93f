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
package io.trident.layout.avro;

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
import io.trident.layout.format.StoredRow;
import io.trident.layout.testing.ConvertedTable;
import io.trident.layout.testing.FormatRows;
import io.trident.layout.testing.MemorySource;
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
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Random tables are converted, extents are lost, and what is rebuilt is byte for byte the same. */
class ExtentsTest {
  private static final Map<String, String> SMALL =
      Map.of("block.bytes", "1024", "compression", "none");

  private static byte[] source(Random random) throws IOException {
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    return StockAvro.write(schema, rows.rows(schema, random.nextInt(150)));
  }

  private static Map<String, String> options(Random random) {
    return random.nextBoolean() ? Map.of() : SMALL;
  }

  @Property(tries = 60)
  void whatIsRebuiltIsWhatWasLost(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ConvertedTable table =
        ConvertedTable.of(Tables.format(), source(random), options(random), random);
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
    ConvertedTable table = ConvertedTable.of(Tables.format(), source, options(random), random);
    List<String> rows = sorted(StockAvro.texts(StockAvro.read(source)));
    for (int d = 0; d < table.manifest().geometry().dimensions(); d++) {
      List<GenericRecord> read = new ArrayList<>();
      for (DataExtent extent : table.manifest().geometry().extentsOf(d)) {
        if (table.bytes(extent).length > 0) {
          read.addAll(StockAvro.read(table.bytes(extent)));
        }
      }
      assertThat(sorted(StockAvro.texts(read))).isEqualTo(rows);
    }
  }

  /** As jobs split a file, at any bytes. */
  @Property(tries = 40)
  void stockReadersOfPartsOfAnExtentReadEachRowOnce(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ConvertedTable table =
        ConvertedTable.of(Tables.format(), source(random), options(random), random);
    for (DataExtent extent : table.manifest().geometry().extentsOf(0)) {
      byte[] file = table.bytes(extent);
      List<GenericRecord> rows = new ArrayList<>();
      long from = 0;
      while (from < file.length) {
        long to = from + 1 + random.nextLong(file.length - from);
        rows.addAll(StockAvro.read(file, from, to));
        from = to;
      }
      if (file.length > 0) {
        assertThat(StockAvro.texts(rows)).isEqualTo(StockAvro.texts(StockAvro.read(file)));
      }
    }
  }

  @Property(tries = 40)
  void aBucketIsReadFromItsBytes(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] source = source(random);
    ConvertedTable table = ConvertedTable.of(Tables.format(), source, options(random), random);
    RowKeys keys = new RowKeys(table.spec().layout(table.spec().extents()), table.adapter());
    List<Value.Bytes> all = new ArrayList<>();
    for (DataExtent extent : table.manifest().geometry().extentsOf(0)) {
      byte[] whole = table.bytes(extent);
      for (Bucket bucket : table.manifest().geometry().bucketsOf(extent)) {
        BucketEntry entry = table.manifest().entry(extent).buckets().get(bucket.bucket());
        byte[] alone = new byte[whole.length]; // neither the header nor other buckets
        System.arraycopy(
            whole, (int) entry.offset(), alone, (int) entry.offset(), (int) entry.length());
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
    ConvertedTable table =
        ConvertedTable.of(Tables.format(), source(random), options(random), random);
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
