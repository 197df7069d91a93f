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
package io.trident.benchmarks.simulator;

import io.trident.core.model.RackResolver;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.StorageDevice;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Nodes, racks, devices and links by number.
 *
 * <p>Devices of a node are 0 for memory, 1 for the SSD, 2 and more for disks. Resources of the
 * {@link FlowNetwork} are the devices of all nodes, then each node's link up and down, then each
 * rack's.
 */
final class Cluster implements RackResolver {
  /** The memory tier of a node, as a device. */
  static final int MEMORY = 0;

  /** The SSD of a node, as a device. */
  static final int SSD = 1;

  /** The first disk of a node, as a device. */
  static final int FIRST_DISK = 2;

  private static final double MEGABYTE = 1 << 20;

  final ClusterSpec spec;
  private final int devices;
  private final String[] nodes;
  private final String[] racks;
  private final int[] rackOf;
  private final StorageDevice[] storage;
  private final Map<String, Integer> numbers = new HashMap<>();

  Cluster(ClusterSpec spec) {
    this.spec = spec;
    devices = FIRST_DISK + spec.disks();
    nodes = new String[spec.nodes()];
    racks = new String[spec.racks()];
    rackOf = new int[nodes.length];
    storage = new StorageDevice[nodes.length * devices];
    for (int rack = 0; rack < racks.length; rack++) {
      racks[rack] = String.format(Locale.ROOT, "/rack%03d", rack);
    }
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = String.format(Locale.ROOT, "node%05d", node);
      numbers.put(nodes[node], node);
      rackOf[node] = (int) ((long) node * racks.length / nodes.length);
      for (int device = 0; device < devices; device++) {
        storage[node * devices + device] =
            new StorageDevice(
                nodes[node] + ":" + device, tier(device), rate(device), spec.cachingThreads());
      }
    }
  }

  /** Returns the bandwidth of each resource, in bytes per second. */
  double[] bandwidths() {
    double[] bandwidths = new double[storage.length + 2 * nodes.length + 2 * racks.length];
    for (int resource = 0; resource < bandwidths.length; resource++) {
      double megabytes =
          resource < storage.length + 2 * nodes.length ? spec.nodeLinkRate() : spec.rackLinkRate();
      bandwidths[resource] =
          resource < storage.length ? rate(resource % devices) : megabytes * MEGABYTE;
    }
    return bandwidths;
  }

  int nodeCount() {
    return nodes.length;
  }

  int rackCount() {
    return racks.length;
  }

  int deviceCount() {
    return devices;
  }

  String nodeName(int node) {
    return nodes[node];
  }

  int nodeNumber(String name) {
    return Objects.requireNonNull(numbers.get(name), name);
  }

  int rack(int node) {
    return rackOf[node];
  }

  String rackName(int rack) {
    return racks[rack];
  }

  @Override
  public String rackOf(String node) {
    Integer number = numbers.get(node);
    return number == null ? "/default-rack" : racks[rackOf[number]];
  }

  /** Returns the first node of a rack; that of the rack beyond the last is the number of nodes. */
  int firstNodeOf(int rack) {
    return (int) (((long) rack * nodes.length + racks.length - 1) / racks.length);
  }

  static StorageTier tier(int device) {
    return switch (device) {
      case MEMORY -> StorageTier.MEMORY;
      case SSD -> StorageTier.SSD;
      default -> StorageTier.DISK;
    };
  }

  /** Returns the bandwidth of a device, in bytes per second. */
  double rate(int device) {
    return MEGABYTE
        * switch (device) {
          case MEMORY -> spec.memoryRate();
          case SSD -> spec.ssdRate();
          default -> spec.diskRate();
        };
  }

  StorageDevice storage(int node, int device) {
    return storage[node * devices + device];
  }

  /** The resource that a device is. */
  int resource(int node, int device) {
    return node * devices + device;
  }

  /** The resources that a reader uses to read from a device of any node. */
  int[] path(int source, int device, int reader) {
    int disk = resource(source, device);
    if (source == reader) {
      return new int[] {disk};
    }
    if (rackOf[source] == rackOf[reader]) {
      return new int[] {disk, nodeUp(source), nodeDown(reader)};
    }
    return new int[] {
      disk, nodeUp(source), rackUp(rackOf[source]), rackDown(rackOf[reader]), nodeDown(reader)
    };
  }

  int nodeUp(int node) {
    return storage.length + 2 * node;
  }

  int nodeDown(int node) {
    return storage.length + 2 * node + 1;
  }

  int rackUp(int rack) {
    return storage.length + 2 * nodes.length + 2 * rack;
  }

  int rackDown(int rack) {
    return storage.length + 2 * nodes.length + 2 * rack + 1;
  }
}
