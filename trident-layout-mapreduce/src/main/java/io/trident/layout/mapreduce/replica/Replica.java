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
package io.trident.layout.mapreduce.replica;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.value.Value;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.ReplicaStatistics;
import io.trident.layout.table.ReplicaStatisticsJson;
import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A replica of a source: a table of one super-extent, whose only dimension is by hash.
 *
 * @param path its directory, absolute
 * @param table its layout
 * @param manifest of its super-extent
 */
public record Replica(Path path, TableLayout table, Manifest manifest) {
  /**
   * Opens a replica.
   *
   * @param path absolute
   * @throws FileNotFoundException if there is none
   * @throws IOException if it is another kind of table, or cannot be read
   */
  public static Replica open(FileSystem files, Path path) throws IOException {
    TableLayout table = TableLayout.read(files, new Path(path, TablePaths.HIDDEN));
    List<DimensionSpec> dimensions = table.spec().dimensions();
    if (dimensions.size() != 1
        || dimensions.get(0).boundaries().isPresent()
        || table.runs().size() != 1
        || table.runs().get(0).extents() != table.spec().extents()
        || table.spec().parities() != 0
        || table.format().storesRowIds()) {
      throw new IOException(
          "%s is no replica: that is a table of one super-extent, of one dimension by hash, without parity. Make one: bin/trident replicas create"
              .formatted(path));
    }
    return new Replica(path, table, ManifestFiles.read(files, path, table, 0));
  }

  /** Returns how it is partitioned. */
  public PartitionScheme scheme() {
    return new PartitionScheme(table.spec().dimensions().get(0).column(), table.spec().extents());
  }

  /**
   * Returns what is known of it.
   *
   * @throws FileNotFoundException if it is no member of a group
   * @throws IOException if it cannot be read
   */
  public ReplicaStatistics statistics(FileSystem files) throws IOException {
    Path file = new Path(path, ReplicaPaths.STATISTICS);
    try {
      return ReplicaStatisticsJson.read(Texts.read(files, file));
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Returns the manifest's entry of a partition. */
  public ExtentEntry entry(int partition) {
    return manifest.entry(new DataExtent(0, partition));
  }

  /** Returns the bytes of all partitions. */
  public long bytes() {
    return manifest.dimensions().get(0).extents().stream()
        .mapToLong(one -> one.stored().length())
        .sum();
  }

  /** Returns the path of a partition. */
  public Path file(int partition) {
    return new Path(path, table.paths().of(0, new DataExtent(0, partition)));
  }

  /** Returns the path of the places of a partition's rows. */
  public Path order(int partition) {
    return new Path(path, table.paths().order(0, partition));
  }

  /**
   * Returns the key of a row.
   *
   * @throws InvalidRecordException if it cannot be parsed
   */
  public Value key(Value.Bytes record) throws InvalidRecordException {
    return table.adapter().keys(record).get(0);
  }
}
