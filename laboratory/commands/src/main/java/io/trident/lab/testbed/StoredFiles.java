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
package io.trident.lab.testbed;

import io.trident.core.layout.ParityExtent;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The blocks below a directory and the nodes that the NameNode knows replicas at.
 *
 * @param blocks in the order of the listing
 */
record StoredFiles(List<Block> blocks) {
  /**
   * A block.
   *
   * @param path of its file, below the directory
   * @param bytes its length
   * @param wanted replicas that the file asks for
   * @param hosts names of the nodes with a replica that is not corrupt
   */
  record Block(String path, long bytes, int wanted, List<String> hosts) {
    int missing() {
      return Math.max(0, wanted - hosts.size());
    }
  }

  static StoredFiles of(FileSystem fileSystem, Path directory) throws IOException {
    Stream.Builder<Block> blocks = Stream.builder();
    String prefix = directory.toUri().getPath() + "/";
    RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(directory, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      String path = file.getPath().toUri().getPath().substring(prefix.length());
      for (BlockLocation block : file.getBlockLocations()) {
        List<String> hosts = block.isCorrupt() ? List.of() : List.of(block.getHosts());
        blocks.add(new Block(path, block.getLength(), file.getReplication(), hosts));
      }
    }
    return new StoredFiles(blocks.build().toList());
  }

  /** Returns the bytes of all replicas that a node has. */
  long bytesAt(String host) {
    return bytes(block -> block.hosts().contains(host));
  }

  /** Returns the bytes of blocks of which a node has the only replica, and all should be one. */
  long onlyAt(String host) {
    return bytes(block -> block.wanted() == 1 && block.hosts().equals(List.of(host)));
  }

  private long bytes(Predicate<Block> which) {
    return blocks.stream().filter(which).mapToLong(Block::bytes).sum();
  }

  /** Whether no block is without a replica. */
  boolean isAvailable() {
    return blocks.stream().noneMatch(block -> block.hosts().isEmpty());
  }

  /** Whether each block has as many replicas as its file asks for. */
  boolean isWhole() {
    return blocks.stream().allMatch(block -> block.missing() == 0);
  }

  /** Returns the bytes that the replicas take that files ask for, by the part of a table. */
  Map<String, Long> bytesByPart() {
    Map<String, Long> parts = new TreeMap<>();
    for (Block block : blocks) {
      parts.merge(part(block.path()), block.bytes() * block.wanted(), Long::sum);
    }
    return new LinkedHashMap<>(parts);
  }

  private static String part(String path) {
    return TablePaths.parse(path)
        .map(
            named ->
                named.extent() instanceof ParityExtent
                    ? "parities"
                    : "dimension " + named.extent().dimension())
        .orElse(path.matches("_trident/se\\d+/o/.*") ? "original order" : "manifests and lists");
  }
}
