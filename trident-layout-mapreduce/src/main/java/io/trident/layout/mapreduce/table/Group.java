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
package io.trident.layout.mapreduce.table;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.List;

/**
 * A parity group of a dimension of a super-extent: what one task writes, or reads again.
 *
 * @param superExtent its number in the table
 * @param dimension from 0
 * @param group its number in the dimension
 */
public record Group(int superExtent, int dimension, int group) {
  /** Returns the group's extents of rows, in order. */
  public List<DataExtent> extents(TableLayout table) {
    return table.parity(superExtent).members(dimension, group);
  }

  /** Returns all files of the group: the extents of rows, then the parities. */
  public List<Extent> files(TableLayout table) {
    List<Extent> files = new ArrayList<>(extents(table));
    files.addAll(table.parity(superExtent).parities(dimension, group));
    return files;
  }

  /** Returns all groups of a super-extent, by dimension. */
  public static List<Group> of(TableLayout table, int superExtent) {
    ParityGroups parity = table.parity(superExtent);
    List<Group> groups = new ArrayList<>();
    for (int d = 0; d < table.spec().dimensions().size(); d++) {
      for (int g = 0; g < parity.groups(); g++) {
        groups.add(new Group(superExtent, d, g));
      }
    }
    return groups;
  }

  /** Returns all groups of super-extents, in order. */
  public static List<Group> of(TableLayout table, List<Integer> superExtents) {
    return superExtents.stream().flatMap(one -> of(table, one).stream()).toList();
  }
}
