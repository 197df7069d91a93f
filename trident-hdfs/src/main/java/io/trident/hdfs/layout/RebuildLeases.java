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

import io.trident.hdfs.layout.RebuildTasks.Assigned;
import io.trident.hdfs.layout.RebuildTasks.Ended;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildBridge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * When a rebuild ends
 * -------------------
 * A rebuild that was handed out is a task here and a block in HDFS's table of pending
 * reconstructions. HDFS strikes the block off when it is reported, or after its time-out of five
 * minutes, which begins anew as long as the DataNode makes progress. All other ends are found here:
 *
 *   the DataNode reports that it failed                  its result
 *   the DataNode no longer polls                         SILENT
 *   it reports that it is done, and the block never is   UNREPORTED
 *   HDFS no longer expects the block, and has none       EXPIRED
 *
 * HDFS then no longer expects the block of that node, and checks it again; the plugin hands it out
 * again after a while (RebuildRetries). A block that arrives in spite of that is a replica as any:
 * if there are two, HDFS removes one.
 */
/** Ends what was handed out. For one thread. */
final class RebuildLeases {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  private final BlockManager blocks;
  private final RebuildBridge bridge;
  private final FileStates states;
  private final LayoutMetrics metrics;

  RebuildLeases(
      BlockManager blocks, RebuildBridge bridge, FileStates states, LayoutMetrics metrics) {
    this.blocks = blocks;
    this.bridge = bridge;
    this.states = states;
    this.metrics = metrics;
  }

  /** Looks at all tasks that are open or have ended. */
  void round(RebuildTasks tasks, RebuildRetries retries, Suspects suspects) {
    retries.forgetOld();
    for (Assigned task : tasks.takeMoved()) {
      bridge.renew(task.inode(), task.node());
    }
    for (Ended ended : tasks.takeFailed()) { // counted when they were reported
      ended.sources().forEach(one -> suspects.report(ended.task().superExtent(), one));
      giveUp(ended.task(), ended.result(), retries);
    }
    for (Assigned task : tasks.takeUnreported()) {
      end(task, Result.UNREPORTED, retries);
    }
    Set<String> present = present(tasks);
    for (Assigned task : tasks.open()) {
      switch (states.of(task.file())) {
        case READABLE -> {
          tasks.settle(task.task().id());
          retries.forget(task.inode());
        }
        case PENDING -> {
          if (!present.contains(task.node())) {
            tasks.drop(task.task().id());
            end(task, Result.SILENT, retries);
          }
        }
        case LOST, STALE -> {
          tasks.drop(task.task().id());
          end(task, Result.EXPIRED, retries);
        }
        case BROKEN -> {
          tasks.drop(task.task().id());
          bridge.giveUp(task.inode(), task.node()); // it may be lost, and nobody rebuilds it
        }
      }
    }
  }

  /** Returns the nodes that poll. */
  private Set<String> present(RebuildTasks tasks) {
    Set<String> dead = new HashSet<>();
    for (DatanodeDescriptor node : blocks.getDatanodeManager().getDatanodes()) {
      if (!node.isAlive()) {
        dead.add(node.getDatanodeUuid());
      }
    }
    return tasks.present(dead::contains);
  }

  private void end(Assigned task, Result result, RebuildRetries retries) {
    if (giveUp(task, result, retries)) {
      metrics.ended(result);
    }
  }

  /** Returns whether the task had failed; it had not if its block can be read. */
  private boolean giveUp(Assigned task, Result result, RebuildRetries retries) {
    switch (states.of(task.file())) {
      case READABLE -> {
        retries.forget(task.inode());
        return false;
      }
      case BROKEN -> {
        bridge.giveUp(task.inode(), task.node());
        return false;
      }
      case PENDING, LOST, STALE -> {}
    }
    bridge.giveUp(task.inode(), task.node());
    retries.failed(task.inode(), task.node(), result, task.task().damaged());
    LOG.info(
        "{} of {} was not rebuilt on {}, and will be tried again: {}",
        task.task().target(),
        task.superExtent(),
        task.node(),
        result);
    return true;
  }
}
