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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each version of a format writes is what it has always written. If this fails, extents of
 * tables that exist can no longer be rebuilt: make a new version of the format instead. What a new
 * version writes is in {@code target/golden}.
 */
class GoldenFilesTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

  @ParameterizedTest
  @ValueSource(strings = {"text-1", "csv-1", "json-1"})
  void aTableIsWrittenAsEver(String version) throws IOException {
    Path golden = GOLDEN.resolve(version);
    TableSpec spec = TableSpecJson.read(Files.readString(golden.resolve("spec.json")));
    RowFormat format = Tables.formats().find(spec.format().name(), spec.format().version());
    FormatAdapter adapter = spec.open(Tables.formats());
    Path table = Files.createDirectories(Path.of("target", "golden", version, "table"));
    LocalStore store = new LocalStore(table, new TablePaths(format.extension()));
    RowLayout layout = spec.layout(spec.extents());
    ParityGroups parity = spec.parityGroups(spec.extents());
    byte[] source = Files.readAllBytes(golden.resolve("source" + format.extension()));
    WrittenSuperExtent written =
        new SuperExtentWriter(layout, parity, adapter)
            .write(rows(source, new RowKeys(layout, adapter)), store, store);
    Files.write(
        table.resolve(store.paths().manifest(0)),
        ManifestCodec.encode(written.manifest(0, format, extent -> new BlockIdentity(1, 2, 3))));

    assertThat(files(table)).isEqualTo(files(golden.resolve("table")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-1", "csv-1", "json-1"})
  void aTableThatWasWrittenIsRebuilt(String version) throws Exception {
    Path golden = GOLDEN.resolve(version);
    TableSpec spec = TableSpecJson.read(Files.readString(golden.resolve("spec.json")));
    RowFormat format = Tables.formats().find(spec.format().name(), spec.format().version());
    LocalStore store = new LocalStore(golden.resolve("table"), new TablePaths(format.extension()));
    Manifest manifest =
        ManifestCodec.decode(
            ByteBuffer.wrap(Files.readAllBytes(store.root().resolve(store.paths().manifest(0)))));
    ExtentRebuilder rebuilder =
        new ExtentRebuilder(
            manifest, spec.open(Tables.formats()), store, new SortSpace(Path.of("target"), 1000));
    for (int d = 0; d < manifest.geometry().dimensions(); d++) {
      for (DataExtent target : manifest.geometry().extentsOf(d)) {
        Damage damage = Damage.of(Set.of(target));
        for (Rebuild rebuild :
            RecoveryPlanner.plan(manifest, manifest.parity(), damage).rebuilds()) {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          rebuilder.rebuild(rebuild, out);
          assertThat(out.toByteArray()).isEqualTo(store.bytes(target));
        }
      }
    }
  }

  private static List<LayoutRow> rows(byte[] source, RowKeys keys) throws IOException {
    List<LayoutRow> rows = new ArrayList<>();
    for (StoredRow row :
        Tables.read(keys.adapter(), new MemorySource("source", source), 0, source.length)) {
      rows.add(keys.of("source", row, rows.size()));
    }
    return rows;
  }

  /** Returns each file's content, a character for each byte, by its path. */
  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            directory.relativize(file).toString(),
            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }
}
