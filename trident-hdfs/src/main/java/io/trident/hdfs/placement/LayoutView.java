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

import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.layout.table.BuildPaths;
import io.trident.layout.table.TablePaths;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * What the placement policy knows of logically replicated tables: a snapshot, so that a block is
 * placed without a look at the namespace. Immutable.
 *
 * @param homes where extents belong; nodes by their UUIDs
 * @param nodes all nodes that are known, by UUID
 * @param tables the registered tables, by the path of their directory
 * @param builds tables that are being written, by that of theirs
 * @param unknown is handed the directory of a build that is not among them; must not block
 */
public record LayoutView(
    ExtentHomes homes,
    Map<String, DatanodeDescriptor> nodes,
    Map<String, TableShape> tables,
    Map<String, TableShape> builds,
    Consumer<String> unknown) {
  private static final String HIDDEN = "/" + TablePaths.HIDDEN + "/";

  /** Copies the maps. */
  public LayoutView {
    nodes = Map.copyOf(nodes);
    tables = Map.copyOf(tables);
    builds = Map.copyOf(builds);
  }

  /**
   * Returns which extent a path is of; null if it is of none. Linear in the path's length. A table
   * that is not among those known, as it has just been published or the NameNode just started, is
   * recognised by its hidden directory; its extents of dimension 0 are not.
   */
  @Nullable Wanted find(String path) {
    Optional<BuildPaths.Building> building = BuildPaths.parse(path);
    if (building.isPresent()) {
      String directory = building.get().directory();
      TableShape shape = builds.get(directory);
      if (shape == null) {
        unknown.accept(directory);
      }
      return wanted(building.get().named(), shape);
    }
    int hidden = path.lastIndexOf(HIDDEN);
    int end = hidden < 0 ? path.lastIndexOf('/') : hidden;
    TableShape shape = end < 0 ? null : tables.get(path.substring(0, end));
    return shape == null && hidden < 0
        ? null
        : TablePaths.parse(path.substring(end + 1)).map(named -> wanted(named, shape)).orElse(null);
  }

  private static Wanted wanted(TablePaths.Named named, @Nullable TableShape shape) {
    return new Wanted(
        named.superExtent(),
        named.extent(),
        Optional.ofNullable(shape).map(one -> one.groups(named.superExtent())),
        Optional.empty());
  }
}
