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

import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.ReplicaPaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A source, and the replicas that are registered as such: each by an extended attribute of the
 * source's directory, so that two clients who register do not overwrite each other, and only who
 * may write the source's attributes registers.
 *
 * @param source the source's directory, absolute
 * @param replicas in the order of their paths
 * @param absent paths that are registered, and where no replica can be read
 */
public record ReplicaGroup(Path source, List<Replica> replicas, Map<Path, String> absent) {
  /** Copies the lists. */
  public ReplicaGroup {
    replicas = List.copyOf(replicas);
    absent = Map.copyOf(absent);
  }

  /**
   * Finds the group of a directory.
   *
   * @param path of a source or a replica
   * @throws IOException if it is neither, or the replicas are of different files
   */
  public static ReplicaGroup of(DistributedFileSystem files, Path path) throws IOException {
    Path directory = files.makeQualified(path);
    ReplicaGroup own = ofSource(files, directory);
    if (!own.replicas.isEmpty() || !own.absent.isEmpty()) {
      return own;
    }
    Path source;
    try {
      source = source(files, directory);
    } catch (FileNotFoundException e) {
      throw new IOException(
          "%s is in no replica group: it has no registered replica, and is none. Make one: bin/trident replicas create"
              .formatted(directory),
          e);
    }
    ReplicaGroup group = ofSource(files, source);
    if (group.replicas.stream().noneMatch(one -> one.path().equals(directory))) {
      throw new IOException(
          "%s is no registered replica of %s; register it: bin/trident replicas register %s %s"
              .formatted(directory, source, source.toUri().getPath(), directory.toUri().getPath()));
    }
    return group;
  }

  private static Path source(DistributedFileSystem files, Path replica) throws IOException {
    return files.makeQualified(new Path(Replica.open(files, replica).statistics(files).source()));
  }

  /**
   * Returns the group of a source; without replicas if none is registered.
   *
   * @param source absolute
   * @throws IOException if attributes cannot be read, or replicas are of different files
   */
  public static ReplicaGroup ofSource(DistributedFileSystem files, Path source) throws IOException {
    List<Replica> replicas = new ArrayList<>();
    Map<Path, String> absent = new TreeMap<>();
    for (Path path : registered(files, source)) {
      try {
        replicas.add(Replica.open(files, path));
      } catch (IOException e) {
        absent.put(path, String.valueOf(e.getMessage()));
      }
    }
    for (Replica one : replicas) {
      checkAlike(replicas.get(0), one);
    }
    return new ReplicaGroup(source, replicas, absent);
  }

  private static List<Path> registered(DistributedFileSystem files, Path source)
      throws IOException {
    List<Path> paths = new ArrayList<>();
    for (Map.Entry<String, byte[]> one : files.getXAttrs(source).entrySet()) {
      if (one.getKey().startsWith(ReplicaPaths.REPLICA)) {
        paths.add(
            files.makeQualified(new Path(new String(one.getValue(), StandardCharsets.UTF_8))));
      }
    }
    paths.sort(null);
    return paths;
  }

  private static void checkAlike(Replica one, Replica other) throws IOException {
    checkAlike(one, other.path(), other.table());
  }

  /**
   * Checks that a table has the rows of this group's replicas, at the same places.
   *
   * @param path of the table's directory, for messages
   * @throws IOException if it is made of other files, or read in another way
   */
  public void checkAlike(Path path, TableLayout table) throws IOException {
    if (!replicas.isEmpty()) { // which are all alike
      checkAlike(replicas.get(0), path, table);
    }
  }

  private static void checkAlike(Replica one, Path path, TableLayout table) throws IOException {
    if (!one.table().sources().equals(table.sources())) {
      throw new IOException(
          "%s and %s are made of different files; make the older one again."
              .formatted(one.path(), path));
    }
    if (!one.table().spec().format().equals(table.spec().format())
        || !one.table().spec().schema().equals(table.spec().schema())) {
      throw new IOException(
          "%s and %s have different columns or options of the format; give the same --format, --option and --schema."
              .formatted(one.path(), path));
    }
  }

  /**
   * Ends the registrations of directories that do not exist, such as ones that were renamed.
   *
   * @throws IOException if the caller may not write the source's attributes
   */
  public static void forgetGone(DistributedFileSystem files, Path source) throws IOException {
    for (Path replica : registered(files, source)) {
      if (!files.exists(replica)) {
        files.removeXAttr(source, attribute(replica));
      }
    }
  }

  private static String attribute(Path replica) {
    byte[] path = replica.toUri().getPath().getBytes(StandardCharsets.UTF_8);
    return ReplicaPaths.REPLICA + UUID.nameUUIDFromBytes(path);
  }

  /**
   * Registers a replica; does nothing if it is.
   *
   * @throws IOException if the caller may not write the source's attributes
   */
  public static void register(DistributedFileSystem files, Path source, Path replica)
      throws IOException {
    byte[] path = replica.toUri().getPath().getBytes(StandardCharsets.UTF_8);
    files.setXAttr(
        source, attribute(replica), path, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }
}
