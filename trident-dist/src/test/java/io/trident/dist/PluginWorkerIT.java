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
package io.trident.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.format.ByteSource;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import io.trident.layout.worker.RebuildJob;
import io.trident.layout.worker.WorkerCommand;
import io.trident.layout.worker.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers of DataNodes as they are installed: the plugin's jar, and the jars of stock Hadoop. */
class PluginWorkerIT {
  private static final String MAIN = "io.trident.hdfs.shaded.layout.worker.WorkerMain";
  private static final Duration LONG = Duration.ofMinutes(5);

  @ParameterizedTest
  @CsvSource({
    "trident-layout, text-1, .txt",
    "trident-layout, csv-1, .csv",
    "trident-layout, json-1, .json",
    "trident-layout-avro, avro-1, .avro",
    "trident-layout-parquet, parquet-1, .parquet"
  })
  void extentsOfEachFormatAreRebuilt(
      String module, String format, String extension, @TempDir Path directory) throws Exception {
    Path golden =
        Path.of(System.getProperty("trident.modules"), module, "src/test/resources/golden", format);
    TableSpec spec = TableSpecJson.read(Files.readString(golden.resolve("spec.json")));
    GoldenTable table = new GoldenTable(golden.resolve("table"), new TablePaths(extension));
    Manifest manifest =
        ManifestCodec.decode(
            ByteBuffer.wrap(Files.readAllBytes(table.root().resolve(table.paths().manifest(0)))));
    List<Path> classPath = new ArrayList<>(List.of(Host.HDFS.jar()));
    classPath.addAll(Host.HDFS.stock());
    classPath.addAll(Host.MAPREDUCE.stock()); // as Hadoop's commands have it on all class paths
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    try (Workers workers =
        new Workers(new WorkerCommand(java, classPath, 64, MAIN), LONG, LONG, System::nanoTime)) {
      for (DataExtent lost : manifest.geometry().extentsOf(0)) {
        Rebuild step =
            RecoveryPlanner.plan(manifest, manifest.parity(), Damage.of(Set.of(lost)))
                .neededFor(lost)
                .get(0);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        workers.rebuild(
            "alice",
            new RebuildJob(spec, manifest, new SortSpace(directory, 10_000), step),
            table,
            out);
        assertThat(out.toByteArray()).isEqualTo(table.bytes(lost));
      }
      assertThat(workers.counts().started()).isEqualTo(1);
    }
  }

  /** The extents of a table that is stored with its format's tests. */
  private record GoldenTable(Path root, TablePaths paths) implements ExtentSources {
    byte[] bytes(Extent extent) throws IOException {
      return Files.readAllBytes(root.resolve(paths.of(0, extent)));
    }

    @Override
    public ByteSource of(Extent extent) throws IOException {
      return new Bytes(extent.toString(), bytes(extent));
    }
  }

  private record Bytes(String name, byte[] bytes) implements ByteSource {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public InputStream open(long from, long to) {
      return new ByteArrayInputStream(bytes, (int) from, (int) (to - from));
    }
  }
}
