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
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * What of a group cannot be read: of the source files, of replicas partitions. A file is lost as a
 * whole if one of its blocks is; a partition also if the places of its rows are, or if it is not
 * the block that was written.
 *
 * @param byMember the numbers of the parts of each member: the source, then the replicas
 */
public record LostParts(List<Set<Integer>> byMember) {
  /** Copies the lists. */
  public LostParts {
    byMember = byMember.stream().<Set<Integer>>map(Set::copyOf).toList();
  }

  /**
   * Looks which parts are lost now.
   *
   * @throws IOException if directories cannot be listed, or a file of the source was changed
   */
  public static LostParts of(DistributedFileSystem files, ReplicaGroup group) throws IOException {
    List<Set<Integer>> lost = new ArrayList<>();
    lost.add(ofSource(files, group));
    for (Replica replica : group.replicas()) {
      lost.add(ofReplica(files, replica));
    }
    return new LostParts(lost);
  }

  /**
   * Returns the numbers of the source's files that cannot be read.
   *
   * @throws IOException if the directory cannot be listed, or a file was changed
   */
  public static Set<Integer> ofSource(DistributedFileSystem files, ReplicaGroup group)
      throws IOException {
    TableLayout table = group.replicas().get(0).table();
    StoredFiles stored = new StoredFiles(files, group.source(), table.paths());
    Set<Integer> lost = new HashSet<>();
    List<Source> sources = table.sources().sources();
    for (int s = 0; s < sources.size(); s++) {
      Optional<HdfsLocatedFileStatus> file = stored.find(sources.get(s).name());
      if (file.isPresent() && file.get().getLen() != sources.get(s).length()) {
        throw new IOException(
            "%s has %d bytes, and had %d when replicas were made; make these again."
                .formatted(file.get().getPath(), file.get().getLen(), sources.get(s).length()));
      }
      if (!isReadable(file)) {
        lost.add(s);
      }
    }
    return lost;
  }

  /**
   * Returns the partitions of a replica that cannot be read.
   *
   * @throws IOException if its directories cannot be listed
   */
  public static Set<Integer> ofReplica(DistributedFileSystem files, Replica replica)
      throws IOException {
    StoredFiles stored = new StoredFiles(files, replica.path(), replica.table().paths());
    Set<Integer> lost = new HashSet<>();
    for (int p = 0; p < replica.scheme().partitions(); p++) {
      DataExtent extent = new DataExtent(0, p);
      StoredFiles.State state = stored.state(0, extent, replica.entry(p).stored());
      if (state != StoredFiles.State.READABLE
          || !isReadable(stored.find(replica.table().paths().order(0, p)))) {
        lost.add(p);
      }
    }
    return lost;
  }

  private static boolean isReadable(Optional<HdfsLocatedFileStatus> file) {
    return file.isPresent()
        && !file.get().getLocatedBlocks().isUnderConstruction()
        && file.get().getLocatedBlocks().getLocatedBlocks().stream()
            .allMatch(LostParts::isReadable);
  }

  private static boolean isReadable(LocatedBlock block) {
    return !block.isCorrupt() && block.getLocations().length > 0;
  }

  /** Returns whether nothing is lost. */
  public boolean isNone() {
    return byMember.stream().allMatch(Set::isEmpty);
  }
}
