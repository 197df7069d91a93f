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
package io.trident.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostModel;
import io.trident.hdfs.locate.TierLocator;
import java.io.File;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** Integration tests run on the packaged jar; this one looks inside it. */
class PluginJarIT {
  @Test
  void jarIsSelfContainedAndBringsNothingThatCouldClash() throws Exception {
    File jar =
        new File(TierLocator.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(jar).isFile().hasExtension("jar");
    try (JarFile content = new JarFile(jar)) {
      List<String> classes =
          content.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).toList();
      assertThat(classes)
          .contains(CostModel.class.getName().replace('.', '/') + ".class")
          .anyMatch(
              name -> name.startsWith("io/trident/shaded/com/github/benmanes/caffeine/cache/"));
      assertThat(classes.stream().filter(name -> !name.startsWith("io/trident/")))
          .as("thin bridges in Hadoop's packages")
          .containsExactlyInAnyOrder(
              "org/apache/hadoop/hdfs/server/blockmanagement/BlockPlacementBridge.class",
              "org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge.class",
              "org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge$HookedDirectives.class",
              "org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge$HookedSet.class",
              "org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge$SnapshotIterator.class",
              "org/apache/hadoop/hdfs/server/namenode/CallerAccess.class",
              "org/apache/hadoop/hdfs/server/namenode/CallerAccess$ReadableFile.class");
    }
  }
}
