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
package io.trident.layout.mapreduce;

import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.partition.Skew;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a table consists of, and how its files are now.
 *
 * @param spec how it is replicated
 * @param sourceFiles that it was converted from
 * @param sourceBytes of these
 * @param superExtents how many there are
 * @param rows of the table
 * @param dimensions in order
 * @param bounds of other columns
 * @param parityBytes of all parities, each counted with its replicas
 * @param orderBytes of the original order, counted with its replicas
 * @param lost extents and parities without a readable replica
 * @param broken those that are not what was written, or gone
 */
public record TableView(
    TableSpec spec,
    int sourceFiles,
    long sourceBytes,
    int superExtents,
    long rows,
    List<DimensionView> dimensions,
    List<BoundsView> bounds,
    long parityBytes,
    long orderBytes,
    List<Named> lost,
    List<Named> broken) {
  /**
   * A dimension in all super-extents.
   *
   * @param column its column
   * @param extents how many extents it has
   * @param bytes of them
   * @param skew how unequal they are, in the super-extent where they are most
   */
  public record DimensionView(String column, int extents, long bytes, Skew skew) {}

  /**
   * A column that is no dimension.
   *
   * @param superExtents how many have bounds of it; queries can pass over these
   * @param bounds of all of them
   */
  public record BoundsView(int superExtents, ColumnBounds bounds) {
    private BoundsView with(BoundsView other) {
      return new BoundsView(superExtents + other.superExtents, bounds.with(other.bounds));
    }
  }

  /** An extent or parity of a super-extent. */
  public record Named(int superExtent, Extent extent, String path) {}

  /** Copies the lists. */
  public TableView {
    dimensions = List.copyOf(dimensions);
    bounds = List.copyOf(bounds);
    lost = List.copyOf(lost);
    broken = List.copyOf(broken);
  }

  /** Returns the bytes that the table has on disks. */
  public long storedBytes() {
    return dimensions.stream().mapToLong(DimensionView::bytes).sum() + parityBytes + orderBytes;
  }

  /**
   * Looks at a table: at all of its manifests, and of its files at what the NameNode knows.
   *
   * @throws IOException if it is no table, or cannot be read
   */
  public static TableView of(Path directory, Configuration conf) throws IOException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    TableLayout table;
    try {
      table = TableLayout.read(files, new Path(directory, TablePaths.HIDDEN));
    } catch (FileNotFoundException e) {
      throw new IOException(
          "%s is no logically replicated table: it has no %s."
              .formatted(directory, TablePaths.SPEC),
          e);
    }
    Summary summary = new Summary(table);
    StoredFiles stored = new StoredFiles(files, directory, table.paths());
    for (int i = 0; i < table.runs().size(); i++) {
      summary.add(i, ManifestFiles.read(files, directory, table, i), stored);
    }
    return summary.view();
  }

  /** Adds up super-extents. */
  private static final class Summary {
    private final TableLayout table;
    private final List<DimensionView> dimensions = new ArrayList<>();
    private final Map<String, BoundsView> bounds = new LinkedHashMap<>();
    private final List<Named> lost = new ArrayList<>();
    private final List<Named> broken = new ArrayList<>();
    private long rows;
    private long parityBytes;
    private long orderBytes;

    Summary(TableLayout table) {
      this.table = table;
    }

    void add(int superExtent, Manifest manifest, StoredFiles stored) throws IOException {
      for (int d = 0; d < manifest.dimensions().size(); d++) {
        DimensionEntry entry = manifest.dimensions().get(d);
        DimensionView view =
            new DimensionView(
                entry.dimension().name(),
                entry.extents().size(),
                entry.skew().total(),
                entry.skew());
        if (superExtent == 0) {
          dimensions.add(view);
        } else {
          dimensions.set(d, sum(dimensions.get(d), view));
        }
      }
      for (ColumnBounds one : manifest.bounds()) {
        bounds.merge(one.column(), new BoundsView(1, one), BoundsView::with);
      }
      rows += manifest.dimensions().get(0).rows();
      for (Map.Entry<Extent, StoredObject> file : manifest.files().entrySet()) {
        add(superExtent, file.getKey(), file.getValue(), stored);
      }
      for (int e = 0; e < manifest.geometry().extents(); e++) {
        orderBytes +=
            stored
                .find(table.paths().order(superExtent, e))
                .map(file -> file.getLen() * file.getReplication())
                .orElse(0L);
      }
    }

    private static DimensionView sum(DimensionView one, DimensionView other) {
      boolean isWorse = other.skew().largestToMean() > one.skew().largestToMean();
      return new DimensionView(
          one.column(),
          one.extents() + other.extents(),
          one.bytes() + other.bytes(),
          isWorse ? other.skew() : one.skew());
    }

    private void add(int superExtent, Extent extent, StoredObject object, StoredFiles stored)
        throws IOException {
      Named named = new Named(superExtent, extent, table.paths().of(superExtent, extent));
      switch (stored.state(superExtent, extent, object)) {
        case READABLE -> {}
        case LOST -> lost.add(named);
        case BROKEN, ABSENT -> broken.add(named);
      }
      if (extent instanceof ParityExtent) {
        parityBytes +=
            stored
                .find(superExtent, extent)
                .map(file -> file.getLen() * file.getReplication())
                .orElse(0L);
      }
    }

    TableView view() {
      return new TableView(
          table.spec(),
          table.sources().sources().size(),
          table.sources().bytes(),
          table.runs().size(),
          rows,
          dimensions,
          List.copyOf(bounds.values()),
          parityBytes,
          orderBytes,
          lost,
          broken);
    }
  }
}
