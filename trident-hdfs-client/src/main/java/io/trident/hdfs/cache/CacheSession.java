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
package io.trident.hdfs.cache;

import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.PinState;
import io.trident.hdfs.locate.HdfsFile;
import io.trident.hdfs.locate.HdfsResolver;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.PinStatus;
import io.trident.storage.PinSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blocks that a {@link BlockCacher} has cached on HDFS. */
public final class CacheSession implements PinSession {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacher.class);

  /** Longest time that {@link #close} waits; then the release goes on in the background. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private final String owner;
  private final Configuration conf;
  private final HdfsResolver resolver;
  private final CacheSettings settings;
  private final LongSupplier nanoTime;
  private final Runnable scheduleRelease;
  private final long startedAt;
  private final Map<BlockToCache, BlockProgress> progress = new LinkedHashMap<>();
  private final Map<CachePart, Map<CachePin, BlockToCache>> parts = new LinkedHashMap<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private boolean opened;
  private boolean warned;
  private long answeredAt;
  private volatile boolean closed;

  CacheSession(
      String owner,
      Collection<BlockToCache> blocks,
      Configuration conf,
      HdfsResolver resolver,
      CacheSettings settings,
      LongSupplier nanoTime,
      Consumer<CacheSession> scheduleRelease) {
    this.owner = owner;
    this.conf = conf;
    this.resolver = resolver;
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.scheduleRelease = () -> scheduleRelease.accept(this);
    this.startedAt = nanoTime.getAsLong();
    this.answeredAt = startedAt;
    for (BlockToCache block : blocks) {
      progress.put(block, new BlockProgress(block, PinState.PENDING, "", Duration.ZERO));
    }
  }

  @Override
  public synchronized List<BlockProgress> progress() {
    return List.copyOf(progress.values());
  }

  @Override
  public synchronized boolean isSettled() {
    return progress.values().stream().allMatch(block -> block.state() != PinState.PENDING);
  }

  @Override
  public CompletionStage<Void> settled() {
    return settled.minimalCompletionStage();
  }

  @Override
  public synchronized boolean await(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!isSettled()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0 || closed) {
        return isSettled();
      }
      wait(left);
    }
    return true;
  }

  @Override
  public Duration timeToLive() {
    return settings.ttl();
  }

  @Override
  public void detach() {
    synchronized (parts) {
      closed = true;
      parts.clear();
    }
    released.countDown();
    settled.complete(null);
  }

  @Override
  public void close() {
    startToClose();
    try {
      if (!released.await(CLOSE_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("The blocks cached for {} are let go in the background", owner);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void startToClose() {
    closed = true;
    scheduleRelease.run();
    settled.complete(null);
  }

  boolean isClosed() {
    return closed;
  }

  /** Asks the NameNodes once; returns the pause until the next time. */
  Duration step() {
    synchronized (parts) { // a release waits for a step in progress
      if (!opened && !closed) {
        open();
        opened = true;
      }
      if (!closed) {
        parts.forEach(this::step);
        giveUp();
      }
    }
    boolean isSettled = isSettled();
    if (isSettled) {
      settled.complete(null);
    }
    return isSettled ? settings.renewInterval() : settings.pollInterval();
  }

  /**
   * Gives up what is not cached yet, so that nobody waits for it; returns the pause until a step.
   */
  Duration fail() {
    giveUpPending("Trident failed; see the log");
    settled.complete(null);
    return settings.renewInterval();
  }

  private void step(CachePart part, Map<CachePin, BlockToCache> blocks) {
    try {
      for (PinStatus status : part.step()) {
        BlockToCache block = blocks.get(status.pin());
        if (block != null) {
          set(block, status.state(), status.message());
        }
      }
      answeredAt = nanoTime.getAsLong();
    } catch (IOException | RuntimeException e) {
      unanswered(blocks.values(), e);
    }
  }

  private void unanswered(Collection<BlockToCache> blocks, Exception e) {
    if (!warned) {
      LOG.warn("Caching blocks for {} fails for now and is tried again: {}", owner, e.toString());
      warned = true;
    }
    LOG.debug("Caching blocks for {}", owner, e);
    if (nanoTime.getAsLong() - answeredAt >= settings.ttl().toNanos()) {
      for (BlockToCache block : blocks) {
        lapse(block, "the NameNode has not answered for longer than the time to live");
      }
    }
  }

  private synchronized void lapse(BlockToCache block, String why) {
    BlockProgress known = progress.get(block);
    if (known != null && known.state() == PinState.CACHED) {
      set(block, PinState.PENDING, why);
    }
  }

  private synchronized void giveUp() {
    Duration elapsed = elapsed();
    if (elapsed.compareTo(settings.pendingTimeout()) < 0) {
      return;
    }
    giveUpPending("not cached within " + settings.pendingTimeout());
  }

  private synchronized void giveUpPending(String why) {
    for (BlockProgress block : List.copyOf(progress.values())) {
      if (block.state() == PinState.PENDING) {
        set(block.block(), PinState.GIVEN_UP, why);
      }
    }
  }

  private void open() {
    Map<DistributedFileSystem, Map<CachePin, BlockToCache>> groups = new HashMap<>();
    for (BlockProgress block : progress()) {
      try {
        Optional<HdfsFile> file = resolver.resolve(new Path(block.block().path()));
        if (file.isPresent()) {
          groups
              .computeIfAbsent(file.get().fileSystem(), any -> new LinkedHashMap<>())
              .put(
                  new CachePin(file.get().src(), block.block().blockId(), block.block().node()),
                  block.block());
        } else {
          set(block.block(), PinState.UNSUPPORTED, "the file is not on HDFS");
        }
      } catch (IOException | RuntimeException e) {
        set(block.block(), PinState.REFUSED, String.valueOf(e.getMessage()));
      }
    }
    groups.forEach(this::open);
  }

  private void open(DistributedFileSystem hdfs, Map<CachePin, BlockToCache> blocks) {
    try {
      List<CachePin> pins = new ArrayList<>(blocks.keySet());
      parts.put(new CachePart(hdfs, conf, owner, pins, settings, nanoTime), blocks);
    } catch (IOException | RuntimeException e) {
      blocks
          .values()
          .forEach(block -> set(block, PinState.REFUSED, String.valueOf(e.getMessage())));
    }
  }

  private synchronized void set(BlockToCache block, PinState state, String message) {
    BlockProgress known = progress.get(block);
    if (known != null && known.state() == PinState.GIVEN_UP && state == PinState.PENDING) {
      return;
    }
    Duration elapsed =
        known != null && known.state() == state && state != PinState.PENDING
            ? known.elapsed()
            : elapsed();
    progress.put(block, new BlockProgress(block, state, message, elapsed));
    notifyAll();
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startedAt);
  }

  /** Lets go of the blocks; whatever fails, their time to live ends it. */
  void release() {
    synchronized (parts) {
      parts.keySet().forEach(this::release);
      parts.clear();
    }
    if (released.getCount() == 0) {
      return; // detached
    }
    synchronized (this) {
      for (BlockProgress block : List.copyOf(progress.values())) {
        if (!block.state().isFailed()) {
          set(block.block(), PinState.GIVEN_UP, "let go");
        }
      }
    }
    released.countDown();
  }

  private void release(CachePart part) {
    try {
      part.release();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Blocks cached for {} could not be let go and are so in {}: {}",
          owner,
          settings.ttl(),
          e.toString());
    }
  }
}
