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
package io.trident.core.replication;

import io.trident.core.text.StoredJson;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@link PartitionNodes} as they are kept, an object of JSON. */
public final class PartitionNodesJson {
  private static final int VERSION = 1;

  private PartitionNodesJson() {}

  /**
   * The members of the object.
   *
   * @param maps by the texts of ids the nodes of partitions
   * @param divisions by numbers of sets the set of each node
   */
  private record Form(
      int version,
      SortedMap<String, List<String>> maps,
      SortedMap<Integer, SortedMap<String, Integer>> divisions)
      implements StoredJson.Form {}

  /** Returns the text of maps. */
  public static String write(PartitionNodes nodes) {
    SortedMap<String, List<String>> maps = new TreeMap<>();
    nodes.maps().forEach((id, map) -> maps.put(id.toString(), map));
    return StoredJson.write(new Form(VERSION, maps, nodes.divisions()));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is no such text, or of another version
   */
  public static PartitionNodes read(String text) {
    return StoredJson.read(
        text, Form.class, VERSION, "maps of partitions to nodes", PartitionNodesJson::nodes);
  }

  private static PartitionNodes nodes(Form form) {
    SortedMap<NodeMapId, List<String>> maps = new TreeMap<>();
    form.maps().forEach((id, map) -> maps.put(NodeMapId.parse(id), map));
    return new PartitionNodes(maps, form.divisions());
  }
}
