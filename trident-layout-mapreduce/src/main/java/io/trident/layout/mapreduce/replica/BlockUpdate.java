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
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.Texts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/** Manifests of replicas whose partitions are other blocks than they were, with the same rows. */
public final class BlockUpdate {
  private BlockUpdate() {}

  /**
   * Returns the manifest with the blocks that partitions are now.
   *
   * @param stored where the partitions are
   * @throws IOException if one is not there, has another length or several blocks
   */
  public static Manifest of(Replica replica, List<Integer> partitions, StoredFiles stored)
      throws IOException {
    DimensionEntry dimension = replica.manifest().dimensions().get(0);
    List<ExtentEntry> entries = new ArrayList<>(dimension.extents());
    for (int p : partitions) {
      HdfsLocatedFileStatus file =
          stored
              .find(0, new DataExtent(0, p))
              .orElseThrow(
                  () -> new IOException("%s has no partition %d.".formatted(replica.path(), p)));
      ExtentEntry before = entries.get(p);
      if (file.getLen() != before.stored().length()) {
        throw new IOException(
            "Partition %d has %d bytes, and had %d: it was changed, or written by another version of its format."
                .formatted(p, file.getLen(), before.stored().length()));
      }
      entries.set(
          p,
          new ExtentEntry(
              new StoredObject(
                  StoredFiles.identity(file), before.stored().length(), before.stored().crc()),
              before.buckets()));
    }
    Manifest manifest = replica.manifest();
    return new Manifest(
        0,
        manifest.adapter(),
        manifest.adapterVersion(),
        manifest.parity(),
        List.of(new DimensionEntry(dimension.dimension(), entries, dimension.parities())));
  }

  /**
   * Replaces the manifest of a replica, as one step.
   *
   * @throws IOException if that is not possible
   */
  public static void write(DistributedFileSystem files, Replica replica, Manifest manifest)
      throws IOException {
    Texts.update(
        files,
        new Path(replica.path(), replica.table().paths().manifest(0)),
        ManifestCodec.encode(manifest));
  }
}
