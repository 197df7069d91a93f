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

/**
 * A cluster of equal nodes and the load that it is under.
 *
 * @param scheduler the scheduler of Hadoop's that is loaded, or Trident's that extends it
 * @param nodes how many nodes; at least one rack of {@link #NODES_PER_RACK}
 * @param occupancy the share of all slots that the applications that arrive would keep busy on
 *     average if they never waited; above 1 more arrive than can run, at 0 none does
 * @param meanRunMillis mean time that a container runs, in milliseconds; at least 2
 * @param standing applications that are there all the time
 * @param seed two loads of the same seed consist of the same applications at the same times
 */
record LoadSpec(
    HostScheduler scheduler,
    int nodes,
    double occupancy,
    int meanRunMillis,
    StandingLoad standing,
    long seed) {
  /** Containers that a node has room for. */
  static final int SLOTS = 8;

  /** Memory of a container. */
  static final int SLOT_MB = 1024;

  static final int NODES_PER_RACK = 40;

  /** Between two heartbeats of a node or of an application, in milliseconds. */
  static final int HEARTBEAT_MILLIS = 1_000;

  /** No application has more maps than this part of the slots, so that the load stays steady. */
  private static final int LARGEST_PART = 32;

  private static final double MOST_OCCUPANCY = 10;

  LoadSpec {
    if (nodes < NODES_PER_RACK) {
      throw new IllegalArgumentException(
          "A cluster of %d nodes is less than a rack of %d.".formatted(nodes, NODES_PER_RACK));
    }
    if (!(occupancy >= 0) || occupancy > MOST_OCCUPANCY) {
      throw new IllegalArgumentException(
          "The occupancy is %s; it is from 0 to %s.".formatted(occupancy, MOST_OCCUPANCY));
    }
    if (meanRunMillis < 2) {
      throw new IllegalArgumentException(
          "Containers run %d ms on average; let it be at least 2.".formatted(meanRunMillis));
    }
  }

  /** A load of applications that come and go on the Capacity scheduler. */
  LoadSpec(int nodes, double occupancy, int meanRunMillis, long seed) {
    this(HostScheduler.CAPACITY, nodes, occupancy, meanRunMillis, StandingLoad.NONE, seed);
  }

  /** The same load on another scheduler. */
  LoadSpec on(HostScheduler other) {
    return new LoadSpec(other, nodes, occupancy, meanRunMillis, standing, seed);
  }

  /** The same load beside applications that are there all the time. */
  LoadSpec beside(StandingLoad others) {
    return new LoadSpec(scheduler, nodes, occupancy, meanRunMillis, others, seed);
  }

  int slots() {
    return nodes * SLOTS;
  }

  int largestJob() {
    return Math.max(1, slots() / LARGEST_PART);
  }
}
