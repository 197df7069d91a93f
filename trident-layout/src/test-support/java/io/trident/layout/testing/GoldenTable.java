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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.layout.format.RowFormat;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A table in a module's test resources, with the file that it was made of: what a version of a
 * format has always written.
 */
public final class GoldenTable {
  private final RowFormat format;
  private final Path kept;
  private final Path written;
  private final TablePaths paths;

  /** The table of a version of a format, in {@code golden/<format>-<version>}. */
  public GoldenTable(RowFormat format) {
    String name = "%s-%d".formatted(format.name(), format.version());
    this.format = format;
    this.kept = Path.of("src", "test", "resources", "golden", name);
    this.written = Path.of("target", "golden", name);
    this.paths = new TablePaths("." + format.name());
  }

  private TableSpec spec() throws IOException {
    return TableSpecJson.read(Files.readString(kept.resolve("spec.json")));
  }

  private ConvertedTable converted(TableSpec spec) throws IOException {
    return new ConvertedTable(
        spec, format, Files.readAllBytes(kept.resolve("source." + format.name())));
  }

  /** Fails unless all files are written as ever. What is written is below {@code target}. */
  public void isWrittenAsEver() throws IOException {
    ConvertedTable table = converted(spec());
    Map<String, String> files = new TreeMap<>();
    for (Extent extent : table.extents()) {
      files.put(paths.of(0, extent), written(paths.of(0, extent), table.bytes(extent)));
    }
    byte[] manifest = ManifestCodec.encode(table.manifest());
    files.put(paths.manifest(0), written(paths.manifest(0), manifest));

    assertThat(files).isEqualTo(files(kept.resolve("table")));
  }

  /** Keeps a file of the table, for a new version; returns it as a text. */
  private String written(String path, byte[] bytes) throws IOException {
    Path file = written.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return text(bytes);
  }

  /**
   * Returns the CRC32C of all extents, in their order.
   *
   * @param options instead of those with which the table was written
   */
  public String sum(Map<String, String> options) throws IOException {
    TableSpec spec = spec();
    Map<String, String> all = new HashMap<>(spec.format().options());
    all.putAll(options);
    ConvertedTable table =
        converted(
            new TableSpec(
                spec.schema(),
                spec.dimensions(),
                new FormatSpec(format.name(), format.version(), all),
                spec.extents(),
                spec.targetBytes(),
                spec.parityGroup(),
                spec.parities()));
    CRC32C crc = new CRC32C();
    for (int d = 0; d < spec.dimensions().size(); d++) {
      for (Extent extent : table.manifest().geometry().extentsOf(d)) {
        crc.update(table.bytes(extent));
      }
    }
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** Fails unless each file of what was written once is rebuilt as it was. */
  public void isRebuilt() throws IOException {
    ConvertedTable table = converted(spec());
    for (Extent extent : table.extents()) {
      table.put(extent, Files.readAllBytes(kept.resolve("table").resolve(paths.of(0, extent))));
    }
    for (Extent target : table.extents()) {
      for (Rebuild rebuild :
          RecoveryPlanner.plan(
                  table.manifest(), table.manifest().parity(), Damage.of(Set.of(target)))
              .rebuilds()) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.rebuilder().rebuild(rebuild, out);
        assertThat(out.toByteArray()).isEqualTo(table.bytes(target));
      }
    }
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(file).toString(), text(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  /** A character for each byte. */
  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
