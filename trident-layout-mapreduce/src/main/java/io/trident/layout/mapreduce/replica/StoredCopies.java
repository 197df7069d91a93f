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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.core.replication.Copy;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Where the copies of rows are: for each member of a group the nodes of each of its parts, as HDFS
 * has them. Sets of more nodes than failures are left out, as they are never lost.
 *
 * @param failures how many nodes may be lost
 * @param source of each file of the source, in the order of the list that replicas have
 * @param replicas of each partition of each replica
 */
record StoredCopies(int failures, List<Copy> source, List<List<Copy>> replicas) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Sets of nodes, as JSON has them. */
  private record Form(
      int failures, List<List<Set<String>>> source, List<List<List<Set<String>>>> replicas) {}

  /**
   * Looks where the parts are.
   *
   * @throws IOException if the directories cannot be listed, or a file of the source is gone
   */
  static StoredCopies of(
      DistributedFileSystem files, Path source, List<Replica> replicas, int failures)
      throws IOException {
    TableLayout table = replicas.get(0).table();
    StoredFiles sources = new StoredFiles(files, source, table.paths());
    List<Copy> ofSource = new ArrayList<>();
    for (var one : table.sources().sources()) {
      Optional<HdfsLocatedFileStatus> file = sources.find(one.name());
      ofSource.add(copy(file, failures));
    }
    List<List<Copy>> ofReplicas = new ArrayList<>();
    for (Replica replica : replicas) {
      StoredFiles stored = new StoredFiles(files, replica.path(), table.paths());
      List<Copy> partitions = new ArrayList<>();
      for (int p = 0; p < replica.scheme().partitions(); p++) {
        partitions.add(copy(stored.find(replica.file(p).getName()), failures));
      }
      ofReplicas.add(partitions);
    }
    return new StoredCopies(failures, ofSource, ofReplicas);
  }

  private static Copy copy(Optional<HdfsLocatedFileStatus> file, int failures) {
    if (file.isEmpty()) {
      return new Copy(List.of(Set.of())); // lost already
    }
    List<Set<String>> fatal = new ArrayList<>();
    for (LocatedBlock block : file.get().getLocatedBlocks().getLocatedBlocks()) {
      Copy.fatalToBlock(nodes(block), file.get().getReplication()).stream()
          .filter(nodes -> nodes.size() <= failures)
          .forEach(fatal::add);
    }
    return new Copy(fatal);
  }

  /** Returns the identifiers of the nodes that have a block. */
  static Set<String> nodes(LocatedBlock block) {
    Set<String> nodes = new HashSet<>();
    if (!block.isCorrupt()) {
      for (DatanodeInfo node : block.getLocations()) {
        nodes.add(node.getDatanodeUuid());
      }
    }
    return nodes;
  }

  /** Returns whether no row can collide, as some member is never lost. */
  boolean isSafe() {
    return isSafe(source) || replicas.stream().anyMatch(StoredCopies::isSafe);
  }

  private static boolean isSafe(List<Copy> parts) {
    return parts.stream().allMatch(part -> part.fatal().isEmpty());
  }

  /**
   * Returns the copies of a row.
   *
   * @param parts its file of the source, then its partition in each replica
   */
  List<Copy> of(List<Integer> parts) {
    List<Copy> copies = new ArrayList<>();
    copies.add(source.get(parts.get(0)));
    for (int r = 0; r < replicas.size(); r++) {
      copies.add(replicas.get(r).get(parts.get(r + 1)));
    }
    return copies;
  }

  String toJson() {
    try {
      return MAPPER.writeValueAsString(
          new Form(
              failures,
              source.stream().map(Copy::fatal).toList(),
              replicas.stream().map(all -> all.stream().map(Copy::fatal).toList()).toList()));
    } catch (JsonProcessingException e) {
      throw new AssertionError("Texts have a form", e);
    }
  }

  static StoredCopies read(String json) throws IOException {
    Form form = MAPPER.readValue(json, new TypeReference<Form>() {});
    return new StoredCopies(
        form.failures(),
        form.source().stream().map(Copy::new).toList(),
        form.replicas().stream().map(all -> all.stream().map(Copy::new).toList()).toList());
  }
}
