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
package io.trident.layout.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Extent;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import io.trident.layout.testing.ConvertedTable;
import io.trident.layout.testing.FormatRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.parquet.Version;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each version of the format writes is what it has always written. If this fails, as it may
 * with another version of parquet-java or aircompressor, extents of tables that exist can no longer
 * be rebuilt: keep the libraries, or make a new version of the format beside this one with
 * libraries of its own. What a new version writes is in {@code target/golden}.
 */
class GoldenFilesTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "parquet-1");
  private static final TablePaths PATHS = new TablePaths(".parquet");

  private static TableSpec spec() throws IOException {
    return TableSpecJson.read(Files.readString(GOLDEN.resolve("spec.json")));
  }

  private static ConvertedTable converted(TableSpec spec) throws IOException {
    return new ConvertedTable(
        spec, Tables.format(), Files.readAllBytes(GOLDEN.resolve("source.parquet")));
  }

  @Test
  void aTableIsWrittenAsEver() throws IOException {
    ConvertedTable table = converted(spec());
    Path written = Path.of("target", "golden", "parquet-1");
    Map<String, String> files = new TreeMap<>();
    for (Extent extent : table.extents()) {
      Path file = written.resolve(PATHS.of(0, extent));
      Files.createDirectories(file.getParent());
      Files.write(file, table.bytes(extent));
      files.put(PATHS.of(0, extent), text(table.bytes(extent)));
    }

    assertThat(files).isEqualTo(files(GOLDEN.resolve("table")));
  }

  /** A sum for each setting, of the extents of dimension 0 and 1 in their order. */
  @ParameterizedTest
  @CsvSource({
    "zstd,true,1024,1024,748e208d",
    "snappy,true,1048576,67108864,76c5f727",
    "none,true,1048576,67108864,eefaa11f",
    "zstd,false,4096,4096,2a2e4731"
  })
  void otherOptionsAreWrittenAsEver(
      String compression, String dictionary, String page, String rowGroup, String sum)
      throws IOException {
    TableSpec spec = spec();
    Map<String, String> options = new HashMap<>(spec.format().options());
    options.put("compression", compression);
    options.put("dictionary", dictionary);
    options.put("page.bytes", page);
    options.put("row.group.bytes", rowGroup);
    ConvertedTable table =
        converted(
            new TableSpec(
                spec.schema(),
                spec.dimensions(),
                new FormatSpec("parquet", 1, options),
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

    assertThat(HexFormat.of().toHexDigits((int) crc.getValue())).isEqualTo(sum);
  }

  /** Of many pages, with dictionaries that become too large, or end with a NaN, and others. */
  @Test
  void aLargeBucketIsWrittenAsEver() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required int64 id; required int64 few; required double d; required binary"
                + " text; optional float f; }");
    FormatAdapter adapter = Tables.open(StockParquet.write(schema, List.of()), Map.of());
    Random random = new Random(27);
    List<Value.Bytes> records = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      RecordBuffer record = new RecordBuffer();
      record.setBit(record.reserve(1), 0);
      record.putZigzag(random.nextLong());
      record.putZigzag(i / 1000);
      double number = i == 90_000 ? Double.NaN : random.nextInt(100);
      record.putFixed(Double.doubleToRawLongBits(number), Double.BYTES);
      record.putVarint(i % 13);
      record.put(ByteBuffer.wrap(new byte[i % 13]));
      record.putFixed(i, Float.BYTES);
      records.add(record.toRecord());
    }
    CRC32C crc = new CRC32C();
    crc.update(FormatRows.write(adapter, records));

    assertThat(HexFormat.of().toHexDigits((int) crc.getValue())).isEqualTo("b9056396");
  }

  @Test
  void aTableThatWasWrittenIsRebuilt() throws IOException {
    ConvertedTable table = converted(spec());
    for (Extent extent : table.extents()) {
      table.put(extent, Files.readAllBytes(GOLDEN.resolve("table").resolve(PATHS.of(0, extent))));
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

  /** Whoever changes the version reads the comment of this class. */
  @Test
  void theLibraryIsTheOneThatVersion1WasMadeWith() {
    assertThat(Version.VERSION_NUMBER).isEqualTo("1.17.0");
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
