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
package io.trident.layout.mapreduce.read;

import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A table that is read: its specification, its format, and its manifests. */
final class OpenTable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenTable.class);

  private final DistributedFileSystem files;
  private final Path directory;
  private final TableSpec spec;
  private final TablePaths paths;
  private final RowFormats formats;
  private final RowFormat format;
  private final FormatAdapter adapter;

  /**
   * Reads the specification.
   *
   * @throws IOException if the directory is no table, or one whose rows cannot be given as lines
   */
  OpenTable(Path directory, Configuration conf) throws IOException {
    this.files = Blocks.hdfs(directory, conf);
    this.directory = files.makeQualified(directory);
    try {
      this.spec = TableSpecJson.read(Texts.read(files, new Path(directory, TablePaths.SPEC)));
    } catch (FileNotFoundException e) {
      throw new IOException(
          "%s is no logically replicated table: it has no %s."
              .formatted(directory, TablePaths.SPEC),
          e);
    }
    this.formats = RowFormats.installed(OpenTable.class.getClassLoader());
    this.format = formats.find(spec.format().name(), spec.format().version());
    if (!format.givesLines()) {
      throw new IOException(
          "%s is of format %s, whose rows cannot be given as lines of text; read it with Spark."
              .formatted(directory, format.name()));
    }
    this.paths = new TablePaths(format.extension());
    this.adapter = spec.open(formats);
  }

  DistributedFileSystem files() {
    return files;
  }

  Path directory() {
    return directory;
  }

  TableSpec spec() {
    return spec;
  }

  /**
   * Returns the number of a dimension.
   *
   * @throws IllegalArgumentException if no dimension has the column
   */
  int dimension(String column) {
    List<String> columns = spec.dimensions().stream().map(DimensionSpec::column).toList();
    int found = columns.indexOf(column);
    if (found < 0) {
      throw new IllegalArgumentException(
          "There is no dimension %s; there are %s.".formatted(column, String.join(", ", columns)));
    }
    return found;
  }

  TablePaths paths() {
    return paths;
  }

  /**
   * Returns the file of a split.
   *
   * @throws IOException if it is not there
   */
  FileSource source(FileSplit split) throws IOException {
    Path file = split.getPath();
    return new FileSource(files, file, files.getFileStatus(file).getLen());
  }

  FormatAdapter adapter() {
    return adapter;
  }

  /** Returns the format for each dimension, whose column is the only key. */
  List<FormatAdapter> adapters() {
    return spec.openByDimension(formats);
  }

  /**
   * Returns the format with other columns than those of dimensions as keys. These need not be
   * valid: a value that is none of its column's type is null.
   */
  FormatAdapter adapter(List<String> columns) {
    return format.open(spec.schema(), columns, format.tolerant(spec.format().options()));
  }

  /**
   * Returns the files that any reader of the directory sees.
   *
   * @throws IOException if it cannot be listed
   */
  List<LocatedFileStatus> visible() throws IOException {
    List<LocatedFileStatus> visible = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = files.listLocatedStatus(directory);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      String name = file.getPath().getName();
      if (file.isFile() && !name.startsWith("_") && !name.startsWith(".")) {
        visible.add(file);
      }
    }
    return visible;
  }

  /**
   * Returns the manifests that can be read and are of this table. Others are logged. Without any
   * visible file a super-extent has none: who deletes or replaces these deletes its rows.
   *
   * @param visible the {@link #visible} files
   * @throws IOException if the directory cannot be listed
   */
  List<Manifest> manifests(List<LocatedFileStatus> visible) throws IOException {
    Set<Long> present =
        visible.stream()
            .flatMap(file -> paths.named(file.getPath().getName()).stream())
            .map(TablePaths.Named::superExtent)
            .collect(Collectors.toSet());
    List<Manifest> manifests = new ArrayList<>();
    FileStatus[] all = files.listStatus(new Path(directory, TablePaths.HIDDEN));
    Arrays.sort(all);
    for (FileStatus one : all) {
      OptionalLong number = TablePaths.superExtent(one.getPath().getName());
      if (number.isPresent() && present.contains(number.getAsLong())) {
        add(number.getAsLong(), manifests);
      }
    }
    return manifests;
  }

  private void add(long number, List<Manifest> manifests) {
    Path path = new Path(directory, paths.manifest(number));
    try {
      Manifest manifest =
          ManifestCodec.decode(ByteBuffer.wrap(Texts.readBytes(files, path))).forPlanning();
      List<String> columns =
          manifest.dimensions().stream().map(one -> one.dimension().name()).toList();
      if (manifest.superExtent() != number
          || !columns.equals(spec.dimensions().stream().map(DimensionSpec::column).toList())) {
        throw new IOException("it is of another super-extent or has other dimensions");
      }
      manifests.add(manifest);
    } catch (IOException | MalformedManifestException e) {
      LOG.warn("{} is of no use; its super-extent is read from the visible files", path, e);
    }
  }
}
