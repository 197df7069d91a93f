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
package io.trident.storage;

import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.PinState;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sessions of several storages as one; blocks that none of them serves cannot be cached. */
final class JoinedPins implements PinSession {
  private final List<BlockToCache> blocks;
  private final List<PinSession> sessions;

  JoinedPins(Collection<BlockToCache> blocks, List<PinSession> sessions) {
    this.blocks = List.copyOf(blocks);
    this.sessions = List.copyOf(sessions);
  }

  @Override
  public List<BlockProgress> progress() {
    Map<BlockToCache, BlockProgress> known = new HashMap<>();
    for (PinSession session : sessions) {
      session.progress().forEach(one -> known.put(one.block(), one));
    }
    return blocks.stream()
        .distinct()
        .map(block -> known.computeIfAbsent(block, JoinedPins::unserved))
        .toList();
  }

  private static BlockProgress unserved(BlockToCache block) {
    return new BlockProgress(
        block, PinState.UNSUPPORTED, "no storage that caches holds the file", Duration.ZERO);
  }

  @Override
  public boolean isSettled() {
    return sessions.stream().allMatch(PinSession::isSettled);
  }

  @Override
  public CompletionStage<Void> settled() {
    return CompletableFuture.allOf(
        sessions.stream()
            .map(session -> session.settled().toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (PinSession session : sessions) {
      if (!session.await(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Duration timeToLive() {
    return sessions.stream()
        .map(PinSession::timeToLive)
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public void detach() {
    sessions.forEach(PinSession::detach);
  }

  @Override
  public void close() {
    sessions.forEach(PinSession::close);
  }
}
