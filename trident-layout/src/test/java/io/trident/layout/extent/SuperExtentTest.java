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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlan;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import io.trident.layout.table.TableSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/**
 * Random tables are converted in a local directory, extents are lost or changed, and all that a
 * plan rebuilds is byte for byte what was lost.
 */
class SuperExtentTest {
  private static final List<String> FORMATS = List.of("text", "csv", "json");

  /** A converted table. */
  private record Converted(
      RandomTable table,
      TableSpec spec,
      FormatAdapter adapter,
      LocalStore store,
      Manifest manifest) {
    static Converted of(Random random) throws IOException, MalformedManifestException {
      RandomTable table = new RandomTable(FORMATS.get(random.nextInt(FORMATS.size())), random);
      int extents = 4 + random.nextInt(3);
      TableSpec spec = table.spec(extents, 1 + random.nextInt(Geometry.MAX_DIMENSIONS));
      FormatAdapter adapter = spec.open(Tables.formats());
      RowFormat format = Tables.formats().find(table.format(), 1);
      LocalStore store = LocalStore.create(format.extension());
      RowLayout layout = spec.layout(extents);
      WrittenSuperExtent written =
          new SuperExtentWriter(layout, spec.parityGroups(extents), adapter)
              .write(rows(table, new RowKeys(layout, adapter), random), store, store);
      byte[] manifest = ManifestCodec.encode(written.manifest(0, format, store::identity));
      return new Converted(
          table, spec, adapter, store, ManifestCodec.decode(ByteBuffer.wrap(manifest)));
    }

    /** Reads the source file in two ranges. */
    private static List<LayoutRow> rows(RandomTable table, RowKeys keys, Random random)
        throws IOException {
      MemorySource file = new MemorySource("source", table.bytes());
      long cut = random.nextInt(table.bytes().length + 1);
      List<StoredRow> read = new ArrayList<>(Tables.read(keys.adapter(), file, 0, cut));
      read.addAll(Tables.read(keys.adapter(), file, cut, file.length()));
      List<LayoutRow> rows = new ArrayList<>();
      for (StoredRow row : read) {
        rows.add(keys.of("source", row, rows.size()));
      }
      return rows;
    }

    Geometry geometry() {
      return manifest.geometry();
    }

    ExtentRebuilder rebuilder(Random random) {
      SortSpace space = new SortSpace(store.root(), 1 + random.nextInt(100_000));
      return new ExtentRebuilder(manifest, adapter, store, space);
    }

    List<Extent> all() {
      List<Extent> all = new ArrayList<>();
      for (int d = 0; d < geometry().dimensions(); d++) {
        all.addAll(geometry().extentsOf(d));
        for (int g = 0; g < manifest.parity().groups(); g++) {
          all.addAll(manifest.parity().parities(d, g));
        }
      }
      return all;
    }
  }

  private static List<String> sorted(List<String> records) {
    return records.stream().sorted().toList();
  }

  private static String latin(StoredRow row) {
    return new String(row.record().toArray(), StandardCharsets.ISO_8859_1);
  }

  @Property(tries = 300)
  void aStockReaderOfTheFirstDimensionReadsEachRowOnce(@ForAll long seed) throws Exception {
    Converted converted = Converted.of(new Random(seed));
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
  private static Set<Extent> loss(Converted converted, Random random) {
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
      default -> { // an extent in each dimension: one must be decoded
        for (int i = 0; i < geometry.dimensions(); i++) {
          lost.add(new DataExtent(i, random.nextInt(geometry.extents())));
        }
      }
    }
    return lost;
  }

  private static RecoveryPlan plan(Converted converted, Set<Extent> lost) {
    Set<DataExtent> extents = new HashSet<>();
    Set<ParityExtent> parities = new HashSet<>();
    for (Extent one : lost) {
      if (one instanceof DataExtent extent) {
        extents.add(extent);
      } else {
        parities.add((ParityExtent) one);
      }
    }
    return RecoveryPlanner.plan(
        converted.manifest(), converted.manifest().parity(), new Damage(extents, parities));
  }

  @Property(tries = 500)
  void whatIsRebuiltIsWhatWasLost(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Converted converted = Converted.of(random);
    assertRebuilt(converted, loss(converted, random), random, 0);
    converted.store().delete();
  }

  /** Any loss: what the plan rebuilds is right, and what it does not is named. */
  @Property(tries = 500)
  void anyLoss(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Converted converted = Converted.of(random);
    double share = random.nextDouble() / 2;
    Set<Extent> lost =
        converted.all().stream()
            .filter(one -> random.nextDouble() < share)
            .collect(Collectors.toSet());
    assertRebuilt(converted, lost, random, lost.size());
    converted.store().delete();
  }

  private static void assertRebuilt(
      Converted converted, Set<Extent> lost, Random random, int mostUnrecoverable)
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
  @Property(tries = 500)
  void corruptSourcesNeverGiveAWrongExtent(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Converted converted = Converted.of(random);
    Set<Extent> lost = loss(converted, random);
    Map<Extent, byte[]> before = new HashMap<>();
    for (Extent extent : converted.all()) {
      before.put(extent, converted.store().bytes(extent));
    }
    List<Extent> left =
        converted.all().stream()
            .filter(one -> !lost.contains(one) && before.get(one).length > 0)
            .toList();
    if (left.isEmpty()) {
      return;
    }
    Extent corrupt = left.get(random.nextInt(left.size()));
    Files.write(converted.store().path(corrupt), changed(before.get(corrupt), random));
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
    byte[] changed = bytes.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(4)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) (changed[at] == '\n' ? 'x' : '\n');
      case 2 -> random.nextBytes(changed);
      default -> {
        return Arrays.copyOf(bytes, at);
      }
    }
    return changed;
  }

  @Property(tries = 200)
  void aBucketIsReadAlone(@ForAll long seed) throws Exception {
    Converted converted = Converted.of(new Random(seed));
    RowLayout layout = converted.spec().layout(converted.geometry().extents());
    RowKeys keys = new RowKeys(layout, converted.adapter());
    BucketRows buckets = new BucketRows(converted.manifest(), keys, converted.store());
    for (int d = 0; d < converted.geometry().dimensions(); d++) {
      List<String> read = new ArrayList<>();
      for (DataExtent extent : converted.geometry().extentsOf(d)) {
        for (Bucket bucket : converted.geometry().bucketsOf(extent)) {
          int dimension = d;
          buckets.read(
              bucket,
              row -> {
                assertThat(layout.bucket(dimension, layout.cell(row))).isEqualTo(bucket);
                read.add(latin(new StoredRow(0, OptionalLong.empty(), row.record())));
              });
        }
      }
      assertThat(sorted(read)).isEqualTo(sorted(converted.table().records()));
    }
    converted.store().delete();
  }
}
