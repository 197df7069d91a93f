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
package io.trident.lab.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.lab.launch.LaunchedCommand.ClusterOf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaunchedCommandTest {
  private static final SourceCheckout CHECKOUT = new SourceCheckout(Path.of("/trident"));
  private static final Map<String, String> CONFIGURED = Map.of("HADOOP_CONF_DIR", "/etc/hadoop");

  @Test
  void aCommandForTheUsersClusterSeesItsConfigurationFirst() throws IOException {
    LaboratoryJvm jvm = command(ClusterOf.THE_USER).jvm(CHECKOUT, CONFIGURED);
    assertThat(jvm.classPath()).startsWith("/etc/hadoop").hasSize(3);
    assertThat(jvm.options()).noneMatch(option -> option.contains("jdk.net.hosts.file"));
    assertThat(command(ClusterOf.THE_USER).jvm(CHECKOUT, Map.of()).classPath()).hasSize(2);
  }

  @Test
  void aCommandWithItsOwnClusterSeesNoConfigurationAndKnowsItsNodes() throws IOException {
    LaboratoryJvm jvm = command(ClusterOf.ITS_OWN).jvm(CHECKOUT, CONFIGURED);
    assertThat(jvm.classPath())
        .containsExactly(
            "/trident/laboratory/commands/target/*", "/trident/laboratory/commands/target/lib/*");
    String prefix = "-Djdk.net.hosts.file=";
    String file =
        jvm.options().stream()
            .filter(option -> option.startsWith(prefix))
            .findFirst()
            .orElseThrow();
    assertThat(Files.readAllLines(Path.of(file.substring(prefix.length()))))
        .hasSize(2 + 32)
        .startsWith("127.0.0.1 localhost")
        .endsWith("127.0.0.42 node32");
  }

  @Test
  void optionsOfTheUserComeLastAndReachTheJvm() throws IOException {
    LaboratoryJvm jvm =
        command(ClusterOf.THE_USER).jvm(CHECKOUT, Map.of("TRIDENT_OPTS", " -Xmx3g  -Da=b "));
    assertThat(jvm.options()).endsWith("-Xmx3g", "-Da=b");
  }

  private static LaunchedCommand command(ClusterOf cluster) {
    return new LaunchedCommand("demo", "Shows.", cluster);
  }
}
