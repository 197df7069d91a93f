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
package io.trident.lab.testbed;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What followed the death of one DataNode.
 *
 * @param kind what the node had replicas of
 * @param repetition from 1
 * @param node that was killed
 * @param availableSeconds from when HDFS took it for dead until no block was without a replica
 * @param wholeSeconds likewise, until each had as many replicas as its file asks for
 * @param bytesLost of all replicas that the node had
 * @param bytesOnly of these, bytes of extents, which have one replica
 * @param bytesRebuiltFrom that rebuilds of extents read, as the NameNode reports
 * @param nodes what the other DataNodes read and wrote meanwhile
 */
record RecoveryRun(
    Kind kind,
    int repetition,
    String node,
    double availableSeconds,
    double wholeSeconds,
    long bytesLost,
    long bytesOnly,
    long bytesRebuiltFrom,
    List<NodeUse> nodes) {
  /** How the rows are kept. */
  enum Kind {
    /** Three replicas of each block. */
    PHYSICAL,
    /** Three dimensions with a parity. */
    LOGICAL
  }

  RecoveryRun {
    nodes = List.copyOf(nodes);
  }

  long bytesRead() {
    return nodes.stream().mapToLong(NodeUse::bytesRead).sum();
  }

  long bytesWritten() {
    return nodes.stream().mapToLong(NodeUse::bytesWritten).sum();
  }

  double cpuSeconds() {
    return nodes.stream().mapToDouble(NodeUse::cpuSeconds).sum();
  }

  /** Returns the part of all bytes read that the node read that read most; 0 if none did. */
  double largestShareRead() {
    ToLongFunction<NodeUse> read = NodeUse::bytesRead;
    return (double) nodes.stream().mapToLong(read).max().orElse(0) / Math.max(1, bytesRead());
  }

  double secondsPerLostMegabyte() {
    return wholeSeconds / (bytesLost / 1e6);
  }
}
