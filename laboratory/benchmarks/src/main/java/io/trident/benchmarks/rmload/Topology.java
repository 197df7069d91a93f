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
package io.trident.benchmarks.rmload;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Names and racks of the nodes, which are numbered from 0. */
final class Topology {
  private final String[] hosts;
  private final String[] racks;
  private final Map<String, Integer> numbers = new HashMap<>();

  Topology(int nodes) {
    hosts = new String[nodes];
    racks = new String[nodes];
    for (int node = 0; node < nodes; node++) {
      // An address and not a name: tokens of containers hold it, and nothing is looked up.
      hosts[node] = "10.%d.%d.%d".formatted(node >> 16, node >> 8 & 255, node & 255);
      racks[node] = "/rack" + node / LoadSpec.NODES_PER_RACK;
      numbers.put(hosts[node], node);
    }
  }

  int nodes() {
    return hosts.length;
  }

  String host(int node) {
    return hosts[node];
  }

  String rack(int node) {
    return racks[node];
  }

  int node(String host) {
    Integer number = numbers.get(host);
    if (number == null) {
      throw new IllegalStateException("There is no node " + host);
    }
    return number;
  }

  /**
   * Draws the nodes that hold a block in memory, on SSD and on disk: one anywhere, two others in
   * one rack, as HDFS places three replicas, in random order of the tiers.
   */
  int[] drawReplicas(Random random) {
    int first = random.nextInt(hosts.length);
    int second = other(random, 0, hosts.length, first, first);
    int rackStart = second - second % LoadSpec.NODES_PER_RACK;
    int rackEnd = Math.min(hosts.length, rackStart + LoadSpec.NODES_PER_RACK);
    int third =
        rackEnd - rackStart > 2
            ? other(random, rackStart, rackEnd, first, second)
            : other(random, 0, hosts.length, first, second);
    int[] drawn = {first, second, third};
    int[] byTier = new int[drawn.length];
    int turn = random.nextInt(drawn.length);
    for (int i = 0; i < drawn.length; i++) {
      byTier[(turn + i) % drawn.length] = drawn[i];
    }
    return byTier;
  }

  private static int other(Random random, int from, int to, int not, int nor) {
    int node = not;
    while (node == not || node == nor) {
      node = from + random.nextInt(to - from);
    }
    return node;
  }
}
