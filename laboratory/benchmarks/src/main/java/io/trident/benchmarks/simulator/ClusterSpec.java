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

/**
 * A cluster of equal nodes. Rates are in MB/s, sizes in MB (2<sup>20</sup> bytes).
 *
 * @param nodes at least 3, so that replicas are on different ones
 * @param racks at least 1; nodes are dealt out in order
 * @param slots tasks that a node runs at once
 * @param disks disks of a node; beside them it has one SSD and its memory
 * @param memoryMb capacity of a node's memory tier; block caches are part of it
 * @param memoryRate bandwidth of a node's memory tier
 * @param ssdRate bandwidth of a node's SSD
 * @param diskRate bandwidth of each disk
 * @param nodeLinkRate bandwidth of a node's link, in each direction
 * @param rackLinkRate bandwidth of a rack's link to the others, in each direction
 * @param cachingThreads blocks that a node caches from one device at once
 */
public record ClusterSpec(
    int nodes,
    int racks,
    int slots,
    int disks,
    long memoryMb,
    double memoryRate,
    double ssdRate,
    double diskRate,
    double nodeLinkRate,
    double rackLinkRate,
    int cachingThreads) {

  /**
   * The paper's ten workers (section 7): 8 slots, 4 GB of memory tier, one SSD and three disks
   * each, 3,200, 400 and 160 MB/s. The paper does not describe its network: 1 Gb/s a node, one
   * rack.
   */
  public static final ClusterSpec PAPER =
      new ClusterSpec(10, 1, 8, 3, 4_096, 3_200, 400, 160, 119, 1_192, 4);

  private static final int NODES_A_RACK = 40;

  public ClusterSpec {
    if (nodes < 3 || racks < 1 || racks > nodes) {
      throw new IllegalArgumentException(
          "%d nodes in %d racks; give at least 3 nodes, and no more racks than nodes."
              .formatted(nodes, racks));
    }
    if (slots < 1 || disks < 1 || cachingThreads < 1 || memoryMb < 0) {
      throw new IllegalArgumentException(
          "A node has %d slots, %d disks, %d caching threads and %d MB of memory; the first three are at least 1."
              .formatted(slots, disks, cachingThreads, memoryMb));
    }
    for (double rate : new double[] {memoryRate, ssdRate, diskRate, nodeLinkRate, rackLinkRate}) {
      if (!(rate > 0) || Double.isInfinite(rate)) {
        throw new IllegalArgumentException(
            "A rate is %s MB/s; give a positive, finite one.".formatted(rate));
      }
    }
  }

  /** Returns a cluster of such nodes in racks of about 40. */
  public ClusterSpec withNodes(int count) {
    return withNodes(count, (count + NODES_A_RACK - 1) / NODES_A_RACK);
  }

  /** Returns a cluster of such nodes. */
  public ClusterSpec withNodes(int count, int rackCount) {
    return new ClusterSpec(
        count,
        rackCount,
        slots,
        disks,
        memoryMb,
        memoryRate,
        ssdRate,
        diskRate,
        nodeLinkRate,
        rackLinkRate,
        cachingThreads);
  }
}
