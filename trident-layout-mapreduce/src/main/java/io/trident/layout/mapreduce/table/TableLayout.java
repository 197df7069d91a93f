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
import io.trident.layout.extent.RowBounds;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import io.trident.layout.table.SourceListJson;
import io.trident.layout.table.SuperExtentCuts;
import io.trident.layout.table.SuperExtentCuts.Run;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** What follows from a table's specification and its source files. Immutable. */
public final class TableLayout {
  /** The name of the specification in the directory that {@link #read} takes. */
  public static final String SPEC = "spec.json";

  private final TableSpec spec;
  private final List<Load> loads;
  private final SourceList sources;
  private final long[] starts;
  private final List<Run> runs;
  private final RowFormat format;
  private final FormatAdapter adapter;
  private final RowFormats formats;

  /** By number of extents; super-extents have one of two. */
  private final Map<Integer, RowKeys> keys = new HashMap<>();

  /**
   * Files that became super-extents at once, by the conversion or an append.
   *
   * @param sources the files, by the names that they had
   * @param firstSource the number of the first one in all source files
   * @param firstSuperExtent the number of the first super-extent
   */
  private record Load(SourceList sources, int firstSource, int firstSuperExtent) {}

  /**
   * Opens the format.
   *
   * @param loads the files that were converted, then those of each append
   * @throws IllegalArgumentException if the format is not installed, or its options are not valid
   */
  public TableLayout(TableSpec spec, List<SourceList> loads) {
    this.spec = spec;
    List<Load> added = new ArrayList<>();
    List<Run> cut = new ArrayList<>();
    SourceList all = new SourceList(List.of());
    for (SourceList load : loads) {
      long start = all.bytes();
      added.add(new Load(load, all.sources().size(), cut.size()));
      for (Run run : SuperExtentCuts.cut(spec, load.bytes())) {
        cut.add(new Run(start + run.from(), start + run.to(), run.extents()));
      }
      all = all.plus(load);
    }
    this.loads = List.copyOf(added);
    this.sources = all;
    this.starts = all.starts();
    this.runs = List.copyOf(cut);
    this.formats = RowFormats.installed(TableLayout.class.getClassLoader());
    this.format = formats.find(spec.format().name(), spec.format().version());
    this.adapter = spec.open(formats);
    for (Run run : runs) {
      keys.computeIfAbsent(run.extents(), extents -> new RowKeys(spec.layout(extents), adapter));
    }
  }

  /**
   * Reads the specification and the lists of source files from a directory.
   *
   * @throws IOException if they cannot be read, or are not valid
   */
  public static TableLayout read(FileSystem files, Path directory) throws IOException {
    TableSpec spec = TableSpecJson.read(Texts.read(files, new Path(directory, SPEC)));
    List<SourceList> loads = new ArrayList<>();
    int superExtents = 0;
    try {
      while (true) {
        String list = sourcesName(superExtents);
        loads.add(SourceListJson.read(Texts.read(files, new Path(directory, list))));
        int more = SuperExtentCuts.cut(spec, loads.get(loads.size() - 1).bytes()).size();
        superExtents += more;
        if (more == 0 || !files.exists(new Path(directory, sourcesName(superExtents)))) {
          return new TableLayout(spec, loads);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /**
   * Writes the specification and the lists of source files, for {@link #read}.
   *
   * @throws IOException if that is not possible
   */
  public void write(DistributedFileSystem files, Path directory) throws IOException {
    write(files, new Path(directory, SPEC), TableSpecJson.write(spec));
    for (Load load : loads) {
      Path list = new Path(directory, sourcesName(load.firstSuperExtent()));
      write(files, list, SourceListJson.write(load.sources()));
    }
  }

  private static void write(DistributedFileSystem files, Path path, String text)
      throws IOException {
    Texts.replace(files, path, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String sourcesName(int superExtent) {
    return TablePaths.sources(superExtent).substring(TablePaths.HIDDEN.length() + 1);
  }

  /**
   * Returns the table with further files appended.
   *
   * @param appended becomes super-extents of its own
   */
  public TableLayout plus(SourceList appended) {
    List<SourceList> all = new ArrayList<>();
    loads.forEach(load -> all.add(load.sources()));
    all.add(appended);
    return new TableLayout(spec, all);
  }

  private Load newest() {
    return loads.get(loads.size() - 1);
  }

  /** Returns the super-extents of the last append, or of the conversion if there is none. */
  public List<Integer> newestSuperExtents() {
    return IntStream.range(newest().firstSuperExtent(), runs.size()).boxed().toList();
  }

  /** Returns the files of the last append, or of the conversion, by the names that they had. */
  public SourceList newestSources() {
    return newest().sources();
  }

  /** Returns the path that the list of these has in the table's directory. */
  public String newestSourcesPath() {
    return TablePaths.sources(newest().firstSuperExtent());
  }

  /**
   * Returns a file of {@link #newestSources}.
   *
   * @param source its number in all source files
   */
  public Source newestSource(int source) {
    return newest().sources().sources().get(source - newest().firstSource());
  }

  /** Returns the specification. */
  public TableSpec spec() {
    return spec;
  }

  /**
   * Returns all source files, by the names that they have when the table is reverted; see {@link
   * SourceList#plus}.
   */
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

  /** Returns what gathers bounds of columns that are no dimensions, without rows. */
  public RowBounds bounds() {
    return spec.bounds(formats);
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
