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
package io.trident.hdfs.placement;

import io.trident.core.layout.Extent;
import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.placement.GroupMates;
import io.trident.layout.table.BuildPaths;
import io.trident.layout.table.TablePaths;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * What the placement policy knows of logically replicated tables: a snapshot, so that which extent
 * a block is of is known without a look at the namespace. Immutable.
 *
 * @param homes where extents belong; nodes by their UUIDs
 * @param nodes all nodes that are known, by UUID
 * @param tables the registered tables, by the path of their directory
 * @param builds tables that are being written, by that of theirs
 * @param unknown is handed the directory of a build that is not among them; must not block
 * @param places knows where blocks are by now
 */
public record LayoutView(
    ExtentHomes homes,
    Map<String, DatanodeDescriptor> nodes,
    Map<String, TableShape> tables,
    Map<String, TableShape> builds,
    Consumer<String> unknown,
    Places places) {
  private static final String HIDDEN = "/" + TablePaths.HIDDEN + "/";

  /** Knows where the blocks of files are by now; thread-safe. */
  public interface Places {
    /**
     * Returns the nodes that have a block of a file, or will have it. The caller may hold all locks
     * of the NameNode or none.
     *
     * @param files inodes of files, as many as a parity group has members
     * @return by inode, with every file; nothing if that is not known
     */
    Optional<Map<Long, Set<String>>> of(Collection<Long> files);

    /**
     * Returns the nodes that were chosen for the block of a file of late, and did not get a
     * replica, if HDFS asks for another target now.
     */
    Collection<String> missed(long file);

    /** Notes that nodes were chosen for the block of a file, which HDFS will soon expect there. */
    void chosen(long file, Collection<String> nodes);
  }

  /**
   * An extent that was found by its path.
   *
   * @param wanted without its group
   * @param files of its super-extent; nothing while that is being written, or not known
   */
  record Found(Wanted wanted, Optional<SuperExtentFiles> files) {
    /** Returns the inode of the file that the manifest has for it. */
    OptionalLong file() {
      return files.isPresent() ? files.get().inode(wanted.extent()) : OptionalLong.empty();
    }
  }

  /** Copies the maps. */
  public LayoutView {
    nodes = Map.copyOf(nodes);
    tables = Map.copyOf(tables);
    builds = Map.copyOf(builds);
  }

  /**
   * Returns which extent a path is of; nothing if it is of none. Linear in the path's length. A
   * table that is not among those known, as it has just been published or the NameNode just
   * started, is recognised by its hidden directory; its extents of dimension 0 are not.
   */
  Optional<Found> find(String path) {
    Optional<BuildPaths.Building> building = BuildPaths.parse(path);
    if (building.isPresent()) {
      String directory = building.get().directory();
      TableShape shape = builds.get(directory);
      if (shape == null) {
        unknown.accept(directory);
      }
      return Optional.of(found(building.get().named(), shape));
    }
    int hidden = path.lastIndexOf(HIDDEN);
    int end = hidden < 0 ? path.lastIndexOf('/') : hidden;
    TableShape shape = end < 0 ? null : tables.get(path.substring(0, end));
    return shape == null && hidden < 0
        ? Optional.empty()
        : TablePaths.parse(path.substring(end + 1)).map(named -> found(named, shape));
  }

  private static Found found(TablePaths.Named named, @Nullable TableShape shape) {
    Optional<TableShape> known = Optional.ofNullable(shape);
    return new Found(
        new Wanted(
            named.superExtent(),
            named.extent(),
            known.map(one -> one.groups(named.superExtent())),
            Optional.empty()),
        known.map(one -> one.files().get(named.superExtent())));
  }

  /**
   * Returns an extent with where the others of its group are, if that is known. O(group).
   *
   * @param found what {@link #find} has found
   */
  Wanted withItsGroup(Found found) {
    Wanted wanted = found.wanted();
    if (found.file().isEmpty()) {
      return wanted;
    }
    SuperExtentFiles files = found.files().orElseThrow();
    Map<Extent, Long> others = new HashMap<>();
    for (Extent other : files.groups().others(wanted.extent())) {
      others.put(other, files.inode(other).orElseThrow());
    }
    Optional<GroupMates> mates =
        places
            .of(others.values())
            .map(
                nodes ->
                    GroupMates.of(
                        files.groups(),
                        wanted.extent(),
                        other -> nodes.getOrDefault(others.get(other), Set.of())));
    return new Wanted(wanted.superExtent(), wanted.extent(), wanted.groups(), mates);
  }
}
