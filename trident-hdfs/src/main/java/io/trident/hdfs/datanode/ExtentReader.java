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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.hdfs.layout.TableFiles;
import io.trident.hdfs.protocol.BadReplica;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.format.ByteSource;
import io.trident.layout.table.TablePaths;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Gives the extents of a super-extent to a rebuild: from HDFS, below the table's directory and only
 * if they are the blocks of the manifest, or those that were rebuilt before, from local files.
 */
final class ExtentReader implements ExtentSources {
  private final FileSystem fileSystem;
  private final FileSystem unverified;
  private final long table;
  private final TablePaths paths;
  private final long superExtent;
  private final Map<Extent, StoredObject> stored;
  private final ReadBytes read;
  private final Map<Extent, Path> local = new HashMap<>();
  private @Nullable Extent unreadable;

  /**
   * Reads a super-extent.
   *
   * @param unverified the same without HDFS's checksums
   * @param table the inode of its table's directory
   * @param read counts what is read from HDFS
   */
  ExtentReader(
      FileSystem fileSystem,
      FileSystem unverified,
      long table,
      TablePaths paths,
      Manifest manifest,
      ReadBytes read) {
    this.unverified = unverified;
    this.fileSystem = fileSystem;
    this.table = table;
    this.paths = paths;
    this.superExtent = manifest.superExtent();
    this.stored = manifest.files();
    this.read = read;
  }

  /** Has an extent read from a local file from now on. */
  void add(Extent extent, Path file) {
    local.put(extent, file);
  }

  @Override
  public ByteSource of(Extent extent) throws IOException {
    Path file = local.get(extent);
    if (file != null) {
      FileSystem files = FileSystem.getLocal(fileSystem.getConf()).getRaw();
      return new Local(files, file, files.getFileStatus(file).getLen());
    }
    return new Noted(extent, block(extent, fileSystem));
  }

  /** Returns the extent of which a read from HDFS has failed last. */
  Optional<Extent> unreadable() {
    return Optional.ofNullable(unreadable);
  }

  /**
   * Reads all replicas of an extent that a rebuild found to be corrupt or unreadable, and returns
   * those that are not what the manifest has. HDFS's checksums are passed over: where they fail for
   * all of several replicas, HDFS's clients blame themselves and report none.
   */
  List<BadReplica> badReplicas(Extent extent) throws IOException {
    StoredObject one = stored.get(extent);
    return one == null || local.containsKey(extent)
        ? List.of()
        : block(extent, unverified).nodesWithOther(one.crc()).stream()
            .map(node -> new BadReplica(extent, node))
            .toList();
  }

  private BlockSource block(Extent extent, FileSystem from) throws WrongBlockException {
    StoredObject one = stored.get(extent);
    if (one == null) {
      throw new WrongBlockException("The manifest has no " + extent);
    }
    Path path = TableFiles.path(table, paths.of(superExtent, extent));
    return new BlockSource(
        from, path, one.identity().block(), one.identity().generation(), one.length(), read);
  }

  /** An extent on HDFS; it is noted which one cannot be read. */
  private final class Noted implements ByteSource {
    private final Extent extent;
    private final ByteSource source;

    Noted(Extent extent, ByteSource source) {
      this.extent = extent;
      this.source = source;
    }

    @Override
    public String name() {
      return source.name();
    }

    @Override
    public long length() {
      return source.length();
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      InputStream in;
      try {
        in = source.open(from, to);
      } catch (IOException e) {
        unreadable = extent;
        throw e;
      }
      return new FilterInputStream(in) {
        @Override
        public int read() throws IOException {
          try {
            return in.read();
          } catch (IOException e) {
            unreadable = extent;
            throw e;
          }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          try {
            return in.read(bytes, offset, length);
          } catch (IOException e) {
            unreadable = extent;
            throw e;
          }
        }
      };
    }
  }

  /** An extent in a local file. */
  private record Local(FileSystem files, Path file, long length) implements ByteSource {
    @Override
    public String name() {
      return file.toString();
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      return from == to
          ? InputStream.nullInputStream()
          : new RangeStream(() -> files.open(file), from, to, new ReadBytes(), 0);
    }
  }
}
