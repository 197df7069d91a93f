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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlan;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import io.trident.layout.table.TableSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/**
 * Random tables are converted in a local directory, extents are lost or changed, and all that a
 * plan rebuilds is byte for byte what was lost.
 */
class SuperExtentTest {
  private static List<String> sorted(List<String> records) {
    return records.stream().sorted().toList();
  }

  private static String latin(StoredRow row) {
    return new String(row.record().toArray(), StandardCharsets.ISO_8859_1);
  }

  @Property(tries = 50)
  void aStockReaderOfTheFirstDimensionReadsEachRowOnce(@ForAll long seed) throws Exception {
    ConvertedTable converted = ConvertedTable.of(new Random(seed));
    for (int d = 0; d < converted.geometry().dimensions(); d++) {
      List<String> read = new ArrayList<>();
      for (DataExtent extent : converted.geometry().extentsOf(d)) {
        MemorySource file = new MemorySource("extent", converted.store().bytes(extent));
        Tables.read(converted.adapter(), file, 0, file.length())
            .forEach(row -> read.add(latin(row)));
      }
      assertThat(sorted(read)).isEqualTo(sorted(converted.table().records()));
    }
    converted.store().delete();
  }

  /** What is lost, and surely can be rebuilt. */
  private static Set<Extent> loss(ConvertedTable converted, Random random) {
    Geometry geometry = converted.geometry();
    int d = random.nextInt(geometry.dimensions());
    int e = random.nextInt(geometry.extents());
    Set<Extent> lost = new HashSet<>();
    switch (random.nextInt(geometry.dimensions() == 1 ? 2 : 6)) {
      case 0 -> lost.add(new DataExtent(d, e)); // one node
      case 1 -> lost.add(new ParityExtent(d, converted.manifest().parity().groupOf(e), 0));
      case 2 -> { // one rack: the dimension that is in it, and its parities
        lost.addAll(geometry.extentsOf(d));
        for (int g = 0; g < converted.manifest().parity().groups(); g++) {
          lost.add(new ParityExtent(d, g, 0));
        }
      }
      case 3 -> { // an extent in each of two dimensions
        lost.add(new DataExtent(d, e));
        lost.add(new DataExtent(geometry.next(d), random.nextInt(geometry.extents())));
      }
      case 4 -> { // two of a parity group
        lost.add(new DataExtent(d, e));
        lost.add(new DataExtent(d, (e + 1) % geometry.extents()));
      }
      default -> { // as many extents as there are parities in each dimension: some must be decoded
        for (int i = 0; i < geometry.dimensions(); i++) {
          int first = random.nextInt(geometry.extents());
          for (int p = 0; p < converted.manifest().parity().parities(); p++) {
            lost.add(new DataExtent(i, (first + p) % geometry.extents()));
          }
        }
      }
    }
    return lost;
  }

  private static RecoveryPlan plan(ConvertedTable converted, Set<Extent> lost) {
    return RecoveryPlanner.plan(
        converted.manifest(), converted.manifest().parity(), Damage.of(lost));
  }

  @Property(tries = 100)
  void whatIsRebuiltIsWhatWasLost(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ConvertedTable converted = ConvertedTable.of(random);
    assertRebuilt(converted, loss(converted, random), random, 0);
    converted.store().delete();
  }

  /** Any loss: what the plan rebuilds is right, and what it does not is named. */
  @Property(tries = 60)
  void anyLoss(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    assertRebuilt(ConvertedTable.of(random), 0.5, random);
  }

  /** Most cells are empty: extents are rebuilt from buckets of several dimensions. */
  @Property(tries = 60)
  void anyLossOfFewRows(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    assertRebuilt(ConvertedTable.of(RandomTable.Shape.FEW, 0, random), 0.5, random);
  }

