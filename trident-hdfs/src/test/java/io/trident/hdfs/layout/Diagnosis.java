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
package io.trident.hdfs.layout;

import static io.trident.hdfs.layout.LayoutFigures.metric;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingBlocks;

/** What one wants to know of an HDFS that does not become healthy. */
final class Diagnosis {
  private Diagnosis() {}

  static String of(FaultyHdfs cluster) {
    BlockManager blocks = cluster.hdfs().cluster().getNamesystem().getBlockManager();
    return """
        dead are %s, leaving %s; %d extents, %d degraded, %d unrecoverable
        safe mode: %s, queues: %s, expected: %d, queued: %d
        %s
        %s"""
        .formatted(
            cluster.dead(),
            cluster.leaving(),
            metric("Extents"),
            metric("DegradedExtents"),
            metric("UnrecoverableExtents"),
            cluster.hdfs().cluster().getNamesystem().isInSafeMode(),
            blocks.isPopulatingReplQueues(),
            PendingBlocks.number(blocks),
            PendingBlocks.queued(blocks),
            blocks.getDatanodeManager().getDatanodes().stream()
                .map(PendingBlocks::describe)
                .collect(Collectors.joining("\n")),
            threads());
  }

  /** Returns what the plugins of NameNode and DataNodes are doing. */
  private static String threads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(one -> one.getKey().getName().startsWith("trident-"))
        .filter(one -> one.getValue().length > 0)
        .map(Diagnosis::of)
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private static String of(Map.Entry<Thread, StackTraceElement[]> thread) {
    return Arrays.stream(thread.getValue())
        .limit(25)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining("\n    at ", thread.getKey().getName() + "\n    at ", ""));
  }
}
