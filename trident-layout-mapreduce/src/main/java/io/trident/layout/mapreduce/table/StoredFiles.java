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
package io.trident.layout.mapreduce.table;

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * The files of a table as the NameNode has them now. Each directory is listed once, when it is
 * first asked for. Not thread-safe.
 */
public final class StoredFiles {
  private final DistributedFileSystem files;
  private final Path table;
  private final TablePaths paths;
  private final Map<Path, Map<String, HdfsLocatedFileStatus>> directories = new HashMap<>();

  /** Looks at a table's directory, or that of a table that is being built. */
  public StoredFiles(DistributedFileSystem files, Path table, TablePaths paths) {
    this.files = files;
    this.table = table;
    this.paths = paths;
  }

  /**
   * Returns the file of an extent or parity, if there is one.
   *
   * @throws IOException if its directory cannot be listed
   */
  public Optional<HdfsLocatedFileStatus> find(long superExtent, Extent extent) throws IOException {
    return find(paths.of(superExtent, extent));
  }

  /**
   * Returns a file by its path in the table's directory, if there is one.
   *
   * @throws IOException if its directory cannot be listed
   */
  public Optional<HdfsLocatedFileStatus> find(String relative) throws IOException {
    Path path = new Path(table, relative);
    Path parent = requireNonNull(path.getParent());
    Map<String, HdfsLocatedFileStatus> listed = directories.get(parent);
    if (listed == null) {
      listed = list(parent);
      directories.put(parent, listed);
    }
    return Optional.ofNullable(listed.get(path.getName()));
  }

  private Map<String, HdfsLocatedFileStatus> list(Path directory) throws IOException {
    Map<String, HdfsLocatedFileStatus> found = new HashMap<>();
    try {
      RemoteIterator<LocatedFileStatus> all = files.listLocatedStatus(directory);
      while (all.hasNext()) {
        LocatedFileStatus one = all.next();
        if (one.isFile() && one instanceof HdfsLocatedFileStatus file) {
          found.put(file.getPath().getName(), file);
        }
      }
    } catch (FileNotFoundException e) {
      return Map.of();
    }
    return found;
  }

  /** Returns what is known of a file. */
  public static FoundFile found(HdfsLocatedFileStatus file) {
    return new FoundFile(
        file.getFileId(),
        file.getLen(),
        file.getLocatedBlocks().isUnderConstruction(),
        file.getLocatedBlocks().getLocatedBlocks().stream().map(StoredFiles::found).toList());
  }

  private static FoundFile.Block found(LocatedBlock block) {
    return new FoundFile.Block(
        block.getBlock().getBlockId(),
        block.getBlock().getGenerationStamp(),
        !block.isCorrupt() && block.getLocations().length > 0);
  }

  /**
   * Returns the block that a file is.
   *
   * @throws IOException if it has several, or is being written
   */
  public static BlockIdentity identity(HdfsLocatedFileStatus file) throws IOException {
    return found(file)
        .identity()
        .orElseThrow(
            () ->
                new IOException(
                    "%s is no extent: it has %d blocks or is being written."
                        .formatted(
                            file.getPath(), file.getLocatedBlocks().getLocatedBlocks().size())));
  }

  /**
   * Returns how a file of a manifest is now.
   *
   * @throws IOException if its directory cannot be listed
   */
  public FoundFile.State state(long superExtent, Extent extent, StoredObject stored)
      throws IOException {
    return FoundFile.compare(find(superExtent, extent).map(StoredFiles::found), stored);
  }
}
