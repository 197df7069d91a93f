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
package io.trident.core.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes of a list, in its order. */
final class ListedRooms implements Rooms {
  private final List<NodeRoom> all = new ArrayList<>();
  private final List<NodeRoom> own = new ArrayList<>();
  private final Map<String, NodeRoom> byName = new HashMap<>();
  private final Map<String, Integer> position = new HashMap<>();
  private final Map<String, List<NodeRoom>> racksWithRoom = new LinkedHashMap<>();

  ListedRooms(List<NodeRoom> nodes) {
    for (NodeRoom node : nodes) {
      if (byName.putIfAbsent(node.node(), node) != null) {
        throw new IllegalArgumentException("Node %s is listed twice".formatted(node.node()));
      }
      position.put(node.node(), position.size());
      if (node.free() > 0) {
        all.add(node);
        racksWithRoom.computeIfAbsent(node.rack(), rack -> new ArrayList<>()).add(node);
      }
      if (node.own() > 0) {
        own.add(node);
      }
    }
  }

  @Override
  public int withRoom() {
    return all.size();
  }

  @Override
  public @Nullable NodeRoom node(String name) {
    return byName.get(name);
  }

  @Override
  public Collection<String> racks() {
    return racksWithRoom.keySet();
  }

  @Override
  public Iterable<NodeRoom> all() {
    return all;
  }

  @Override
  public Iterable<NodeRoom> inRack(String rack) {
    return racksWithRoom.getOrDefault(rack, List.of());
  }

  @Override
  public Iterable<NodeRoom> emptiestInRack(String rack) {
    List<NodeRoom> sorted = new ArrayList<>(racksWithRoom.getOrDefault(rack, List.of()));
    sorted.sort(Comparator.comparingInt(NodeRoom::free).reversed()); // stable
    return sorted;
  }

  @Override
  public Collection<NodeRoom> own() {
    return own;
  }

  @Override
  public Comparator<NodeRoom> order() {
    return Comparator.comparingInt(node -> position.getOrDefault(node.node(), Integer.MAX_VALUE));
  }
}
