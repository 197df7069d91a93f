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
package io.trident.layout.worker;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.format.Tables;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import io.trident.layout.testing.ConvertedTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A small table of CSV, and jobs that rebuild its extents. */
final class JobTable {
  private static final int ROWS = 2_000;

  private final ConvertedTable table;
  private final SortSpace space;

  /**
   * Makes a table.
   *
   * @param directory for rows that are sorted
   */
  JobTable(Path directory) throws IOException {
    this(directory, ROWS, 5, 10_000);
  }

  /**
   * Makes a table.
   *
   * @param directory for rows that are sorted
   * @param rows how many
   * @param filling characters of each that are no key
   * @param sortBytes of rows in memory
   */
  JobTable(Path directory, int rows, int filling, long sortBytes) throws IOException {
    this.space = new SortSpace(directory, sortBytes);
    TableSpec spec =
        new TableSpec(
            Tables.schema("a long, b string, c double, d string"),
            List.of(
                DimensionSpec.byHash("a"), DimensionSpec.byHash("b"), DimensionSpec.byHash("c")),
            new FormatSpec("csv", 1, Map.of()),
            4,
            1 << 20,
            2,
            1);
    this.table =
        new ConvertedTable(spec, Tables.formats().find("csv", 1), rows(rows, "x".repeat(filling)));
  }

  private static byte[] rows(int number, String filling) {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < number; i++) {
      rows.append(i).append(",word").append(random.nextInt(500)).append(',');
      rows.append(random.nextInt(1_000) / 8.0).append(',').append(filling).append('\n');
    }
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }

  ConvertedTable table() {
    return table;
  }

  byte[] bytes(Extent extent) {
    return table.bytes(extent);
  }

  Rebuild step(DataExtent lost) {
    Manifest manifest = table.manifest();
    List<Rebuild> steps =
        RecoveryPlanner.plan(manifest, manifest.parity(), Damage.of(Set.of(lost))).neededFor(lost);
    return steps.get(steps.size() - 1);
  }

  RebuildJob job(DataExtent lost) {
    return job(lost, Map.of());
  }

  /** A job whose adapter is opened with options. */
  RebuildJob job(DataExtent lost, Map<String, String> options) {
    return job(lost, options, table.manifest());
  }

  RebuildJob job(DataExtent lost, Map<String, String> options, Manifest manifest) {
    TableSpec spec = table.spec();
    return new RebuildJob(
        new TableSpec(
            spec.schema(),
            spec.dimensions(),
            new FormatSpec(spec.format().name(), spec.format().version(), options),
            spec.extents(),
            spec.targetBytes(),
            spec.parityGroup(),
            spec.parities()),
        manifest,
        space,
        step(lost));
  }

  /** A manifest with longer extents, of which the last bucket has the bytes that were added. */
  Manifest withLongRows(long more) {
    Manifest manifest = table.manifest();
    List<DimensionEntry> dimensions = new ArrayList<>();
    for (DimensionEntry entry : manifest.dimensions()) {
      List<ExtentEntry> extents = entry.extents().stream().map(one -> longer(one, more)).toList();
      dimensions.add(new DimensionEntry(entry.dimension(), extents, entry.parities()));
    }
    return new Manifest(
        manifest.superExtent(),
        manifest.adapter(),
        manifest.adapterVersion(),
        manifest.parity(),
        dimensions);
  }

  private static ExtentEntry longer(ExtentEntry entry, long more) {
    StoredObject stored = entry.stored();
    List<BucketEntry> buckets = new ArrayList<>(entry.buckets());
    BucketEntry last = buckets.remove(buckets.size() - 1);
    buckets.add(
        new BucketEntry(
            last.offset(), last.length() + more, last.crc(), last.rows(), last.keys(), last.sum()));
    return new ExtentEntry(
        new StoredObject(stored.identity(), stored.length() + more, stored.crc()), buckets);
  }

  /** Every extent of rows. */
  List<DataExtent> extents() {
    List<DataExtent> all = new ArrayList<>();
    for (int d = 0; d < table.manifest().geometry().dimensions(); d++) {
      all.addAll(table.manifest().geometry().extentsOf(d));
    }
    return all;
  }

  /** Options by which a {@link MisbehavingWorker} does something. */
  static Map<String, String> doing(String what) {
    Map<String, String> options = new HashMap<>();
    options.put(MisbehavingWorker.OPTION, what);
    return options;
  }
}
