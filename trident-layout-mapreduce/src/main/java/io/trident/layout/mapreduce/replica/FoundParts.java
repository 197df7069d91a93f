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
import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.replication.LostParts;
import io.trident.core.replication.LostParts.Partition;
import io.trident.core.replication.LostParts.SourceFile;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Looks at the files of a group, and has the core decide which of its parts are lost. */
public final class FoundParts {
  private FoundParts() {}

  /**
   * Looks which parts are lost now.
   *
   * @throws IOException if directories cannot be listed, or a file of the source was changed
   */
  public static LostParts lost(DistributedFileSystem files, ReplicaGroup group) throws IOException {
    List<Set<Integer>> lost = new ArrayList<>();
    lost.add(lostOfSource(files, group));
    for (Replica replica : group.replicas()) {
      lost.add(lostOfReplica(files, replica));
    }
    return new LostParts(lost);
  }

  /**
   * Returns the numbers of the source's files that cannot be read.
   *
   * @throws IOException if the directory cannot be listed, or a file was changed
   */
  public static Set<Integer> lostOfSource(DistributedFileSystem files, ReplicaGroup group)
      throws IOException {
    TableLayout table = group.replicas().get(0).table();
    StoredFiles stored = new StoredFiles(files, group.source(), table.paths());
    List<SourceFile> found = new ArrayList<>();
    for (Source source : table.sources().sources()) {
      SourceFile file = new SourceFile(source.length(), found(stored, source.name()));
      if (file.isChanged()) {
        throw new IOException(
            "%s has %d bytes, and had %d when replicas were made; make these again."
                .formatted(
                    stored.find(source.name()).orElseThrow().getPath(),
                    file.found().orElseThrow().length(),
                    source.length()));
      }
      found.add(file);
    }
    return LostParts.ofSource(found);
  }

  /**
   * Returns the partitions of a replica that cannot be read.
   *
   * @throws IOException if its directories cannot be listed
   */
  public static Set<Integer> lostOfReplica(DistributedFileSystem files, Replica replica)
      throws IOException {
    StoredFiles stored = new StoredFiles(files, replica.path(), replica.table().paths());
    List<Partition> found = new ArrayList<>();
    for (int p = 0; p < replica.scheme().partitions(); p++) {
      found.add(
          new Partition(
              replica.entry(p).stored(),
              found(stored, replica.table().paths().of(0, new DataExtent(0, p))),
              found(stored, replica.table().paths().order(0, p))));
    }
    return LostParts.ofReplica(found);
  }

  private static Optional<FoundFile> found(StoredFiles stored, String relative) throws IOException {
    return stored.find(relative).map(StoredFiles::found);
  }
}
