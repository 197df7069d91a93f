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
import io.trident.core.layout.recovery.StartupWait;
import io.trident.core.layout.recovery.StartupWait.Start;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReports;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the safe mode of a start that waits for nothing but lost extents, when {@link StartupWait}
 * decides so. For one thread.
 */
final class StartupSafeMode {
  private static final Logger LOG = LoggerFactory.getLogger(StartupSafeMode.class);
  private static final Pattern NEEDED = Pattern.compile("needs additional (\\d+) blocks");

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final FileStates states;
  private final OwnClient client;
  private final LongSupplier nanoTime;
  private StartupWait wait;

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
    this.wait = StartupWait.begin(Duration.ofMillis(silenceMs(nameNode.getConf())));
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
    Start start =
        new Start(needed(), nameNode.isActiveState(), haveReported(), nanoTime.getAsLong());
    boolean isDue = wait.isDue(start);
    wait = wait.after(start);
    if (isDue) {
      long rebuildable = rebuildable();
      if (wait.isEnough(rebuildable)) {
        leave(rebuildable);
      }
    }
  }

  /** Returns how many blocks HDFS waits for; nothing if it is for something else, too. */
  private OptionalLong needed() {
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
        .allMatch(node -> !node.isAlive() || BlockReports.areIn(node));
  }

  /** Counts lost extents that can be rebuilt, until there are enough. */
  private long rebuildable() throws IOException {
    TableFiles files = new TableFiles(client.fileSystem());
    LayoutTables tables = new LayoutTables(namesystem, files, nanoTime);
    tables.refresh();
    long found = 0;
    for (SuperExtentId id : tables.superExtents()) {
      if (wait.isEnough(found)) {
        break;
      }
      try {
        Manifest manifest = files.manifest(id);
        found += StartupWait.rebuildable(manifest, manifest.parity(), states.of(id, manifest));
      } catch (IOException e) {
        LOG.debug("Its extents do not count", e);
      }
    }
    return found;
  }

  private void leave(long rebuildable) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      if (needed().equals(wait.needed()) && blocks.leaveSafeMode(false)) {
        LOG.info(
            "Safe mode is left: of the blocks that it waited for, {} are enough, and {} or more are"
                + " extents that can be rebuilt",
            wait.needed().orElse(0),
            rebuildable);
      }
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, "tridentSafeMode");
    }
  }
}
