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
import io.trident.core.layout.Dimension;
import io.trident.core.layout.Extent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.MemorySource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What columnar formats will need: a footer, row ids, other bytes for the same rows. */
class FooterFormatTest {
  private static final RowLayout LAYOUT =
      new RowLayout(
          List.of(
              Dimension.ofColumn(
                  "a", new RangePartitioner(4, List.of(Value.ofLong(3), Value.ofLong(6)))),
              Dimension.original(4, List.of(20L, 40L, 60L)),
              Dimension.ofColumn("b", new HashPartitioner(4))));

  private final Map<Extent, byte[]> store = new HashMap<>();

  private MemorySource source(Extent extent) {
    return new MemorySource(extent.toString(), store.getOrDefault(extent, new byte[0]));
  }

  private Manifest write(FooterFormat format, Random random) throws IOException {
    RowKeys keys = new RowKeys(LAYOUT, format);
    List<LayoutRow> rows = new ArrayList<>();
    for (int id = random.nextInt(80); id >= 0; id--) {
      rows.add(keys.of(Value.ofString(random.nextInt(9) + "," + random.nextInt(9)), id));
    }
    return new SuperExtentWriter(LAYOUT, ParityGroups.none(4), format)
        .write(
            rows,
            extent ->
                new ByteArrayOutputStream() {
                  @Override
                  public void close() {
                    store.put(extent, toByteArray());
                  }
                },
            this::source)
        .manifest(0, format, extent -> new BlockIdentity(1, 1, 1));
  }

  private List<LayoutRow> read(Manifest manifest, FooterFormat format, DataExtent extent)
      throws IOException {
    BucketRows buckets = new BucketRows(manifest, new RowKeys(LAYOUT, format), this::source);
    List<LayoutRow> rows = new ArrayList<>();
    for (Bucket bucket : manifest.geometry().bucketsOf(extent)) {
      buckets.read(bucket, rows::add);
    }
    return rows;
  }

  @Property(tries = 50)
  void theSameRowsAreRebuiltInTheSameOrder(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    FooterFormat format = new FooterFormat(random);
    Manifest manifest = write(format, random);
    ExtentRebuilder rebuilder =
        new ExtentRebuilder(manifest, format, this::source, new SortSpace(Path.of("target"), 999));
    for (int d = 0; d < 3; d++) {
      for (DataExtent target : LAYOUT.geometry().extentsOf(d)) {
        List<LayoutRow> lost = read(manifest, format, target);
        Rebuild rebuild =
            RecoveryPlanner.plan(manifest, manifest.parity(), Damage.of(Set.of(target)))
                .rebuilds()
                .get(0);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Rebuilt rebuilt = rebuilder.rebuild(rebuild, out);
        boolean isSame = Arrays.equals(out.toByteArray(), source(target).bytes());
        assertThat(rebuilt.equality())
            .isEqualTo(isSame ? Rebuilt.Equality.BYTES : Rebuilt.Equality.ROWS);
        store.put(target, out.toByteArray());
        List<LayoutRow> now = read(manifest, format, target);
        if (d == 1) {
          assertThat(now).isEqualTo(lost); // with its ids
        }
        assertThat(now.stream().map(LayoutRow::record))
            .isEqualTo(lost.stream().map(LayoutRow::record).toList());
      }
    }
  }

  @Property(tries = 20)
  void otherRowsAreAnError(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    FooterFormat format = new FooterFormat(random);
    Manifest manifest = write(format, random);
    ExtentRebuilder rebuilder =
        new ExtentRebuilder(manifest, format, this::source, new SortSpace(Path.of("target"), 999));
    DataExtent target = new DataExtent(1, 0);
    Rebuild nothing = new Rebuild(target, Rebuild.Method.CHAINED_BUCKETS, 0, List.of(), 0);
    assertThatThrownBy(() -> rebuilder.rebuild(nothing, new ByteArrayOutputStream()))
        .isInstanceOf(RebuildMismatchException.class)
        .hasMessageContaining("has 0 rows of sum");
  }
}
