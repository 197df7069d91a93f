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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.RecordSum;
import io.trident.layout.worker.WorkerMain;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerClassPathTest {
  @Test
  void aWorkerHasThePluginAndTheOtherJarsButNoSettings(@TempDir Path directory) throws Exception {
    Path plugin = Files.createFile(directory.resolve("plugin.jar"));
    Path other = Files.createFile(directory.resolve("other.jar"));
    Path settings = Files.createDirectory(directory.resolve("conf"));
    Path gone = directory.resolve("gone.jar");
    String classPath =
        settings
            + File.pathSeparator
            + other
            + File.pathSeparator
            + File.pathSeparator
            + plugin
            + File.pathSeparator
            + gone;
    assertThat(WorkerClassPath.installed(plugin, classPath)).containsExactly(plugin, other);
  }

  @Test
  void aWorkerOfModulesThatAreNotPackedHasAllOfTheClassPath() throws Exception {
    List<Path> classPath = WorkerClassPath.find();
    for (Class<?> type : List.of(WorkerClassPath.class, WorkerMain.class, RecordSum.class)) {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      assertThat(classPath).contains(place);
    }
  }
}
