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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.jspecify.annotations.Nullable;

/**
 * HDFS's stream, of a file of one block. Where no node serves the block, and before the first
 * connection if the node for that is silent, it has the block recovered and asks the NameNode for
 * locations again. It decides nothing, and its failures change nothing.
 */
final class RecoveringStream extends DFSInputStream {
  private final RecoveringClient client;
  private final ReadRecovery.OfStream recovery;
  private final LongSupplier millis;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile long located;

  /**
   * Opens a file anew that HDFS's own stream has opened, without a call.
   *
   * @param millis this machine's clock, in milliseconds
   */
  RecoveringStream(
      RecoveringClient client,
      DFSInputStream stock,
      boolean verifyChecksum,
      ReadRecovery.OfStream recovery,
      LongSupplier millis)
      throws IOException {
    super(client, stock.src, verifyChecksum, stock.locatedBlocks);
    this.client = client;
    this.recovery = recovery;
    this.millis = millis;
    this.located = millis.getAsLong();
  }

  @Override
  @Nullable DNAddrPair chooseDataNode(
      LocatedBlock block, @Nullable Collection<DatanodeInfo> ignored, boolean refetch)
      throws IOException {
    DNAddrPair best = getBestNodeDNAddrPair(block, ignored);
    boolean isFirst = begun.compareAndSet(false, true);
    boolean isToAsk =
        best == null ? refetch || isRecoveredMeanwhile() : isFirst && isSilent(block, best.info);
    if (!isToAsk) {
      return best;
    }
    LocatedBlock current = isRecovered() ? located(block) : block;
    return super.chooseDataNode(current, ignored, refetch);
  }

  private boolean isSilent(LocatedBlock block, DatanodeInfo node) {
    try {
      return recovery.isSilent(node.getLastUpdate(), latest(block), locations(block), located);
    } catch (Throwable e) {
      client.failed(e);
      return false;
    }
  }

  private boolean isRecoveredMeanwhile() {
    try {
      return recovery.isRecoveredMeanwhile();
    } catch (Throwable e) {
      client.failed(e);
      return false;
    }
  }

  private boolean isRecovered() throws InterruptedIOException {
    try {
      return recovery.recovered();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (Throwable e) {
      client.failed(e);
      return false;
    }
  }

  /** Returns a block as the NameNode has it now; the nodes that did not serve it stay excluded. */
  private LocatedBlock located(LocatedBlock block) throws IOException {
    LocatedBlock current;
    try {
      openInfo(true);
      located = millis.getAsLong();
      current = getBlockAt(block.getStartOffset());
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      DFSClient.LOG.debug("No other locations of {}", src, e); // HDFS finds that out, too
      return block;
    }
    passOver(current);
    return current;
  }

  /** Excludes silent nodes, of which the first of several may be one. */
  private void passOver(LocatedBlock block) {
    for (DatanodeInfo node : block.getLocations()) {
      if (isSilent(block, node)) {
        if (locations(block) > 1) {
          addToLocalDeadNodes(node);
        } else {
          noteAlive(node);
        }
      }
    }
  }

  private void noteAlive(DatanodeInfo node) {
    try {
      recovery.noteAlive(node.getLastUpdate(), located);
    } catch (Throwable e) {
      client.failed(e);
    }
  }

  private static int locations(LocatedBlock block) {
    return block.getLocations().length;
  }

  private static long latest(LocatedBlock block) {
    return Arrays.stream(block.getLocations())
        .mapToLong(DatanodeInfo::getLastUpdate)
        .max()
        .orElse(0);
  }
}
