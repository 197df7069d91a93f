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

import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.value.Value;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.ExtentSinks;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.extent.SuperExtentWriter;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import io.trident.layout.format.StoredRow;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A super-extent in memory, of a file. */
public final class ConvertedTable implements ExtentSinks, ExtentSources {
  private final Map<Extent, byte[]> files = new HashMap<>();
  private final TableSpec spec;
  private final FormatAdapter adapter;
  private final Manifest manifest;

  /** Converts a file. */
  public ConvertedTable(TableSpec spec, RowFormat format, byte[] source) throws IOException {
    this.spec = spec;
    this.adapter = spec.open(new RowFormats(List.of(format)));
    RowLayout layout = spec.layout(spec.extents());
    RowKeys keys = new RowKeys(layout, adapter);
    List<LayoutRow> rows = new ArrayList<>();
    for (StoredRow row : FormatRows.read(adapter, source)) {
      rows.add(keys.of("source", row, row.offset()));
    }
    this.manifest =
        new SuperExtentWriter(layout, spec.parityGroups(spec.extents()), adapter)
            .write(rows, this, this)
            .manifest(0, format, extent -> new BlockIdentity(1, 1, 1));
  }

  /** Dimensions by random columns of the file. */
  public static ConvertedTable of(
      RowFormat format, byte[] source, Map<String, String> options, Random random)
      throws IOException {
    Map<String, String> complete = format.complete(options, FormatRows.source(source));
    Schema schema = format.schema(complete).orElseThrow();
    List<Value.Bytes> records =
        FormatRows.records(FormatRows.read(format.open(schema, List.of(), complete), source));
    List<DimensionSpec> dimensions = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Column column : schema.columns()) {
      if (dimensions.size() < Geometry.MAX_DIMENSIONS && taken.add(column.name())) {
        dimensions.add(dimension(format, column, schema, complete, records, random));
      }
    }
    FormatSpec named = new FormatSpec(format.name(), format.version(), complete);
    return new ConvertedTable(
        new TableSpec(schema, dimensions, named, 4 + random.nextInt(3), 1 << 20, 2, 1),
        format,
        source);
  }

  private static DimensionSpec dimension(
      RowFormat format,
      Column column,
      Schema schema,
      Map<String, String> options,
      List<Value.Bytes> records,
      Random random)
      throws IOException {
    if (random.nextBoolean()) {
      return DimensionSpec.byHash(column.name());
    }
    FormatAdapter adapter = format.open(schema, List.of(column.name()), options);
    Set<Value> boundaries = new HashSet<>();
    for (int i = 0; i < 3 && !records.isEmpty(); i++) {
      Value key = adapter.keys(records.get(random.nextInt(records.size()))).get(0);
      if (key != Value.NULL && !key.kind().equals("null")) {
        boundaries.add(key);
      }
    }
    return DimensionSpec.byRange(column.name(), boundaries.stream().sorted().toList());
  }

  public Set<Extent> extents() {
    return Set.copyOf(files.keySet());
  }

  public TableSpec spec() {
    return spec;
  }

  public FormatAdapter adapter() {
    return adapter;
  }

  public Manifest manifest() {
    return manifest;
  }

  public ExtentRebuilder rebuilder() {
    return new ExtentRebuilder(manifest, adapter, this, new SortSpace(Path.of("target"), 5000));
  }

  public byte[] bytes(Extent extent) {
    return Optional.ofNullable(files.get(extent)).orElse(new byte[0]);
  }

  public void put(Extent extent, byte[] bytes) {
    files.put(extent, bytes);
  }

  @Override
  public OutputStream create(Extent extent) {
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        files.put(extent, toByteArray());
      }
    };
  }

  @Override
  public ByteSource of(Extent extent) {
    return new MemorySource(extent.toString(), bytes(extent));
  }
}
