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

import io.trident.benchmarks.workloads.InputTask;
import io.trident.benchmarks.workloads.InputTask.Range;
import io.trident.minicluster.ServedRead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Which reads were those of which tasks, where all tasks of a node read by one client, as those of
 * Spark's executors do: a task's are those of its partition's blocks that its node began while it
 * ran. Engine and DataNodes have the same clock.
 */
final class TaskReads {
  private final Map<String, String> addresses;
  private final Map<String, List<LocatedBlock>> blocks;

  /**
   * @param addresses of all nodes, by name
   * @param blocks of all files, by path
   */
  TaskReads(Map<String, String> addresses, Map<String, List<LocatedBlock>> blocks) {
    this.addresses = Map.copyOf(addresses);
    this.blocks = Map.copyOf(blocks);
  }

  /**
   * Returns the reads of each task, by its id, in order. A partition's first task has read it, if
   * nothing is known of that, it has none here. A later one is left out unless it has read half of
   * its partition: the engine had it in its cache, and if there is a read of the same blocks it was
   * a neighbour's, that finished its last record.
   */
  Map<String, List<ServedRead>> of(List<InputTask> tasks, List<ServedRead> reads) {
    Map<Long, List<ServedRead>> byBlock =
        reads.stream().collect(Collectors.groupingBy(ServedRead::blockId));
    Set<List<Range>> seen = new HashSet<>();
    Map<String, List<ServedRead>> ofTasks = new LinkedHashMap<>();
    for (InputTask task : tasks) {
      List<ServedRead> own = readsOf(task, byBlock);
      long bytes = own.stream().mapToLong(ServedRead::bytes).sum();
      if (seen.add(task.partition()) || bytes >= length(task) / 2) {
        ofTasks.put(task.id(), own);
      }
    }
    return ofTasks;
  }

  private List<ServedRead> readsOf(InputTask task, Map<Long, List<ServedRead>> byBlock) {
    String address = addresses.getOrDefault(task.host(), task.host());
    List<ServedRead> own = new ArrayList<>();
    for (Range range : task.partition()) {
      for (LocatedBlock block : blocks.getOrDefault(range.file().toUri().getPath(), List.of())) {
        if (isPartOf(block, range)) {
          byBlock.getOrDefault(block.getBlock().getBlockId(), List.of()).stream()
              .filter(read -> read.readerAddress().equals(address))
              .filter(
                  read ->
                      read.startMillis() >= task.startMillis()
                          && read.startMillis() <= task.endMillis())
              .forEach(own::add);
        }
      }
    }
    return own;
  }

  private static boolean isPartOf(LocatedBlock block, Range range) {
    return block.getStartOffset() < range.offset() + range.length()
        && range.offset() < block.getStartOffset() + block.getBlockSize();
  }

  private static long length(InputTask task) {
    return task.partition().stream().mapToLong(Range::length).sum();
  }
}
