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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AmLaunchTest {
  private static final String STOCK = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";
  private static final String OURS = "org.apache.hadoop.mapreduce.v2.app.TridentMRAppMaster";

  private final Configuration conf = new Configuration();

  private static ContainerLaunchContext context(String command, String classPath) {
    return ContainerLaunchContext.newInstance(
        new HashMap<>(),
        new HashMap<>(Map.of("CLASSPATH", classPath)),
        List.of(command),
        null,
        null,
        null);
  }

  @Test
  void replacesTheMainClassAndNothingThatLooksLikeIt() throws IOException {
    assertThat(
            AmLaunch.replaceMainClass(
                List.of("java -Dx=" + STOCK + " -Dlog." + STOCK + "=a " + STOCK + " 1>out")))
        .containsExactly("java -Dx=" + STOCK + " -Dlog." + STOCK + "=a " + OURS + " 1>out");
    assertThat(AmLaunch.replaceMainClass(List.of(STOCK))).containsExactly(OURS);
  }

  @Test
  void refusesACommandInWhichTheMainClassIsNotThereOnce() {
    assertThatThrownBy(() -> AmLaunch.replaceMainClass(List.of("java other.Main")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0 times");
    assertThatThrownBy(
            () -> AmLaunch.replaceMainClass(List.of("java " + OURS + " " + STOCK + " " + STOCK)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2 times");
  }

  @Test
  void planningChangesNothingUntilApplied(@TempDir java.nio.file.Path directory) throws Exception {
    ContainerLaunchContext context = context("java " + STOCK, "$PWD:stock/*");
    AmLaunch launch = AmLaunch.of(context, conf);
    assertThat(context.getCommands()).containsExactly("java " + STOCK);
    assertThat(context.getEnvironment()).containsEntry("CLASSPATH", "$PWD:stock/*");

    java.nio.file.Path jar = directory.resolve("plugin.jar");
    java.nio.file.Files.writeString(jar, "jar");
    FileSystem fs = FileSystem.getLocal(conf);
    Path submitDir = new Path(directory.toUri().toString(), "submit");
    fs.mkdirs(submitDir);
    LocalResource shipped = AmLaunch.ship(new Path(jar.toUri().toString()), submitDir, fs, conf);
    launch.apply(shipped);

    assertThat(context.getCommands()).containsExactly("java " + OURS);
    assertThat(context.getEnvironment())
        .containsEntry("CLASSPATH", "$PWD/trident-mapreduce.jar:$PWD:stock/*");
    assertThat(context.getLocalResources()).containsOnlyKeys("trident-mapreduce.jar");
    assertThat(shipped.getSize()).isEqualTo(3);
    assertThat(shipped.getVisibility()).isEqualTo(LocalResourceVisibility.APPLICATION);
    assertThat(fs.exists(new Path(submitDir, "trident-mapreduce.jar"))).isTrue();
  }

  @Test
  void writesAClassPathForAnyPlatformWhereTheClientAsksForIt() throws IOException {
    conf.setBoolean("mapreduce.app-submission.cross-platform", true);
    ContainerLaunchContext context = context("java " + STOCK, "{{PWD}}");
    AmLaunch.of(context, conf)
        .apply(
            LocalResource.newInstance(
                URL.fromPath(new Path("/x")),
                LocalResourceType.FILE,
                LocalResourceVisibility.APPLICATION,
                0,
                0));
    assertThat(context.getEnvironment())
        .containsEntry("CLASSPATH", "{{PWD}}/trident-mapreduce.jar<CPS>{{PWD}}");
  }
}
