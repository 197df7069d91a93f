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

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.recovery.RebuildOrder;
import io.trident.core.layout.recovery.SuperExtentHealth;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * A NameNode that starts waits until it has seen nearly all blocks. A lost extent is not reported
 * by anybody, and in safe mode it is not rebuilt: so the NameNode would wait for ever. To rebuild in
 * safe mode would be wrong, as a block that is not reported yet looks the same.
 *
 * So safe mode is left when the blocks that HDFS still waits for are no more than the lost extents
 * that can be rebuilt, and nothing has been reported for as long as HDFS waits for a node that is
 * silent: a node that has not come by then would be dead to HDFS anyway.
 */
/** Ends the safe mode of a start that waits for nothing but lost extents. For one thread. */
final class StartupSafeMode {
  private static final Logger LOG = LoggerFactory.getLogger(StartupSafeMode.class);
  private static final Pattern NEEDED = Pattern.compile("needs additional (\\d+) blocks");
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final FileStates states;
  private final OwnClient client;
  private final LongSupplier nanoTime;
  private final long waitNanos;
  private long needed;
  private long dueAt;

  /**
   * Waits from now on.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  StartupSafeMode(NameNode nameNode, FileStates states, OwnClient client, LongSupplier nanoTime) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.blocks = namesystem.getBlockManager();
    this.states = states;
    this.client = client;
    this.nanoTime = nanoTime;
    this.waitNanos = TimeUnit.MILLISECONDS.toNanos(silenceMs(nameNode.getConf()));
  }

  /** Returns after how many milliseconds without a heartbeat a node is dead to HDFS. */
  private static long silenceMs(Configuration conf) {
    return 2L
            * conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT)
        + 10L
            * conf.getTimeDuration(
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                TimeUnit.SECONDS,
                TimeUnit.MILLISECONDS);
  }

  /**
   * Looks whether safe mode can be left, and leaves it; to be called while it lasts, on standby,
   * too.
   *
   * @throws IOException if the registry of tables cannot be found
   */
  void round() throws IOException {
    long now = nanoTime.getAsLong();
    OptionalLong waitsFor = waitsFor();
    if (waitsFor.isEmpty() || waitsFor.getAsLong() != needed) {
      needed = waitsFor.orElse(0);
      dueAt = now + waitNanos;
      return;
    }
    if (now - dueAt < 0 || !nameNode.isActiveState() || !haveReported()) {
      return;
    }
    dueAt = now + RETRY_NANOS;
    long rebuildable = rebuildable();
    if (rebuildable >= needed) {
      leave(rebuildable);
    }
  }

  /** Returns how many blocks HDFS waits for; nothing if it is for something else, too. */
  private OptionalLong waitsFor() {
    int least =
        nameNode
            .getConf()
            .getInt(
                DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY,
                DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_DEFAULT);
    Matcher needs = NEEDED.matcher(namesystem.getSafemode());
    return namesystem.isInStartupSafeMode()
            && blocks.getDatanodeManager().getNumLiveDataNodes() >= least
            && needs.find()
        ? OptionalLong.of(Long.parseLong(needs.group(1)))
        : OptionalLong.empty();
  }

  private boolean haveReported() {
    return blocks.getDatanodeManager().getDatanodes().stream()
        .allMatch(node -> !node.isAlive() || node.checkBlockReportReceived());
  }

  /** Counts lost extents that can be rebuilt, until there are enough. */
  private long rebuildable() throws IOException {
    TableFiles files = new TableFiles(client.fileSystem());
    LayoutTables tables = new LayoutTables(namesystem, files, nanoTime);
    tables.refresh();
    long found = 0;
    for (SuperExtentId id : tables.superExtents()) {
      if (found >= needed) {
        break;
      }
      try {
        Manifest manifest = files.manifest(id);
        SuperExtentHealth health = states.of(id, manifest);
        if (health.degraded() > 0) {
          RebuildOrder order = RebuildOrder.of(manifest, manifest.parity(), health);
          found += health.degraded() - order.unrecoverable().size();
        }
      } catch (IOException e) {
        LOG.debug("Its extents do not count", e);
      }
    }
    return found;
  }

  private void leave(long rebuildable) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      if (waitsFor().orElse(0) == needed && blocks.leaveSafeMode(false)) {
        LOG.info(
            "Safe mode is left: of the blocks that it waited for, {} are enough, and {} or more are"
                + " extents that can be rebuilt",
            needed,
            rebuildable);
      }
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, "tridentSafeMode");
    }
  }
}
