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

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * In which part of each member of a group rows are: the file of the source, and the partitions of
 * replicas. So members are numbered: the source is 0, replicas follow.
 *
 * @param replicas at least one
 */
record GroupRows(List<Replica> replicas) {
  /** Replicas are made of one list of files, and have the same columns. */
  private static final String REPLICAS = "trident.layout.job.replicas";

  GroupRows {
    replicas = List.copyOf(replicas);
  }

  /** Leaves the paths for tasks. */
  void set(Configuration conf) {
    conf.set(
        REPLICAS, String.join("\n", replicas.stream().map(one -> one.path().toString()).toList()));
  }

  /** Opens the replicas in a task. */
  static GroupRows of(FileSystem files, Configuration conf) throws IOException {
    List<Replica> replicas = new ArrayList<>();
    for (String path : Arrays.asList(requireNonNull(conf.get(REPLICAS)).split("\n", -1))) {
      replicas.add(Replica.open(files, new Path(path)));
    }
    return new GroupRows(replicas);
  }

  /** Returns the layout that shows in which file of the source a place is. */
  TableLayout table() {
    return replicas.get(0).table();
  }

  /**
   * Returns the part of each member in which a row is.
   *
   * @param place of the row in the source's files
   * @throws InvalidRecordException if a key cannot be parsed
   */
  List<Integer> parts(long place, Value.Bytes record) throws InvalidRecordException {
    List<Integer> parts = new ArrayList<>();
    parts.add(table().sourceAt(place));
    for (Replica replica : replicas) {
      parts.add(replica.scheme().partition(replica.key(record)));
    }
    return parts;
  }
}