  /** Whatever is read besides what is needed, and in whichever order. */
  @Property(tries = 60)
  void rowsThatAreReadSeveralTimesAreTakenOnce(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ConvertedTable converted = ConvertedTable.of(random);
    Geometry geometry = converted.geometry();
    DataExtent target =
        new DataExtent(random.nextInt(geometry.dimensions()), random.nextInt(geometry.extents()));
    Set<Read> reads = new HashSet<>();
    for (int d = 0; d < geometry.dimensions(); d++) {
      for (DataExtent extent : geometry.extentsOf(d)) {
        for (Bucket bucket : geometry.bucketsOf(extent)) {
          boolean isNeeded =
              d == geometry.previous(target.dimension()) && bucket.bucket() == target.extent();
          if (isNeeded || random.nextInt(4) == 0) {
            reads.add(new Read.OfBucket(bucket));
          }
        }
      }
    }
    List<Read> shuffled = new ArrayList<>(reads);
    Collections.shuffle(shuffled, random);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    converted
        .rebuilder(random)
        .rebuild(new Rebuild(target, Rebuild.Method.CELLS, 0, shuffled, 0), out);
    assertThat(out.toByteArray()).isEqualTo(converted.store().bytes(target));
    converted.store().delete();
  }

  /** What is found out only in the end: the rebuild was not of this manifest. */
  @Property(tries = 30)
  void aRebuildOfTooFewRowsIsNotDone(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ConvertedTable converted = ConvertedTable.of(random);
    DataExtent target = new DataExtent(0, 0);
    Rebuild nothing = new Rebuild(target, Rebuild.Method.CHAINED_BUCKETS, 0, List.of(), 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (converted.store().bytes(target).length > 0) {
      assertThatThrownBy(() -> converted.rebuilder(random).rebuild(nothing, out))
          .isInstanceOf(RebuildMismatchException.class)
          .hasMessageContaining("it has 0 bytes, not");
    }
    converted.store().delete();
  }

  private static void assertRebuilt(ConvertedTable converted, double share, Random random)
      throws IOException {
    Set<Extent> lost =
        converted.all().stream()
            .filter(one -> random.nextDouble() < share)
            .collect(Collectors.toSet());
    assertRebuilt(converted, lost, random, lost.size());
    converted.store().delete();
  }

  private static void assertRebuilt(
      ConvertedTable converted, Set<Extent> lost, Random random, int mostUnrecoverable)
      throws IOException {
    Map<Extent, byte[]> before = new HashMap<>();
    for (Extent extent : lost) {
      before.put(extent, converted.store().bytes(extent));
      Files.delete(converted.store().path(extent));
    }
    RecoveryPlan plan = plan(converted, lost);
    assertThat(plan.unrecoverable()).hasSizeLessThanOrEqualTo(mostUnrecoverable);
    assertThat(plan.rebuilds()).hasSize(lost.size() - plan.unrecoverable().size());
    ExtentRebuilder rebuilder = converted.rebuilder(random);
    for (Rebuild rebuild : plan.rebuilds()) {
      Statistics.collect(rebuild.method());
      try (OutputStream out = converted.store().create(rebuild.target())) {
        assertThat(rebuilder.rebuild(rebuild, out).equality()).isEqualTo(Rebuilt.Equality.BYTES);
      }
      assertThat(converted.store().bytes(rebuild.target()))
          .as("%s by %s", rebuild.target(), rebuild.method())
          .isEqualTo(before.get(rebuild.target()));
    }
    try (var files = Files.list(converted.store().root())) {
      assertThat(files).as("runs that were left").noneMatch(f -> f.toString().endsWith(".tmp"));
    }
  }

  /** A changed byte anywhere: an error that names the extent, or the right bytes without it. */
  @Property(tries = 100)
  void corruptSourcesNeverGiveAWrongExtent(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ConvertedTable converted = ConvertedTable.of(random);
    Set<Extent> lost = loss(converted, random);
    Map<Extent, byte[]> before = new HashMap<>();
    List<Extent> left = new ArrayList<>();
    for (Extent extent : converted.all()) {
      byte[] bytes = converted.store().bytes(extent);
      before.put(extent, bytes);
      if (!lost.contains(extent) && bytes.length > 0) {
        left.add(extent);
      }
    }
    if (left.isEmpty()) {
      left.add(new DataExtent(0, 0)); // of a table without rows; it becomes a byte
    }
    Extent corrupt = left.get(random.nextInt(left.size()));
    Files.write(converted.store().path(corrupt), changed(converted.store().bytes(corrupt), random));
    ExtentRebuilder rebuilder = converted.rebuilder(random);
    for (Rebuild rebuild : plan(converted, lost).rebuilds()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        rebuilder.rebuild(rebuild, out);
        assertThat(out.toByteArray()).isEqualTo(before.get(rebuild.target()));
      } catch (CorruptSourceException e) {
        assertThat(e.source()).isEqualTo(corrupt);
      }
      Files.write(converted.store().path(rebuild.target()), before.get(rebuild.target()));
    }
    converted.store().delete();
  }

