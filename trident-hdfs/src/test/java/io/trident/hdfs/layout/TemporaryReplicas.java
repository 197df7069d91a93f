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
package io.trident.hdfs.layout;

import io.trident.hdfs.TieredHdfs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;

/** The files of blocks that DataNodes are receiving from each other. */
final class TemporaryReplicas {
  private TemporaryReplicas() {}

  /** Puts a file where DataNodes would create that of a block, which they refuse then. */
  static List<Path> obstruct(TieredHdfs hdfs, ExtendedBlock block, List<DataNode> nodes)
      throws IOException {
    List<Path> obstacles = new ArrayList<>();
    for (DataNode node : nodes) {
      for (Path directory : directories(hdfs, node)) {
        obstacles.add(Files.createFile(directory.resolve(block.getBlockName())));
      }
    }
    return obstacles;
  }

  /** Removes such files. */
  static void remove(List<Path> files) throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  private static List<Path> directories(TieredHdfs hdfs, DataNode node) throws IOException {
    List<Path> directories = new ArrayList<>();
    for (StorageLocation volume : DataNode.getStorageLocations(node.getConf())) {
      String pool =
          MiniDFSCluster.getBPDir(
              new File(volume.getUri()), hdfs.cluster().getNamesystem().getBlockPoolId());
      directories.add(Path.of(pool, "tmp"));
    }
    return directories;
  }

  /** Returns what DataNodes are receiving from each other, or have left. */
  static List<Path> all(TieredHdfs hdfs) throws IOException {
    List<Path> found = new ArrayList<>();
    for (DataNode node : hdfs.cluster().getDataNodes()) {
      for (Path directory : directories(hdfs, node)) {
        try (Stream<Path> files = Files.list(directory)) {
          files.forEach(found::add);
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    }
    return found;
  }
}
