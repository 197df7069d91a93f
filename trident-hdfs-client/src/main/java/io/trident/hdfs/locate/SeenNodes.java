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
package io.trident.hdfs.locate;

import io.trident.storage.StorageNodes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetworkTopology;

/**
 * What a locator's answers hold about DataNodes: their racks, the room in their caches, and which
 * host has which address. Thread-safe; holds an entry per DataNode.
 */
public final class SeenNodes implements StorageNodes {
  private final Map<String, String> racks = new ConcurrentHashMap<>();
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Map<String, Long> cacheFree = new ConcurrentHashMap<>();

  SeenNodes() {}

  /**
   * Returns the rack of a node, as the NameNode knows it.
   *
   * @param node host name or address
   * @return {@link NetworkTopology#DEFAULT_RACK} for a node not seen
   */
  @Override
  public String rackOf(String node) {
    return racks.getOrDefault(nameOf(node), NetworkTopology.DEFAULT_RACK);
  }

  @Override
  public String nameOf(String host) {
    return names.getOrDefault(host, host);
  }

  @Override
  public long cacheFree(String node) {
    return cacheFree.getOrDefault(nameOf(node), 0L);
  }

  void saw(DatanodeInfo node) {
    String name = node.getHostName();
    cacheFree.put(name, Math.max(0, node.getCacheRemaining()));
    String rack = node.getNetworkLocation();
    if (rack != null && !rack.equals(racks.get(name))) {
      racks.put(name, rack);
    }
    String address = node.getIpAddr();
    if (address != null && !name.equals(names.get(address))) {
      // An address that several names share names none of them.
      names.merge(address, name, (known, other) -> known.equals(other) ? known : address);
    }
  }
}
