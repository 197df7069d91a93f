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

import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.PinState;
import io.trident.core.storage.SegmentTiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A storage of one scheme whose nodes bear its name; everything is cached once it is settled. */
final class FakeStorage implements Storage, StorageProvider, StorageNodes, DirectoryLeases {
  final List<String> calls = new ArrayList<>();
  final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final String scheme;
  private final String node;

  FakeStorage(String scheme, String node) {
    this.scheme = scheme;
    this.node = node;
  }

  @Override
  public boolean serves(String asked, Configuration conf) {
    return asked.equals(scheme);
  }

  @Override
  public Storage open(Configuration conf) {
    calls.add("open");
    return this;
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments) {
    return locate(segments, Duration.ofDays(1));
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Duration atMost) {
    calls.add("locate " + segments.size() + (atMost.isZero() ? " at once" : ""));
    Map<FileSegment, SegmentTiers> answers = new LinkedHashMap<>();
    for (FileSegment segment : segments) {
      answers.put(segment, new SegmentTiers(segment, Availability.KNOWN, List.of()));
    }
    return answers;
  }

  @Override
  public StorageNodes nodes() {
    return this;
  }

  @Override
  public String rackOf(String asked) {
    return asked.equals(node) ? "/" + scheme : "/default-rack";
  }

  @Override
  public String nameOf(String host) {
    return host.equals("address of " + node) ? node : host;
  }

  @Override
  public long cacheFree(String asked) {
    return asked.equals(node) ? 7 : 0;
  }

  @Override
  public PinSession pin(String owner, Collection<BlockToCache> blocks) {
    calls.add("pin " + blocks.size() + " for " + owner);
    return new Session(List.copyOf(blocks));
  }

  @Override
  public DirectoryLeases leases() {
    return this;
  }

  @Override
  public List<BlockProgress> acquire(
      Path directory, String owner, Duration ttl, List<BlockToCache> blocks) {
    calls.add("acquire " + directory);
    return List.of();
  }

  @Override
  public Optional<Duration> renew(Path directory) {
    calls.add("renew " + directory);
    return Optional.empty();
  }

  @Override
  public boolean release(Path directory) {
    return calls.add("release " + directory);
  }

  @Override
  public void close() {
    calls.add("close");
  }

  private final class Session implements PinSession {
    private final List<BlockToCache> blocks;

    Session(List<BlockToCache> blocks) {
      this.blocks = blocks;
    }

    @Override
    public List<BlockProgress> progress() {
      PinState state = isSettled() ? PinState.CACHED : PinState.PENDING;
      return blocks.stream()
          .map(block -> new BlockProgress(block, state, "", Duration.ZERO))
          .toList();
    }

    @Override
    public boolean isSettled() {
      return settled.isDone();
    }

    @Override
    public CompletionStage<Void> settled() {
      return settled.minimalCompletionStage();
    }

    @Override
    public boolean await(Duration atMost) {
      return isSettled();
    }

    @Override
    public Duration timeToLive() {
      return Duration.ofSeconds(scheme.length());
    }

    @Override
    public void detach() {
      calls.add("detach");
    }

    @Override
    public void close() {
      calls.add("unpin");
    }
  }
}
