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
package io.trident.cli.inspect;

import io.trident.cli.FileFailures;
import io.trident.core.request.NodeRoom;
import io.trident.mapreduce.client.MapSlots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.RackResolver;

/**
 * The room for map containers on a cluster now.
 *
 * @param nodes nodes with their racks and free slots
 * @param origin where this is from, in words
 */
record Slots(List<NodeRoom> nodes, String origin) {
  Slots {
    nodes = List.copyOf(nodes);
  }

  /**
   * Asks the ResourceManager: a slot is room for one more map container of the configured size.
   *
   * @throws IOException with a message for the user if it cannot be reached
   */
  static Slots ofResourceManager(Configuration conf) throws IOException {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(conf);
      client.start();
      return of(client.getNodeReports(NodeState.RUNNING), MapSlots.mapMemory(conf));
    } catch (YarnException | IOException | RuntimeException e) {
      throw new IOException(
          "Cannot ask the ResourceManager (%s) for free containers: %s. Give --slots to assume some."
              .formatted(
                  conf.get("yarn.resourcemanager.address", "yarn.resourcemanager.address"),
                  FileFailures.firstLine(e)),
          e);
    }
  }

  /** Counts the room for maps of a size in MB that nodes have free. */
  static Slots of(List<NodeReport> reports, long mapMb) {
    SortedMap<String, NodeRoom> hosts = new TreeMap<>(); // several node managers may share one
    for (NodeReport report : reports) {
      String host = report.getNodeId().getHost();
      NodeRoom room = new NodeRoom(host, report.getRackName(), MapSlots.free(report, mapMb));
      hosts.merge(host, room, NodeRoom::with);
    }
    return new Slots(
        List.copyOf(hosts.values()),
        "free now, by the ResourceManager, at %d MB each".formatted(mapMb));
  }

  /** Assumes the same number of slots on each of some nodes. */
  static Slots assumed(Set<String> nodes, int slots, Configuration conf) {
    RackResolver.init(conf);
    List<NodeRoom> rooms = new ArrayList<>();
    nodes.stream()
        .sorted()
        .forEach(
            node ->
                rooms.add(
                    new NodeRoom(node, RackResolver.resolve(node).getNetworkLocation(), slots)));
    return new Slots(rooms, "assumed, %d on each node with a replica".formatted(slots));
  }

  /** Returns node -> rack. */
  Map<String, String> racks() {
    Map<String, String> racks = new HashMap<>();
    nodes.forEach(node -> racks.put(node.node(), node.rack()));
    return racks;
  }

  /** Returns how many slots there are. */
  int total() {
    return nodes.stream().mapToInt(NodeRoom::free).sum();
  }

  Set<String> names() {
    Set<String> names = new HashSet<>();
    nodes.forEach(node -> names.add(node.node()));
    return names;
  }
}
