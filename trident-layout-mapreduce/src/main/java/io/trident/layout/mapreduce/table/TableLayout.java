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

import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceListJson;
import io.trident.layout.table.SuperExtentCuts;
import io.trident.layout.table.SuperExtentCuts.Run;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What follows from a table's specification and its source files. Immutable. */
public final class TableLayout {
  /** The names of the files in the directory that {@link #read} takes. */
  public static final String SPEC = "spec.json";

  /** The list of source files. */
  public static final String SOURCES = "sources.json";

  private final TableSpec spec;
  private final SourceList sources;
  private final long[] starts;
  private final List<Run> runs;
  private final RowFormat format;
  private final FormatAdapter adapter;

  /** By number of extents; super-extents have one of two. */
  private final Map<Integer, RowKeys> keys = new HashMap<>();

  /**
   * Opens the format.
   *
   * @throws IllegalArgumentException if the format is not installed, or its options are not valid
   */
  public TableLayout(TableSpec spec, SourceList sources) {
    this.spec = spec;
    this.sources = sources;
    this.starts = sources.starts();
    this.runs = SuperExtentCuts.cut(spec, sources.bytes());
    RowFormats formats = RowFormats.installed(TableLayout.class.getClassLoader());
    this.format = formats.find(spec.format().name(), spec.format().version());
    this.adapter = spec.open(formats);
    for (Run run : runs) {
      keys.computeIfAbsent(run.extents(), extents -> new RowKeys(spec.layout(extents), adapter));
    }
  }

  /**
   * Reads both files from a directory.
   *
   * @throws IOException if they cannot be read, or are not valid
   */
  public static TableLayout read(FileSystem files, Path directory) throws IOException {
    TableSpec spec = TableSpecJson.read(Texts.read(files, new Path(directory, SPEC)));
    SourceList sources = SourceListJson.read(Texts.read(files, new Path(directory, SOURCES)));
    try {
      return new TableLayout(spec, sources);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /** Returns the specification. */
  public TableSpec spec() {
    return spec;
  }

  /** Returns the source files. */
  public SourceList sources() {
    return sources;
  }

  /** Returns where a source file begins in all of them. */
  public long startOf(int source) {
    return starts[source];
  }

  /** Returns the super-extents, as ranges of the bytes of all source files. */
  public List<Run> runs() {
    return runs;
  }

  /** Returns the format. */
  public RowFormat format() {
    return format;
  }

  /** Returns the format, opened for this table. */
  public FormatAdapter adapter() {
    return adapter;
  }

  /** Returns the names of the table's files. */
  public TablePaths paths() {
    return new TablePaths(format.extension());
  }

  /** Returns what gives rows of a super-extent their keys. */
  public RowKeys keys(int superExtent) {
    return Objects.requireNonNull(keys.get(runs.get(superExtent).extents()));
  }

  /** Returns the layout of a super-extent. */
  public RowLayout layout(int superExtent) {
    return keys(superExtent).layout();
  }

  /** Returns the parity groups of a super-extent. */
  public ParityGroups parity(int superExtent) {
    return spec.parityGroups(runs.get(superExtent).extents());
  }

  /** Returns the super-extent of the row that begins at a place. O(log super-extents). */
  public int superExtentAt(long place) {
    int low = 0;
    int high = runs.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (runs.get(middle).from() <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the source file that has the byte at a place. O(log files). */
  public int sourceAt(long place) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
