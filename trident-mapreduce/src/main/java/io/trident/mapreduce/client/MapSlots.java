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
package io.trident.mapreduce.client;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ResourceMgrDelegate;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * How many maps of a job the nodes of a cluster have room for, by memory as YARN's default. The
 * application master takes its room first: on the node with most of it, as nobody knows where.
 */
public final class MapSlots {
  private MapSlots() {}

  /**
   * Asks the resource manager: free room, or all room if none is free.
   *
   * @return by host name
   */
  static Map<String, Integer> of(ResourceMgrDelegate resourceManager, Configuration job)
      throws IOException {
    try {
      return of(
          resourceManager.getNodeReports(NodeState.RUNNING),
          mapMemory(job),
          job.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB));
    } catch (YarnException e) {
      throw new IOException("The resource manager does not report its nodes", e);
    }
  }

  /**
   * Returns the memory of a map's container in MB: as configured, else by the size of its heap,
   * else Hadoop's default.
   */
  public static long mapMemory(Configuration job) {
    return new JobConf(job).getMemoryRequired(TaskType.MAP);
  }

  static Map<String, Integer> of(List<NodeReport> nodes, long mapMemory, long masterMemory) {
    Map<String, Integer> slots = of(nodes, mapMemory);
    int forMaster =
        (int) Math.min(Short.MAX_VALUE, Math.ceil((double) masterMemory / Math.max(1, mapMemory)));
    String roomiest = "";
    int most = 0;
    int all = 0;
    for (Map.Entry<String, Integer> node : slots.entrySet()) {
      all += node.getValue();
      if (node.getValue() > most) {
        most = node.getValue();
        roomiest = node.getKey();
      }
    }
    if (all > forMaster && most > 0) {
      slots.put(roomiest, Math.max(0, most - forMaster));
    }
    return slots;
  }

  static Map<String, Integer> of(List<NodeReport> nodes, long mapMemory) {
    Map<String, Integer> free = count(nodes, mapMemory, MapSlots::freeMemory);
    boolean isFull = free.values().stream().allMatch(slots -> slots == 0);
    return isFull ? count(nodes, mapMemory, node -> node.getCapability().getMemorySize()) : free;
  }

  /** Returns how many maps of a size in MB the free memory of a node has room for. */
  public static int free(NodeReport node, long mapMemory) {
    return slots(freeMemory(node), mapMemory);
  }

  private static long freeMemory(NodeReport node) {
    return node.getCapability().getMemorySize()
        - (node.getUsed() == null ? 0 : node.getUsed().getMemorySize());
  }

  private static int slots(long memory, long mapMemory) {
    return (int) Math.min(Math.max(0, memory) / Math.max(1, mapMemory), Short.MAX_VALUE);
  }

  private static Map<String, Integer> count(
      List<NodeReport> nodes, long mapMemory, ToLongFunction<NodeReport> memory) {
    Map<String, Integer> slots = new HashMap<>();
    for (NodeReport node : nodes) {
      slots.merge(
          node.getNodeId().getHost(), slots(memory.applyAsLong(node), mapMemory), Integer::sum);
    }
    return slots;
  }
}
