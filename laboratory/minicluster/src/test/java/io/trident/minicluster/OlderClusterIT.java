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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test that failed is run again in the same directory. */
class OlderClusterIT {
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  private Path dir;

  @Test
  void aClusterReplacesTheOneThatItsDirectoryHolds() throws IOException {
    try (TieredCluster older = start()) {
      write(older);
    }
    try (TieredCluster newer = start()) {
      assertThat(newer.fileSystem().exists(FILE)).isFalse();
      write(newer);
      newer.awaitReplicas(FILE);
    }
  }

  @Test
  void whatIsNoClustersIsLeftAlone() throws IOException {
    Path other = Files.writeString(Files.createDirectory(dir.resolve("tmp")).resolve("file"), "x");
    try (TieredCluster cluster = start()) {
      write(cluster);
    }
    assertThat(other).hasContent("x");
  }

  private TieredCluster start() throws IOException {
    return TieredCluster.builder().nodes(2).racks(1).hdfsOnly().baseDir(dir).start();
  }

  private static void write(TieredCluster cluster) throws IOException {
    try (FSDataOutputStream out = cluster.fileSystem().create(FILE, (short) 2)) {
      out.write(1);
    }
  }
}