  private static byte[] changed(byte[] bytes, Random random) {
    byte[] changed = bytes.length == 0 ? new byte[1] : bytes.clone();
    int at = random.nextInt(changed.length);
    switch (random.nextInt(4)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) (changed[at] == '\n' ? 'x' : '\n');
      case 2 -> random.nextBytes(changed);
      default -> {
        return Arrays.copyOf(changed, at);
      }
    }
    return changed;
  }

  /** The source file comes back from dimension 0 and the order that was kept beside it. */
  @Property(tries = 50)
  void theSourceFileComesBack(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    RandomTable table =
        new RandomTable(ConvertedTable.format(random), RandomTable.Shape.ANY, random);
    TableSpec spec = table.spec(4, 2, 0);
    RowKeys keys = new RowKeys(spec.layout(4), spec.open(Tables.formats()));
    PlacedRows placed = keys.layout().place(ConvertedTable.rows(table, keys, random));
    Map<Long, Value.Bytes> byId = new TreeMap<>();
    for (DataExtent extent : placed.geometry().extentsOf(0)) {
      ByteArrayOutputStream rows = new ByteArrayOutputStream();
      ByteArrayOutputStream order = new ByteArrayOutputStream();
      ExtentWriter writer = new ExtentWriter(keys.layout(), keys.adapter(), extent, rows);
      RowOrderWriter orderWriter = new RowOrderWriter(order);
      for (LayoutRow row : placed.rows(extent)) {
        writer.add(row);
        orderWriter.add(row.id());
      }
      writer.finish();
      orderWriter.finish();
      MemorySource file = new MemorySource("rows", rows.toByteArray());
      MemorySource orderFile = new MemorySource("order", order.toByteArray());
      try (RowOrderReader ids = new RowOrderReader(orderFile)) {
        for (StoredRow row : Tables.read(keys.adapter(), file, 0, file.length())) {
          byId.put(ids.next(), row.record());
        }
        assertThat(ids.hasNext()).isFalse();
      }
    }
    ByteArrayOutputStream reverted = new ByteArrayOutputStream();
    reverted.writeBytes(
        spec.format().options().getOrDefault("header", "").getBytes(StandardCharsets.UTF_8));
    for (Value.Bytes record : byId.values()) {
      reverted.writeBytes(record.toArray());
      reverted.write('\n');
    }
    int length = table.bytes().length; // its last line may have no end
    assertThat(reverted.size()).isBetween(length, length + 1);
    assertThat(Arrays.copyOf(reverted.toByteArray(), length)).isEqualTo(table.bytes());
  }

  @Property(tries = 50)
  void aBucketIsReadAlone(@ForAll long seed) throws Exception {
    ConvertedTable converted = ConvertedTable.of(new Random(seed));
    RowLayout layout = converted.spec().layout(converted.geometry().extents());
    RowKeys keys = new RowKeys(layout, converted.adapter());
    BucketRows buckets = new BucketRows(converted.manifest(), keys, converted.store());
    for (int d = 0; d < converted.geometry().dimensions(); d++) {
      List<String> read = new ArrayList<>();
      for (DataExtent extent : converted.geometry().extentsOf(d)) {
        for (Bucket bucket : converted.geometry().bucketsOf(extent)) {
          int dimension = d;
          BucketEntry entry = converted.manifest().entry(extent).buckets().get(bucket.bucket());
          assertThat(crc(converted.store().bytes(extent), entry)).isEqualTo(entry.crc());
          buckets.read(
              bucket,
              row -> {
                KeyRange range = entry.keys().orElseThrow();
                assertThat(row.keys().get(dimension)).isBetween(range.least(), range.most());
                assertThat(layout.bucket(dimension, layout.cell(row))).isEqualTo(bucket);
                read.add(latin(new StoredRow(0, OptionalLong.empty(), row.record())));
              });
        }
      }
      assertThat(sorted(read)).isEqualTo(sorted(converted.table().records()));
    }
    converted.store().delete();
  }

  private static int crc(byte[] extent, BucketEntry bucket) {
    CRC32C crc = new CRC32C();
    crc.update(extent, (int) bucket.offset(), (int) bucket.length());
    return (int) crc.getValue();
  }
}
