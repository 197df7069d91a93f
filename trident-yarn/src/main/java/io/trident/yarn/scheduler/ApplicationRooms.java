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
import io.trident.core.request.Rooms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * The room that one application may use: without the places on its blacklist, and with what it has
 * already.
 *
 * @param containers how many it has, by host
 */
record ApplicationRooms<N extends SchedulerNode>(
    RoomTable<N> table, AppSchedulingInfo application, Map<String, Integer> containers)
    implements Rooms {

  @Override
  public int withRoom() {
    return table.withRoom();
  }

  @Override
  public @Nullable NodeRoom node(String name) {
    @Nullable NodeRoom host = table.host(name);
    return host == null ? null : seen(host);
  }

  @Override
  public Collection<String> racks() {
    return table.racks();
  }

  @Override
  public Iterable<NodeRoom> all() {
    return usable(table.all());
  }

  @Override
  public Iterable<NodeRoom> inRack(String rack) {
    return usable(table.inRack(rack));
  }

  @Override
  public Iterable<NodeRoom> emptiestInRack(String rack) {
    return usable(table.inRack(rack));
  }

  @Override
  public Collection<NodeRoom> own() {
    List<NodeRoom> hosts = new ArrayList<>(containers.size());
    for (String name : containers.keySet()) {
      @Nullable NodeRoom host = node(name);
      if (host != null) {
        hosts.add(host);
      }
    }
    return hosts;
  }

  @Override
  public Comparator<NodeRoom> order() {
    return RoomTable.EMPTIEST_FIRST;
  }

  private NodeRoom seen(NodeRoom host) {
    int has = containers.getOrDefault(host.node(), 0);
    int free = isBlacklisted(host) ? 0 : host.free();
    return has == 0 && free == host.free()
        ? host
        : new NodeRoom(host.node(), host.rack(), free, has);
  }

  private boolean isBlacklisted(NodeRoom host) {
    return application.isPlaceBlacklisted(host.node(), false)
        || application.isPlaceBlacklisted(host.rack(), false);
  }

  private Iterable<NodeRoom> usable(Iterable<NodeRoom> hosts) {
    return () -> {
      Iterator<NodeRoom> each = hosts.iterator();
      return new Iterator<>() {
        private @Nullable NodeRoom next;

        @Override
        public boolean hasNext() {
          while (next == null && each.hasNext()) {
            NodeRoom host = seen(each.next());
            next = host.free() > 0 ? host : null;
          }
          return next != null;
        }

        @Override
        public NodeRoom next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          NodeRoom host = next;
          next = null;
          return Objects.requireNonNull(host);
        }
      };
    };
  }
}
