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
package io.trident.layout.mapreduce.convert;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.layout.extent.WrittenExtent;
import io.trident.layout.extent.WrittenObject;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What reduces report of the files that they wrote, until the client makes a manifest of it. A part
 * is a manifest of one dimension in which all extents but those of the group are empty, and blocks
 * are not known: so it has the manifest's checksum and bounds. Parts of dimension 0 have the bounds
 * of other columns.
 *
 * @param directory the build directory, or where a task attempt writes to it
 */
record Parts(DistributedFileSystem files, Path directory, TableLayout table) {
  private static final String KEYS = ".keys";
  private static final BlockIdentity UNKNOWN = new BlockIdentity(0, 0, 0);
  private static final StoredObject ABSENT = new StoredObject(UNKNOWN, 0, 0);

  private Path directory(int superExtent) {
    return new Path(directory, String.format(Locale.ROOT, "_convert/parts/se%04d", superExtent));
  }

  /** Returns the path of the tally that maps made of a super-extent. */
  Path tally(int superExtent) {
    return new Path(directory(superExtent), "rows.json");
  }

  private Path path(Group group) {
    return new Path(
        directory(group.superExtent()),
        String.format(Locale.ROOT, "d%d-g%02d", group.dimension(), group.group()));
  }

  void write(Group group, GroupWriter.Written written) throws IOException {
    RowLayout layout = table.layout(group.superExtent());
    ParityGroups parity = table.parity(group.superExtent());
    BucketEntry empty = new BucketEntry(0, 0, 0, 0, Optional.empty(), RecordSum.NONE);
    ExtentEntry absent =
        new ExtentEntry(ABSENT, Collections.nCopies(layout.geometry().extents(), empty));
    List<ExtentEntry> extents = new ArrayList<>();
    for (DataExtent extent : layout.geometry().extentsOf(group.dimension())) {
      WrittenExtent one = written.extents().get(extent);
      extents.add(one == null ? absent : one.at(UNKNOWN));
    }
    List<StoredObject> parities = new ArrayList<>();
    for (int g = 0; g < parity.groups(); g++) {
      for (ParityExtent extent : parity.parities(group.dimension(), g)) {
        WrittenObject one = written.parities().get(extent);
        parities.add(one == null ? ABSENT : one.at(UNKNOWN));
      }
    }
    DimensionEntry entry =
        new DimensionEntry(layout.dimensions().get(group.dimension()), extents, parities);
    Manifest part =
        new Manifest(
            group.superExtent(),
            table.format().name(),
            table.format().version(),
            parity,
            List.of(entry),
            written.bounds());
    Texts.replace(files, path(group), ManifestCodec.encode(part));
  }

  /** Keeps how many keys extents have, of a table of one dimension. */
  void write(Group group, KeyCount keys) throws IOException {
    Texts.replace(files, path(group).suffix(KEYS), keys.toText().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns how many keys each extent has, of a table of one dimension; 0 of others. */
  Map<Integer, Long> keys() throws IOException {
    Map<Integer, Long> keys = new HashMap<>();
    for (Group group : Group.of(table, 0)) {
      keys.putAll(KeyCount.read(Texts.read(files, path(group).suffix(KEYS))));
    }
    return keys;
  }

  /**
   * What was written of a super-extent, the rows that maps have counted, and bounds of columns that
   * are no dimensions.
   */
  record Found(
      Map<DataExtent, WrittenExtent> extents,
      Map<ParityExtent, WrittenObject> parities,
      RowTally tally,
      List<ColumnBounds> bounds) {}

  /**
   * Returns what reduces reported of a super-extent; nothing if a report is missing.
   *
   * @throws IOException if one cannot be read
   */
  Optional<Found> read(int superExtent) throws IOException {
    Map<DataExtent, WrittenExtent> extents = new HashMap<>();
    Map<ParityExtent, WrittenObject> parities = new HashMap<>();
    List<List<ColumnBounds>> bounds = new ArrayList<>();
    try {
      for (Group group : Group.of(table, superExtent)) {
        Manifest part = ManifestCodec.decode(ByteBuffer.wrap(Texts.readBytes(files, path(group))));
        DimensionEntry entry = part.dimensions().get(0);
        if (group.dimension() == 0) {
          bounds.add(part.bounds());
        }
        for (DataExtent extent : group.extents(table)) {
          ExtentEntry one = entry.extents().get(extent.extent());
          extents.put(extent, new WrittenExtent(object(one.stored()), one.buckets()));
        }
        for (ParityExtent parity : part.parity().parities(group.dimension(), group.group())) {
          int index = parity.group() * part.parity().parities() + parity.index();
          parities.put(parity, object(entry.parities().get(index)));
        }
      }
      RowTally tally = RowTally.read(Texts.read(files, tally(superExtent)));
      return Optional.of(
          new Found(
              extents,
              parities,
              tally,
              bounds.stream().reduce(ColumnBounds::common).orElse(List.of())));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (MalformedManifestException e) {
      throw new IOException(
          "%s: %s; convert again with --restart.".formatted(directory(superExtent), e.getMessage()),
          e);
    }
  }

  private static WrittenObject object(StoredObject stored) {
    return new WrittenObject(stored.length(), stored.crc());
  }

  /** Forgets what was reported of a super-extent, before it is written again. */
  void forget(int superExtent) throws IOException {
    files.delete(directory(superExtent), true);
  }
}
