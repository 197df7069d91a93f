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
package io.trident.mapreduce.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginJarTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void theJarThatTheConfigurationNamesTravels(@TempDir Path directory) throws Exception {
    Path jar = Files.createFile(directory.resolve("any.jar"));
    conf.set("trident.mapreduce.am-jar", jar.toString());

    assertThat(PluginJar.find(conf)).isEqualTo(new org.apache.hadoop.fs.Path(jar.toString()));
  }

  @Test
  void aNamedJarThatIsNotThereIsRefused(@TempDir Path directory) {
    conf.set("trident.mapreduce.am-jar", directory.resolve("none.jar").toString());

    assertThatThrownBy(() -> PluginJar.find(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("trident.mapreduce.am-jar")
        .hasMessageContaining("none.jar");
  }

  /** As in a program that has Trident's libraries from a Maven repository on its class path. */
  @Test
  void classesThatAreInNoSelfContainedJarAreNotShipped() {
    assertThatThrownBy(() -> PluginJar.find(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("trident.mapreduce.am-jar");
  }
}
