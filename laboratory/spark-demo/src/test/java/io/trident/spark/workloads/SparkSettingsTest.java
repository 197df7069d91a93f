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
package io.trident.spark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.core.placement.PolicyName;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSettingsTest {
  private static final String PLUGIN = "org.apache.spark.scheduler.trident.TridentPlugin";

  private final Configuration conf = new Configuration();

  @Test
  void sparksKeysAreSparksAndWhatIsSetIsHadoops() {
    conf.set("spark.executor.memory", "700m");
    conf.set("dfs.blocksize", "4096");

    SparkConf settings = SparkSettings.of(conf, "a name");

    assertThat(settings.get("spark.executor.memory")).isEqualTo("700m");
    assertThat(settings.get("spark.hadoop.dfs.blocksize")).isEqualTo("4096");
    assertThat(settings.contains("spark.hadoop.io.file.buffer.size")).isFalse();
    assertThat(settings.get("spark.app.name")).isEqualTo("a name");
    assertThat(settings.get("spark.master")).isEqualTo("local[*]");
    assertThat(settings.contains("spark.jars")).isFalse();
  }

  @Test
  void theUsersSettingsComeFirst() {
    conf.set("spark.master", "spark://m:7077");
    conf.set("spark.jars", "/mine.jar");
    conf.set("spark.sql.autoBroadcastJoinThreshold", "1000");

    SparkConf settings = SparkSettings.of(conf, "a name");

    assertThat(settings.get("spark.master")).isEqualTo("spark://m:7077");
    assertThat(settings.get("spark.jars")).isEqualTo("/mine.jar");
    assertThat(settings.get("spark.sql.autoBroadcastJoinThreshold")).isEqualTo("1000");
  }

  @Test
  void executorsElsewhereGetTheJars() {
    conf.set("spark.master", "spark://m:7077");

    String jars = SparkSettings.of(conf, "a name").get("spark.jars", "");

    assertThat(jars.isEmpty() ? new String[0] : jars.split(","))
        .allMatch(jar -> jar.endsWith(".jar"))
        .doesNotHaveDuplicates();
  }

  @Test
  void theLastPolicyCountsAndOtherPluginsStay() {
    SparkEngine engine = new SparkEngine();
    conf.set("spark.plugins", "a.B");

    engine.configure(PolicyName.QUARTET, conf);
    engine.configure(PolicyName.H_SCHEDULER, conf);
    assertThat(conf.get("spark.plugins")).isEqualTo("a.B," + PLUGIN);
    assertThat(conf.get("spark.scheduler.trident.policy")).isEqualTo("h-scheduler");

    engine.configure(PolicyName.DEFAULT, conf);
    assertThat(conf.get("spark.plugins")).isEqualTo("a.B");
  }

  @Test
  void theServiceLoaderFindsItWithAllButNutchIndex() {
    List<WorkloadEngine> engines =
        ServiceLoader.load(WorkloadEngine.class).stream().map(ServiceLoader.Provider::get).toList();

    assertThat(engines).extracting(WorkloadEngine::name).containsOnlyOnce("spark", "mapreduce");
    assertThat(new SparkEngine().applications()).hasSize(7).doesNotContain(Application.NUTCHINDEX);
  }

  @Test
  void inputThatIsNotCompleteStartsNoSession(@TempDir Path root) throws Exception {
    conf.set("spark.master", "no such master");
    WorkloadDirectory directory =
        new WorkloadDirectory(
            FileSystem.getLocal(conf),
            new org.apache.hadoop.fs.Path(root.toUri()),
            Application.BAYES);

    assertThatThrownBy(() -> new SparkEngine().run(directory, conf, text -> {}))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("bin/trident workload generate bayes");
  }
}
