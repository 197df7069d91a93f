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
package io.trident.yarn.scheduler;

import io.trident.core.request.NodeRoom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * Where containers of one size fit in one partition, by host and by rack, the emptiest host first.
 *
 * <p>A host is what requests name; several node managers may share one. Changes take O(log hosts),
 * looking up O(1). Not thread-safe: {@link RoomIndex} has the lock.
 */
final class RoomTable<N extends SchedulerNode> {
  /** The order in which hosts of equal cost are taken. */
  static final Comparator<NodeRoom> EMPTIEST_FIRST =
      Comparator.comparingInt(NodeRoom::free).reversed().thenComparing(NodeRoom::node);

  private final Map<NodeId, Place<N>> places = new HashMap<>();
  private final Map<String, Host<N>> hosts = new HashMap<>();

  /** Only racks and hosts with room. */
  private final Map<String, TreeSet<NodeRoom>> withRoomOfRack = new HashMap<>();

  private int withRoom;
  private long gains;
  private long changes;

  /** A node manager. */
  private static final class Place<N> {
    private final N node;
    private final Host<N> host;
    private int room;

    Place(N node, Host<N> host) {
      this.node = node;
      this.host = host;
    }
  }

  /** A host with its node managers. */
  private static final class Host<N> {
    private List<N> nodes = List.of();
    private NodeRoom room;

    Host(String name, String rack) {
      room = new NodeRoom(name, rack, 0);
    }
  }

  /** Notes how many containers fit on a node. */
  void changed(N node, int room) {
    Place<N> place = place(node);
    if (room > place.room) {
      gains++;
    }
    set(place, room);
  }

  /** Notes how many containers fit on a node after one that had been proposed was not placed. */
  void restored(N node, int room) {
    set(place(node), room);
  }

  /** Forgets a node; nothing if it is not known. */
  void removed(NodeId id) {
    Place<N> place = places.remove(id);
    if (place == null) {
      return;
    }
    set(place, 0);
    List<N> left = new ArrayList<>(place.host.nodes);
    left.remove(place.node);
    place.host.nodes = List.copyOf(left);
    if (place.host.nodes.isEmpty()) {
      hosts.remove(place.host.room.node());
    }
  }

  /** Forgets the nodes that are not among these. */
  void retain(Collection<N> nodes) {
    if (places.size() > nodes.size()) {
      Map<NodeId, N> present = new HashMap<>();
      nodes.forEach(node -> present.put(node.getNodeID(), node));
      List<NodeId> gone = new ArrayList<>(places.keySet());
      gone.removeAll(present.keySet());
      gone.forEach(this::removed);
    }
  }

  /** Returns how often a host was found to have more room; it never falls. */
  long gains() {
    return gains;
  }

  /** Returns how often a host was found to have more or less room; it never falls. */
  long changes() {
    return changes;
  }

  /** Returns the number of hosts with room. */
  int withRoom() {
    return withRoom;
  }

  /** Returns a host, with or without room, or null. */
  @Nullable NodeRoom host(String name) {
    Host<N> host = hosts.get(name);
    return host == null ? null : host.room;
  }

  /** Returns the host of a node, or null if the node is not known. */
  @Nullable NodeRoom hostOf(NodeId node) {
    Place<N> place = places.get(node);
    return place == null ? null : place.host.room;
  }

  /** Returns how many containers fit on a node, 0 if it is not known. */
  int room(NodeId node) {
    Place<N> place = places.get(node);
    return place == null ? 0 : place.room;
  }

  /** Returns whether a node has room, and no other one has. */
  boolean isOnlyWithRoom(N node) {
    Place<N> place = places.get(node.getNodeID());
    return withRoom == 1 && place != null && place.room > 0 && place.host.nodes.size() == 1;
  }

  /** Returns the nodes of a host; the list does not change. */
  List<N> nodes(String host) {
    Host<N> found = hosts.get(host);
    return found == null ? List.of() : found.nodes;
  }

  /** Returns the racks with room. */
  Collection<String> racks() {
    return withRoomOfRack.keySet();
  }

  /** Returns the hosts of a rack that have room, emptiest first. */
  Iterable<NodeRoom> inRack(String rack) {
    TreeSet<NodeRoom> found = withRoomOfRack.get(rack);
    return found == null ? List.of() : found;
  }

  /** Returns all hosts with room, in any order. */
  Iterable<NodeRoom> all() {
    List<NodeRoom> all = new ArrayList<>(withRoom);
    withRoomOfRack.values().forEach(all::addAll);
    return all;
  }

  private Place<N> place(N node) {
    Place<N> known = places.get(node.getNodeID());
    if (known != null && known.node == node && known.host.room.rack().equals(node.getRackName())) {
      return known;
    }
    removed(node.getNodeID()); // it left and joined anew
    Host<N> host = hosts.get(node.getNodeName());
    if (host == null) {
      host = new Host<>(node.getNodeName(), node.getRackName());
      hosts.put(node.getNodeName(), host);
    }
    List<N> more = new ArrayList<>(host.nodes);
    more.add(node);
    host.nodes = List.copyOf(more);
    Place<N> place = new Place<>(node, host);
    places.put(node.getNodeID(), place);
    return place;
  }

  private void set(Place<N> place, int room) {
    if (room == place.room) {
      return;
    }
    changes++;
    NodeRoom before = place.host.room;
    long free = (long) before.free() + room - place.room;
    NodeRoom after =
        new NodeRoom(before.node(), before.rack(), (int) Math.min(free, Integer.MAX_VALUE));
    place.room = room;
    place.host.room = after;
    TreeSet<NodeRoom> rack =
        withRoomOfRack.computeIfAbsent(before.rack(), name -> new TreeSet<>(EMPTIEST_FIRST));
    if (before.free() > 0) {
      rack.remove(before);
      withRoom--;
    }
    if (after.free() > 0) {
      rack.add(after);
      withRoom++;
    }
    if (rack.isEmpty()) {
      withRoomOfRack.remove(before.rack());
    }
  }
}
