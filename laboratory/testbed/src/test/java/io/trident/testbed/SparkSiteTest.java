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

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SparkSiteTest {
  private final Layout layout =
      new Layout("trident", 213, Isolation.KERNEL, 3, 2, 4, Rates.TYPICAL, 10, VolumeSizes.TYPICAL);
  private final SparkSite site = new SparkSite(layout, Path.of("/opt/spark"));

  @Test
  void clientsAndWorkersAreGivenTheMasterThatIsStarted() {
    assertThat(site.masterArguments())
        .containsSequence("--host", "10.213.0.2")
        .containsSequence("--port", "7077");
    assertThat(site.clients()).containsEntry("spark.master", "spark://10.213.0.2:7077");
    assertThat(site.workerArguments(layout.workers().get(1), Path.of("/work")))
        .endsWith("spark://10.213.0.2:7077")
        .containsSequence("--host", "node2")
        .containsSequence("--work-dir", "/work");
  }

  @Test
  void applicationsWaitForAllSlots() {
    assertThat(site.clients()).containsEntry("spark.cores.max", "12");
    assertThat(site.workerArguments(layout.workers().get(0), Path.of("/work")))
        .containsSequence("--cores", "4");
  }

  /** The launcher of executors fails without the first two; the last is a throttled volume. */
  @Test
  void workersKnowWhatAnInstallationsScriptsWouldSet() {
    assertThat(site.worker(layout.workers().get(0), Path.of("/disk"), Path.of("/hosts")))
        .hasSize(3)
        .containsEntry("SPARK_HOME", "/opt/spark")
        .containsEntry("SPARK_SCALA_VERSION", "2.13")
        .containsEntry("SPARK_LOCAL_DIRS", "/disk");
    assertThat(site.classPath()).isEqualTo("/opt/spark/jars/*");
  }

  @Test
  void executorsWithoutANamespaceAreGivenTheirNode() {
    Layout loopback =
        new Layout(
            "trident", 213, Isolation.LOOPBACK, 3, 2, 4, Rates.TYPICAL, 10, VolumeSizes.TYPICAL);
    Node second = loopback.workers().get(1);
    assertThat(
            new SparkSite(loopback, Path.of("/opt/spark"))
                .worker(second, Path.of("/disk"), Path.of("/hosts")))
        .containsEntry(
            "JDK_JAVA_OPTIONS",
            "-Djdk.net.hosts.file=/hosts -Dtrident.minicluster.node=" + second.address());
  }
}
