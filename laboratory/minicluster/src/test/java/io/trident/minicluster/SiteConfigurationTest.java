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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteConfigurationTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  private Path dir;

  @Test
  void theCallersSettingsWinOverAllElse() throws IOException {
    Configuration site = build(Map.of("dfs.replication", "2", "fs.defaultFS", "hdfs://other:1"));
    assertThat(site.getInt("dfs.replication", 0)).isEqualTo(2);
    assertThat(site.get("fs.defaultFS")).isEqualTo("hdfs://other:1");
  }

  @Test
  void addressesAndDirectoriesOfTheExamplesAreReplaced() throws IOException {
    Configuration site = build(Map.of());
    for (Map.Entry<String, String> entry : site) {
      assertThat(entry.getValue()).as(entry.getKey()).doesNotContain("example.com");
    }
    assertThat(site.get("net.topology.table.file.name")).startsWith(dir.toString());
    assertThat(site.get("yarn.resourcemanager.scheduler.class")).contains("Trident");
  }

  @Test
  void aDirectoryThatLacksAFileIsNamed() throws IOException {
    Path conf = Files.createDirectory(dir.resolve("conf"));
    assertThatIOException()
        .isThrownBy(() -> SiteConfiguration.read(conf))
        .withMessageContaining("core-site.xml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/src/trident-core/target/classes",
        "/src/trident-mapreduce/target/trident-mapreduce-0.1.0.jar",
        "/src/laboratory/commands/target/classes",
        "/src/laboratory/commands/target/trident-lab-0.1.0.jar",
        "/src/laboratory/commands/target/lib/trident-hdfs-0.1.0.jar"
      })
  void containersDoNotSeeTrident(String entry) {
    assertThat(SiteConfiguration.isTrident(entry)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/src/laboratory/commands/target/lib/hadoop-common-3.5.0.jar",
        "/src/laboratory/minicluster/target/classes",
        "/src/laboratory/commands/target/lib/trident-minicluster-0.1.0.jar"
      })
  void containersSeeHadoopAndTheSocketFactory(String entry) {
    assertThat(SiteConfiguration.isTrident(entry)).isFalse();
  }

  private Configuration build(Map<String, String> settings) throws IOException {
    return SiteConfiguration.build(null, dir, new ClusterLayout(2, 1), 4, settings);
  }
}
