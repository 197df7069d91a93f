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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@link PartitionNodes} as they are kept, an object of JSON. */
public final class PartitionNodesJson {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

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
      SortedMap<Integer, SortedMap<String, Integer>> divisions) {}

  /** Returns the text of maps. */
  public static String write(PartitionNodes nodes) {
    SortedMap<String, List<String>> maps = new TreeMap<>();
    nodes.maps().forEach((id, map) -> maps.put(id.toString(), map));
    try {
      return MAPPER
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(new Form(VERSION, maps, nodes.divisions()));
    } catch (JsonProcessingException e) {
      throw new AssertionError("Texts and numbers have a form", e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is no such text, or of another version
   */
  public static PartitionNodes read(String text) {
    try {
      Form form = MAPPER.readValue(text, Form.class);
      if (form.version() != VERSION) {
        throw new IllegalArgumentException(
            "Maps of partitions of version %d cannot be read; use the Trident that wrote them."
                .formatted(form.version()));
      }
      SortedMap<NodeMapId, List<String>> maps = new TreeMap<>();
      form.maps().forEach((id, map) -> maps.put(NodeMapId.parse(id), map));
      return new PartitionNodes(maps, form.divisions());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "These are no maps of partitions to nodes: %s".formatted(e.getMessage()), e);
    }
  }
}
