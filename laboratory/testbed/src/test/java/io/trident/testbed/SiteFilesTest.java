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
package io.trident.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteFilesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  private final Layout layout =
      new Layout(
          "trident",
          213,
          Isolation.KERNEL,
          2,
          2,
          3,
          Rates.TYPICAL,
          10,
          new VolumeSizes(100, 100, 100, 50));

  private Configuration written(String node) throws IOException {
    return written(node, Map.of("dfs.blocksize", "8388608"));
  }

  private Configuration written(String node, Map<String, String> settings) throws IOException {
    SiteFiles files = new SiteFiles(layout, dir, new Volumes(dir), settings);
    files.write();
    Configuration conf = new Configuration(false);
    conf.addResource(files.of(layout.node(node)).resolve("hdfs-site.xml").toUri().toURL());
    return conf;
  }

  @Test
  void aWorkerHasItsOwnVolumesOnAllTiers() throws IOException {
    Configuration conf = written("node2");
    assertThat(conf.get("dfs.datanode.data.dir"))
        .isEqualTo(
            "[NVDIMM]file://%1$s/node2/memory/dfs,[SSD]file://%1$s/node2/ssd/dfs,[DISK]file://%1$s/node2/disk/dfs"
                .formatted(dir));
    assertThat(conf.get("dfs.datanode.pmem.cache.dirs")).isEqualTo(dir + "/node2/cache");
    assertThat(conf.get("dfs.datanode.hostname")).isEqualTo("node2");
    assertThat(conf.get("yarn.nodemanager.resource.memory-mb")).isEqualTo("3072");
  }

  @Test
  void clientsReachTheMastersByAddressAndCallersHaveTheLastWord() throws IOException {
    Configuration conf = written("master");
    assertThat(conf.get("fs.defaultFS")).isEqualTo("hdfs://10.213.0.2:8020");
    assertThat(conf.get("dfs.blocksize")).isEqualTo("8388608");
    assertThat(conf.get("dfs.block.replicator.classname"))
        .as("from the examples for operators")
        .isEqualTo("io.trident.hdfs.placement.TierPlacementPolicy");
  }

  @Test
  void memoryTierHasRoomForSomeBlocksOfEachFileThatAJobWrites() throws IOException {
    assertThat(written("master", Map.of()).getLong("dfs.blocksize", 0)).isEqualTo(12 << 20);
  }

  @ParameterizedTest
  @CsvSource({"16, 2", "256, 32", "1100, 128", "100000, 128"})
  void blocksAreAnEighthOfTheMemoryTierAndNoLargerThanHadoops(int memory, int mebibytes) {
    assertThat(new VolumeSizes(memory, 64, 64, 0).blockBytes()).isEqualTo((long) mebibytes << 20);
  }

  @Test
  void racksAreKnownByNameAndAddress() throws IOException {
    written("master");
    assertThat(dir.resolve("racks"))
        .hasContent("node1 /r1\n10.213.1.1 /r1\nnode2 /r2\n10.213.2.2 /r2\n");
  }

  @Test
  void containersHaveHadoopAndNothingOfTrident() {
    assertThat(ClassPaths.isTrident(Path.of("/lib/trident-hdfs-0.1.0-SNAPSHOT.jar"))).isTrue();
    assertThat(ClassPaths.isTrident(Path.of("/lib/trident-hdfs-client-0.1.0.jar"))).isTrue();
    assertThat(ClassPaths.isTrident(Path.of("/src/trident-core/target/classes"))).isTrue();
    assertThat(ClassPaths.isTrident(Path.of("/src/laboratory/minicluster/target/classes")))
        .isFalse();
    assertThat(ClassPaths.isTrident(Path.of("/lib/trident-lab-0.1.0-SNAPSHOT.jar"))).isTrue();
    assertThat(ClassPaths.isTrident(Path.of("/src/laboratory/testbed/target/classes"))).isTrue();
    assertThat(ClassPaths.isTrident(Path.of("/lib/trident-minicluster-0.1.0.jar"))).isFalse();
    assertThat(ClassPaths.isTrident(Path.of("/lib/hadoop-hdfs-3.5.0.jar"))).isFalse();
    assertThat(ClassPaths.ofContainers()).contains("hadoop-common").doesNotContain("trident-core");
  }
}
