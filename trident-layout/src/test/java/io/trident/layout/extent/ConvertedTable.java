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

import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import io.trident.layout.table.TableSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A converted table. */
record ConvertedTable(
    RandomTable table, TableSpec spec, FormatAdapter adapter, LocalStore store, Manifest manifest) {
  private static final List<String> FORMATS = List.of("text", "csv", "json");

  static String format(Random random) {
    return FORMATS.get(random.nextInt(FORMATS.size()));
  }

  static ConvertedTable of(Random random) throws IOException, MalformedManifestException {
    RandomTable.Shape[] shapes = RandomTable.Shape.values();
    RandomTable.Shape shape = shapes[Math.max(0, random.nextInt(6) - 2)]; // mostly the first
    return of(shape, 1 + random.nextInt(2), random);
  }

  static ConvertedTable of(RandomTable.Shape shape, int parities, Random random)
      throws IOException, MalformedManifestException {
    RandomTable table = new RandomTable(format(random), shape, random);
    int extents = 4 + random.nextInt(3);
    TableSpec spec = table.spec(extents, 1 + random.nextInt(Geometry.MAX_DIMENSIONS), parities);
    FormatAdapter adapter = spec.open(Tables.formats());
    RowFormat format = Tables.formats().find(table.format(), 1);
    LocalStore store = LocalStore.create(format.extension());
    RowLayout layout = spec.layout(extents);
    WrittenSuperExtent written =
        new SuperExtentWriter(layout, spec.parityGroups(extents), adapter)
            .write(rows(table, new RowKeys(layout, adapter), random), store, store);
    byte[] manifest = ManifestCodec.encode(written.manifest(0, format, store::identity));
    return new ConvertedTable(
        table, spec, adapter, store, ManifestCodec.decode(ByteBuffer.wrap(manifest)));
  }

  /** Reads the source file in two ranges. */
  static List<LayoutRow> rows(RandomTable table, RowKeys keys, Random random) throws IOException {
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
