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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of converted and appended files have bounds of columns that are no dimensions. */
@Tag("slow")
class BoundsIT {
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ConversionRequest request(TestFiles files) {
    return files.request(List.of(TestFiles.range("id"), TestFiles.range("price")), 4, 4_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "text"})
  void boundsAreThoseOfAllRowsOfASuperExtent(String format) throws Exception {
    Path table = new Path("/bounds/" + format);
    TestFiles first = new TestFiles(format, 1_500, new Random(1));
    first.writeTo(cluster.files(), table);
    cluster.conversion().run(table, request(first), Earlier.RESUME);
    Path more = new Path("/bounds/more-" + format);
    new TestFiles(format, 1_000, new Random(2)).writeTo(cluster.files(), more);
    cluster.append().run(table, more, 80_000, 1 << 20, Earlier.RESUME);

    TableLayout layout = TableLayout.read(cluster.files(), new Path(table, "_trident"));
    assertThat(layout.runs()).hasSizeGreaterThan(2);
    for (int i = 0; i < layout.runs().size(); i++) {
      Manifest manifest = ManifestFiles.read(cluster.files(), table, layout, i);
      assertThat(manifest.bounds()).containsExactly(namesOf(table, layout, i));
    }
    assertThat(verify(table).problems()).isEmpty();

    Manifest manifest = ManifestFiles.read(cluster.files(), table, layout, 0);
    KeyRange range = manifest.bounds().get(0).values().orElseThrow();
    KeyRange narrower = new KeyRange(range.most(), range.most());
    try (var out = cluster.files().create(new Path(table, layout.paths().manifest(0)), true)) {
      out.write(
          ManifestCodec.encode(
              manifest.with(List.of(new ColumnBounds("name", 0, Optional.of(narrower))))));
    }
    assertThat(verify(table).problems())
        .isNotEmpty()
        .allMatch(text -> text.contains("super-extent 0 are not within the manifest's bounds"));
  }

  private static Verification.Result verify(Path table) throws Exception {
    return new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
        .run(table, new Path(table, "_trident"), new Path("/reports"));
  }

  /** By brute force, from the files of dimension 0. */
  private static ColumnBounds namesOf(Path table, TableLayout layout, int superExtent)
      throws Exception {
    FormatAdapter adapter =
        layout
            .format()
            .open(layout.spec().schema(), List.of("name"), layout.spec().format().options());
    List<Value> names = new ArrayList<>();
    for (DataExtent extent : layout.layout(superExtent).geometry().extentsOf(0)) {
      Path path = new Path(table, layout.paths().of(superExtent, extent));
      long length = cluster.files().getFileStatus(path).getLen();
      try (RecordReader reader =
          adapter.read(new FileSource(cluster.files(), path, length), 0, length)) {
        for (StoredRow row = reader.next(); row != null; row = reader.next()) {
          names.add(adapter.keys(row.record()).get(0));
        }
      }
    }
    assertThat(names).isNotEmpty();
    Value least = names.stream().min(Value::compareTo).orElseThrow();
    Value most = names.stream().max(Value::compareTo).orElseThrow();
    return new ColumnBounds("name", 0, Optional.of(new KeyRange(least, most).shortened(64)));
  }
}
