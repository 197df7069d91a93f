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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.parity.ParityGroups;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.placement.TableShape;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class KnownBuildsIT {
  private static final String BUILD = "/.t.trident-build";

  private static void write(TieredHdfs hdfs, int extents) throws IOException {
    TableSpec spec =
        new TableSpec(
            new Schema(List.of(new Column("a", ColumnType.of(ColumnType.Kind.STRING)))),
            List.of(DimensionSpec.byHash("a")),
            new FormatSpec("csv", 1, Map.of()),
            extents,
            1 << 20,
            10,
            1);
    hdfs.fileSystem().delete(new Path(BUILD), true);
    try (OutputStream out =
        hdfs.fileSystem().create(new Path(BUILD + "/_trident/spec.json"), (short) 1)) {
      out.write(TableSpecJson.write(spec).getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aBuildIsLearnedOnceItHasASpecificationAndForgottenWhenThatIsReplaced() throws Exception {
    AtomicLong clock = new AtomicLong();
    try (TieredHdfs hdfs =
        TieredHdfs.start(TieredHdfs.configuration(), 1, new StorageType[][] {{StorageType.DISK}})) {
      KnownBuilds builds = new KnownBuilds(hdfs.cluster().getNamesystem(), clock::get);
      TableFiles files = new TableFiles(hdfs.fileSystem());
      builds.learn(BUILD, files);
      assertThat(builds.shapes()).isEmpty();

      write(hdfs, 32);
      builds.learn(BUILD, files);
      assertThat(builds.shapes()).as("not twice in a second").isEmpty();
      clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
      builds.learn(BUILD, files);
      assertThat(builds.shapes())
          .containsExactly(Map.entry(BUILD, new TableShape(new ParityGroups(32, 10, 1), Map.of())));
      builds.refresh();
      assertThat(builds.shapes()).hasSize(1);

      write(hdfs, 16);
      builds.refresh();
      assertThat(builds.shapes()).isEmpty();
      builds.learn(BUILD, files);
      assertThat(builds.shapes().values())
          .containsExactly(new TableShape(new ParityGroups(16, 10, 1), Map.of()));
    }
  }
}
