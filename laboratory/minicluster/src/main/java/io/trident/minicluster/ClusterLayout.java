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
package io.trident.minicluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Names, addresses and racks of the nodes: node {@code i} (from 1) is {@code node<i>} at {@code
 * 127.0.0.(10+i)}, in rack {@code /r1}, {@code /r2}, ... in turn.
 *
 * @param nodes number of nodes, 1 to {@link #MAX_NODES}
 * @param racks number of racks, 1 to {@code nodes}
 */
record ClusterLayout(int nodes, int racks) {
  /** The hosts file that the build and bin/trident write names this many nodes. */
  static final int MAX_NODES = 32;

  /** System property of the JDK that replaces the name service by a file. */
  static final String HOSTS_FILE = "jdk.net.hosts.file";

  ClusterLayout {
    if (nodes < 1 || nodes > MAX_NODES) {
      throw new IllegalArgumentException("nodes must be 1 to %d: %d".formatted(MAX_NODES, nodes));
    }
    if (racks < 1 || racks > nodes) {
      throw new IllegalArgumentException("racks must be 1 to %d: %d".formatted(nodes, racks));
    }
  }

  List<String> names() {
    return IntStream.range(0, nodes).mapToObj(ClusterLayout::name).toList();
  }

  static String name(int node) {
    return "node" + (node + 1);
  }

  static String address(int node) {
    return "127.0.0." + (node + 11);
  }

  String rack(int node) {
    return "/r" + (node % racks + 1);
  }

  /** Returns the rack of a node by name. */
  String rackOf(String node) {
    int index = names().indexOf(node);
    if (index < 0) {
      throw new IllegalArgumentException("Unknown node " + node + ", known: " + names());
    }
    return rack(index);
  }

  /** Returns the content of the file for {@code net.topology.table.file.name}. */
  String topologyTable() {
    return IntStream.range(0, nodes)
        .mapToObj(i -> "%s %s\n%s %s\n".formatted(name(i), rack(i), address(i), rack(i)))
        .collect(Collectors.joining());
  }

  /**
   * Checks that this JVM resolves the nodes' names to their addresses.
   *
   * @throws IllegalStateException naming the remedy
   */
  void requireResolvableNames() {
    for (int i = 0; i < nodes; i++) {
      try {
        String actual = InetAddress.getByName(name(i)).getHostAddress();
        if (!actual.equals(address(i))) {
          throw new IllegalStateException(
              "%s resolves to %s, not to %s. %s".formatted(name(i), actual, address(i), remedy()));
        }
      } catch (UnknownHostException e) {
        throw new IllegalStateException(name(i) + " does not resolve. " + remedy(), e);
      }
    }
  }

  private static String remedy() {
    return "Start this JVM with -D%s=FILE, where FILE has lines such as '%s %s', one for localhost"
            .formatted(HOSTS_FILE, address(0), name(0))
        + " and one for this machine's host name; it is now "
        + System.getProperty(HOSTS_FILE);
  }
}
