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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.fixtures.HidingClassLoader;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.ServicePlugin;
import org.junit.jupiter.api.Test;

/** A NameNode whose plugin's jar lacks a class, each in turn. */
class MissingClassIT {
  private static final String PLUGIN = TridentNameNodePlugin.class.getName();
  private static final List<String> PACKAGES =
      List.of("io.trident.hdfs.namenode.", "io.trident.hdfs.protocol.");

  @Test
  void theNameNodeGoesOnWhateverIsMissing() throws Exception {
    try (TieredHdfs hdfs =
        TieredHdfs.start(TieredHdfs.configuration(), 1, new StorageType[][] {{StorageType.DISK}})) {
      List<String> classes = classes();
      assertThat(classes).hasSizeGreaterThan(40);
      for (String missing : classes) {
        ServicePlugin plugin =
            (ServicePlugin)
                new HidingClassLoader(
                        missing, MissingClassIT::isOfPlugin, MissingClassIT::isOfPlugin)
                    .loadClass(PLUGIN)
                    .getDeclaredConstructor()
                    .newInstance();
        plugin.start(hdfs.cluster().getNameNode());
        plugin.stop();
        plugin.close();
      }
      assertThat(hdfs.fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/lives"))).isTrue();
    }
  }

  /** Returns the plugin's classes and those of the protocols, but for the one that HDFS names. */
  private static List<String> classes() throws Exception {
    List<String> classes = new ArrayList<>();
    for (Class<?> one : List.of(TridentNameNodePlugin.class, BlockCacheProtocol.class)) {
      Path root = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(root)) {
        classes.addAll(classes(root));
      } else {
        try (FileSystem files = FileSystems.newFileSystem(root)) {
          classes.addAll(classes(files.getPath("/")));
        }
      }
    }
    return classes;
  }

  private static List<String> classes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> directory.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
          .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
          .filter(MissingClassIT::isOfPlugin)
          .filter(name -> !name.equals(PLUGIN) && !name.contains(".proto."))
          .toList();
    }
  }

  private static boolean isOfPlugin(String name) {
    return PACKAGES.stream().anyMatch(name::startsWith);
  }
}
