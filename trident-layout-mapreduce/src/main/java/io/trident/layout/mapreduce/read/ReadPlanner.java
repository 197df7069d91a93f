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

import io.trident.core.config.PrefetchKeys;
import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.FoundFile.State;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.selection.Candidates;
import io.trident.core.layout.selection.Selection;
import io.trident.core.layout.selection.TableChoice;
import io.trident.core.layout.selection.TableChoice.TierLookup;
import io.trident.core.layout.selection.TierCost;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Plans what is read of a table; the choice itself is {@link TableChoice}'s. */
final class ReadPlanner {
  private static final double SEEK_SECONDS = 0.01;
  private static final int MOST_INTERVALS = 256;

  private final OpenTable table;
  private final StoredFiles stored;
  private final List<FileSplit> splits = new ArrayList<>();
  private final Map<Long, Integer> planned = new HashMap<>();
  private long bytes;
  private long allBytes;

  ReadPlanner(OpenTable table) {
    this.table = table;
    this.stored = new StoredFiles(table.files(), table.directory(), table.paths());
  }

  /** Plans, once; see {@link TableReads#of}. */
  TableReads plan(ReadRequest request, Configuration conf) throws IOException {
    Conditions conditions = Conditions.parse(request.where(), table.spec());
    Optional<RowSlice> slice = RowSlice.of(request, table);
    List<LocatedFileStatus> visible = table.visible();
    List<Candidates> all =
        TableChoice.ranked(
            table.manifests(visible),
            conditions.filter().columns(MOST_INTERVALS),
            wanted(request),
            new TierCost(SEEK_SECONDS, PrefetchKeys.rates(conf::get)),
            TierLookup.UNKNOWN);
    try {
      for (Candidates one : all) {
        Optional<Selection> selection =
            one.first(
                extent ->
                    Set.of(State.READABLE, State.LOST).contains(state(one.manifest(), extent)),
                extent -> state(one.manifest(), extent) == State.READABLE);
        if (selection.isPresent()) {
          add(one.manifest(), selection.get());
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (LocatedFileStatus file : visible) {
      addUnplanned(file);
    }
    return new TableReads(table, conditions, slice, splits, bytes, allBytes);
  }

  private OptionalInt wanted(ReadRequest request) {
    return request.dimension().isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(table.dimension(request.dimension().get()));
  }

  private State state(Manifest manifest, DataExtent extent) {
    try {
      return stored.state(manifest.superExtent(), extent, manifest.entry(extent).stored());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Manifest manifest, Selection selection) throws IOException {
    planned.put(manifest.superExtent(), manifest.geometry().extents());
    allBytes +=
        manifest.dimensions().get(0).extents().stream()
            .mapToLong(extent -> extent.stored().length())
            .sum();
    for (DataExtent extent : selection.extents()) {
      LocatedFileStatus file = stored.find(manifest.superExtent(), extent).orElseThrow();
      if (!table.adapter().isSplittable()) {
        add(file, 0, file.getLen());
        continue;
      }
      ExtentEntry entry = manifest.entry(extent);
      long from = 0;
      long to = 0;
      for (Bucket bucket : selection.buckets()) {
        if (bucket.in().equals(extent)) {
          long offset = entry.offset(bucket.bucket());
          if (offset != to) {
            add(file, from, to);
            from = offset;
          }
          to = offset + entry.length(bucket.bucket());
        }
      }
      add(file, from, to);
    }
  }

  /** Adds a visible file, unless it is an extent of which a dimension was planned. */
  private void addUnplanned(LocatedFileStatus file) throws IOException {
    boolean isPlanned =
        table.paths().named(file.getPath().getName()).filter(this::isPlanned).isPresent();
    if (!isPlanned) {
      allBytes += file.getLen();
      add(file, 0, file.getLen());
    }
  }

  private boolean isPlanned(TablePaths.Named name) {
    return name.extent() instanceof DataExtent extent
        && extent.extent() < planned.getOrDefault(name.superExtent(), 0);
  }

  private void add(LocatedFileStatus file, long from, long to) throws IOException {
    if (to > from) {
      bytes += to - from;
      String[] hosts = {};
      for (BlockLocation block : file.getBlockLocations()) {
        if (block.getOffset() <= from) {
          hosts = block.getHosts();
        }
      }
      splits.add(new FileSplit(file.getPath(), from, to - from, hosts));
    }
  }
}
