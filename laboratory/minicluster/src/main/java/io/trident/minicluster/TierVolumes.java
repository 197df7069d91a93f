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

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileUtil;

/** The volumes of the DataNodes: memory (tagged NVDIMM, on tmpfs where there is one), SSD, DISK. */
final class TierVolumes {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long ROOM_BYTES = 1L << 30;

  private final Path memoryRoot;
  private final Path diskRoot;

  private TierVolumes(Path memoryRoot, Path diskRoot) {
    this.memoryRoot = memoryRoot;
    this.diskRoot = diskRoot;
  }

  static TierVolumes create(Path baseDir) throws IOException {
    Path disk = Files.createDirectories(baseDir.resolve("hdfs"));
    Path memory =
        hasTmpfs()
            ? Files.createTempDirectory(SHARED_MEMORY, "trident-memory-tier-")
            : Files.createDirectories(disk.resolve("memory"));
    return new TierVolumes(memory, disk);
  }

  /** Returns the value of {@code dfs.datanode.data.dir} for a node. */
  String dataDirs(String node) {
    StringBuilder dirs = new StringBuilder();
    volumes(node)
        .forEach(
            (type, dir) ->
                dirs.append(dirs.isEmpty() ? "" : ",")
                    .append('[')
                    .append(type)
                    .append(']')
                    .append(dir.toUri()));
    return dirs.toString();
  }

  /** Returns storage type -> directory. */
  Map<String, Path> volumes(String node) {
    return new TreeMap<>(
        Map.of(
            "NVDIMM", memoryRoot.resolve(node),
            "SSD", diskRoot.resolve(node).resolve("ssd"),
            "DISK", diskRoot.resolve(node).resolve("disk")));
  }

  /** Removes what no restart can use again; the disk tiers live and die with the base directory. */
  void deleteMemoryTier() {
    FileUtil.fullyDelete(memoryRoot.toFile());
  }

  private static boolean hasTmpfs() throws IOException {
    if (!Files.isWritable(SHARED_MEMORY)) {
      return false;
    }
    FileStore store = Files.getFileStore(SHARED_MEMORY);
    return store.type().equals("tmpfs") && store.getUsableSpace() >= ROOM_BYTES;
  }
}
