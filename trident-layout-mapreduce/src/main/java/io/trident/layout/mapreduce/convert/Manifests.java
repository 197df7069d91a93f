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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.layout.extent.WrittenObject;
import io.trident.layout.extent.WrittenSuperExtent;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * Makes manifests of what reduces have written. A super-extent with a manifest is complete.
 *
 * @param files where the build directory is
 * @param build the build directory
 * @param table the table
 */
record Manifests(DistributedFileSystem files, Path build, TableLayout table) {
  private Path path(int superExtent) {
    return new Path(build, table.paths().manifest(superExtent));
  }

  boolean exists(int superExtent) throws IOException {
    return files.exists(path(superExtent));
  }

  /** Removes a manifest, so that the super-extent is written again. */
  void remove(int superExtent) throws IOException {
    files.delete(path(superExtent), false);
    parts().forget(superExtent);
  }

  private Parts parts() {
    return new Parts(files, build, table);
  }

  /**
   * Writes the manifest of a super-extent.
   *
   * @param stored the files of the build directory, listed after the job has ended
   * @return false if not all of it was written, and it must be written again
   * @throws IOException if what was written is not what maps have read
   */
  boolean complete(int superExtent, StoredFiles stored) throws IOException {
    Optional<Parts.Found> found = parts().read(superExtent);
    if (found.isEmpty()) {
      return false;
    }
    Map<Extent, WrittenObject> objects = new HashMap<>(found.get().parities());
    found.get().extents().forEach((extent, written) -> objects.put(extent, written.object()));
    Map<Extent, BlockIdentity> identities = new HashMap<>();
    for (Group group : Group.of(table, superExtent)) {
      for (Extent extent : group.files(table)) {
        Optional<HdfsLocatedFileStatus> file = stored.find(superExtent, extent);
        WrittenObject object = objects.get(extent);
        if (file.isEmpty() || object == null || file.get().getLen() != object.length()) {
          return false;
        }
        identities.put(extent, StoredFiles.identity(file.get()));
      }
    }
    if (!hasOrder(superExtent, stored)) {
      return false;
    }
    write(superExtent, found.get(), identities);
    return true;
  }

  private boolean hasOrder(int superExtent, StoredFiles stored) throws IOException {
    int extents = table.layout(superExtent).geometry().extents();
    for (int e = 0; !table.format().storesRowIds() && e < extents; e++) {
      if (stored.find(table.paths().order(superExtent, e)).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void write(int superExtent, Parts.Found found, Map<Extent, BlockIdentity> identities)
      throws IOException {
    WrittenSuperExtent written =
        new WrittenSuperExtent(
            table.layout(superExtent),
            table.parity(superExtent),
            found.extents(),
            found.parities());
    Manifest manifest;
    try {
      manifest =
          written
              .manifest(
                  superExtent,
                  table.format(),
                  extent -> Objects.requireNonNull(identities.get(extent)))
              .with(found.bounds());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "Super-extent %d was not written right: %s Convert again with --restart."
              .formatted(superExtent, e.getMessage()),
          e);
    }
    for (DimensionEntry dimension : manifest.dimensions()) {
      check(superExtent, dimension, found);
    }
    Texts.replace(
        files,
        new Path(build, table.paths().tally(superExtent)),
        found.tally().toJson().getBytes(StandardCharsets.UTF_8));
    Texts.replace(files, path(superExtent), ManifestCodec.encode(manifest));
  }

  private static void check(int superExtent, DimensionEntry dimension, Parts.Found found)
      throws IOException {
    long rows = dimension.rows();
    RecordSum sum =
        dimension.extents().stream().map(ExtentEntry::sum).reduce(RecordSum.NONE, RecordSum::plus);
    if (rows != found.tally().rows() || !sum.equals(found.tally().sum())) {
      throw new IOException(
          "Super-extent %d has %d rows of sum %s in dimension %s, the source %d of %s; convert again with --restart."
              .formatted(
                  superExtent,
                  rows,
                  sum,
                  dimension.dimension().name(),
                  found.tally().rows(),
                  found.tally().sum()));
    }
  }
}
