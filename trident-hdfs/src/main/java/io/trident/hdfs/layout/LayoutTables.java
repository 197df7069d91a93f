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
package io.trident.hdfs.layout;

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.hdfs.placement.SuperExtentFiles;
import io.trident.hdfs.placement.TableShape;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registered tables, and which files are their extents. A table is registered by an entry of
 * {@link #REGISTRY} whose name is the inode id of the table's directory. What changed is seen by
 * the times of directories, so that a refresh costs a look at each table; manifests are read once.
 *
 * <p>For one thread, but for {@link #index}.
 */
final class LayoutTables {
  /** Where tables are registered. */
  static final String REGISTRY = "/.trident/layouts";

  private static final Logger LOG = LoggerFactory.getLogger(LayoutTables.class);
  private static final String OPERATION = "tridentLayouts";
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NEVER = -1;

  private final FSNamesystem namesystem;
  private final TableFiles files;
  private final LongSupplier nanoTime;
  private final Map<Long, Table> tables = new HashMap<>();
  private volatile ExtentIndex index = ExtentIndex.EMPTY;
  private Map<Long, TableShape> shapes = Map.of();
  private final Seen registrySeen = new Seen();

  /**
   * When a directory was changed, as it was listed last. It may change again within the millisecond
   * of a listing, so one is listed until it was found twice with the same time.
   */
  private static final class Seen {
    private long once = NEVER;
    private long twice = NEVER;

    boolean isSettledAt(long modified) {
      return modified != NEVER && modified == twice;
    }

    void listed(long modified) {
      twice = modified == once ? modified : NEVER;
      once = modified;
    }

    void forget() {
      once = NEVER;
      twice = NEVER;
    }
  }

  /** What was read of a table. */
  private static final class Table {
    private final Map<Long, Read> superExtents = new HashMap<>();
    private final Seen seen = new Seen();
    private long retryAt;
    private boolean hasFailed;
    private boolean isReported;
  }

  /**
   * A manifest that was read.
   *
   * @param directory the inode of the super-extent's directory
   */
  private record Read(long directory, SuperExtentFiles files) {}

  /** A directory as it is: when it was changed, and the inodes of its children by name. */
  private record Listing(long modified, Map<String, Long> children) {}

  /** Starts without tables. */
  LayoutTables(FSNamesystem namesystem, TableFiles files, LongSupplier nanoTime) {
    this.namesystem = namesystem;
    this.files = files;
    this.nanoTime = nanoTime;
  }

  /** Returns how many tables are registered, by the last refresh. */
  int size() {
    return tables.size();
  }

  /** Returns which files are extents, by the last refresh. */
  ExtentIndex index() {
    return index;
  }

  /** Returns how the tables with super-extents are grouped, by the last refresh. */
  Map<Long, TableShape> shapes() {
    return shapes;
  }

  /** Returns all super-extents, by the last refresh. */
  List<SuperExtentId> superExtents() {
    List<SuperExtentId> all = new ArrayList<>();
    tables.forEach(
        (table, state) ->
            state
                .superExtents
                .keySet()
                .forEach(number -> all.add(new SuperExtentId(table, number))));
    return all;
  }

  /** Returns whether there is a super-extent, by the last refresh. */
  boolean has(SuperExtentId id) {
    Table table = tables.get(id.table());
    return table != null && table.superExtents.containsKey(id.number());
  }

  /**
   * Reads what changed. A table that cannot be read keeps what was known of it, and is tried again
   * after ten seconds.
   *
   * @throws IOException if the registry cannot be found by its path
   */
  void refresh() throws IOException {
    boolean isChanged = readRegistry();
    for (Map.Entry<Long, Table> table : tables.entrySet()) {
      isChanged |= refresh(table.getKey(), table.getValue());
    }
    if (isChanged) {
      Map<SuperExtentId, long[]> all = new HashMap<>();
      tables.forEach(
          (table, state) ->
              state.superExtents.forEach(
                  (number, read) ->
                      all.put(new SuperExtentId(table, number), read.files().inodes())));
      index = ExtentIndex.of(all);
      shapes = readShapes();
      LOG.info("{} extents and parities in {} tables", index.size(), tables.size());
    }
  }

  private Map<Long, TableShape> readShapes() {
    Map<Long, TableShape> found = new HashMap<>();
    tables.forEach(
        (table, state) -> {
          Map<Long, SuperExtentFiles> written = new HashMap<>();
          state.superExtents.forEach((number, read) -> written.put(number, read.files()));
          written.values().stream()
              .map(SuperExtentFiles::groups)
              .max(Comparator.comparingInt(ParityGroups::extents))
              .ifPresent(usual -> found.put(table, new TableShape(usual, written)));
        });
    return Map.copyOf(found);
  }

  private boolean readRegistry() throws IOException {
    Optional<Listing> registry = list(directory -> directory.getINode(REGISTRY), registrySeen);
    if (registry.isEmpty()) {
      return false;
    }
    registrySeen.listed(registry.get().modified());
    Set<Long> registered = new HashSet<>();
    for (String name : registry.get().children().keySet()) {
      if (name.matches("\\d{1,18}")) {
        registered.add(Long.valueOf(name));
      }
    }
    registered.forEach(table -> tables.computeIfAbsent(table, any -> new Table()));
    return tables.keySet().retainAll(registered);
  }

  private boolean refresh(long id, Table table) throws IOException {
    if (table.hasFailed && nanoTime.getAsLong() - table.retryAt < 0) {
      return false;
    }
    Optional<Listing> hidden = list(directory -> hidden(directory, id), table.seen);
    if (hidden.isEmpty()) {
      return false;
    }
    table.seen.listed(hidden.get().modified());
    table.hasFailed = false;
    Set<Long> present = new HashSet<>();
    boolean isChanged = false;
    for (Map.Entry<String, Long> child : hidden.get().children().entrySet()) {
      OptionalLong number = TablePaths.superExtent(child.getKey());
      if (number.isPresent()) {
        present.add(number.getAsLong());
        isChanged |= read(new SuperExtentId(id, number.getAsLong()), child.getValue(), table);
      }
    }
    return table.superExtents.keySet().retainAll(present) || isChanged;
  }

  private static @Nullable INode hidden(FSDirectory directory, long table) {
    INode node = directory.getInode(table);
    return node == null || !node.isDirectory() || !CurrentState.has(node)
        ? null
        : node.asDirectory()
            .getChild(DFSUtil.string2Bytes(TablePaths.HIDDEN), Snapshot.CURRENT_STATE_ID);
  }

  private boolean read(SuperExtentId id, long directory, Table table) {
    Read known = table.superExtents.get(id.number());
    if (known != null && known.directory() == directory) {
      return false;
    }
    try {
      Manifest manifest = files.manifest(id);
      table.superExtents.put(
          id.number(),
          new Read(directory, SuperExtentFiles.of(manifest.parity(), manifest.files())));
      return true;
    } catch (IOException e) {
      if (!table.isReported) {
        LOG.warn("Extents of {} are not rebuilt until its manifest can be read", id, e);
      }
      table.isReported = true;
      table.hasFailed = true;
      table.seen.forget();
      table.retryAt = nanoTime.getAsLong() + RETRY_NANOS;
      return false;
    }
  }

  /** Lists a directory if it changed; one that does not exist has no children. */
  private Optional<Listing> list(Finder finder, Seen seen) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      INode node = finder.find(namesystem.getFSDirectory());
      if (node == null || !node.isDirectory()) {
        return Optional.of(new Listing(NEVER, Map.of()));
      }
      INodeDirectory directory = node.asDirectory();
      long modified = directory.getModificationTime();
      if (seen.isSettledAt(modified)) {
        return Optional.empty();
      }
      Map<String, Long> children = new HashMap<>();
      for (INode child : directory.getChildrenList(Snapshot.CURRENT_STATE_ID)) {
        children.put(child.getLocalName(), child.getId());
      }
      return Optional.of(new Listing(modified, children));
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  /** Finds a directory; called with the namespace's lock. */
  @FunctionalInterface
  private interface Finder {
    @Nullable INode find(FSDirectory directory) throws IOException;
  }
}
