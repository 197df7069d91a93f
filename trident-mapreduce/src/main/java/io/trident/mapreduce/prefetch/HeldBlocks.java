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
package io.trident.mapreduce.prefetch;

import io.trident.core.guard.Guard;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.PinState;
import io.trident.core.storage.Refusals;
import io.trident.storage.PinSession;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prefetched blocks of a job, held in memory by its application master until it ends.
 *
 * <p>If the master dies, or stops for another attempt ({@link #leave}), the blocks are let go with
 * their time to live, unless that attempt takes them over before. Nothing that fails here reaches
 * the job.
 */
public final class HeldBlocks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldBlocks.class);

  /** No blocks. */
  public static final HeldBlocks NONE = new HeldBlocks(null);

  private final @Nullable Holding holding;

  private HeldBlocks(@Nullable Holding holding) {
    this.holding = holding;
  }

  /**
   * What holds the blocks.
   *
   * @param sinceMillis when this began, in milliseconds since the epoch
   */
  private record Holding(Storage storage, PinSession session, long sinceMillis) {}

  /** Takes over what the client had cached for the job, if anything. */
  public static HeldBlocks takeOver(String owner, Path submitDir, Configuration conf, Guard guard) {
    return guard.get(
        "Prefetched blocks are let go early", () -> takeOver(owner, submitDir, conf), () -> NONE);
  }

  private static HeldBlocks takeOver(String owner, Path submitDir, Configuration conf)
      throws IOException {
    Path file = new Path(submitDir, RequestedBlocks.FILE_NAME);
    RequestedBlocks requested;
    try {
      requested = RequestedBlocks.read(file.getFileSystem(conf), file);
    } catch (FileNotFoundException e) {
      return NONE; // nothing was prefetched
    }
    Storage storage = Storages.open(conf);
    PinSession session = storage.pin(owner, requested.blocks());
    LOG.info("Holding {} prefetched blocks until the job ends", requested.blocks().size());
    return new HeldBlocks(new Holding(storage, session, System.currentTimeMillis()));
  }

  /**
   * Returns when each block that is cached was first seen so by this master, in milliseconds since
   * the epoch, by its name. Most have been cached before.
   */
  public Map<String, Long> seenCachedMillis() {
    Map<String, Long> seen = new HashMap<>();
    if (holding != null) {
      for (BlockProgress block : holding.session().progress()) {
        if (block.state() == PinState.CACHED) {
          seen.put(block.block().key().name(), holding.sinceMillis() + block.elapsed().toMillis());
        }
      }
    }
    return seen;
  }

  /** Leaves the blocks to another attempt of the master; closing then lets go of none. */
  public void leave() {
    if (holding != null) {
      holding.session().detach();
      LOG.info(
          "Leaving the prefetched blocks to another attempt for {}",
          holding.session().timeToLive());
    }
  }

  private static void logProgress(PinSession session) {
    List<BlockProgress> blocks = session.progress();
    LOG.info(
        "{} of {} prefetched blocks were cached at the end of this attempt{}",
        blocks.stream().filter(block -> block.state() == PinState.CACHED).count(),
        blocks.size(),
        Refusals.of(blocks).map(refused -> ": " + refused).orElse(""));
  }

  @Override
  public void close() {
    if (holding != null) {
      logProgress(holding.session());
      holding.storage().close();
    }
  }
}
