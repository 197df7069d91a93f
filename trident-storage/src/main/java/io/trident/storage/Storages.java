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
import io.trident.core.storage.SegmentTiers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.net.NetworkTopology;

/**
 * All storages of a configuration as one: each file is asked of the storage that serves the scheme
 * of its path. A file that none serves has no tiers, and its blocks cannot be pinned.
 *
 * <p>Storages are asked one after the other, each for what is left of the time.
 */
public final class Storages implements Storage {
  private final Configuration conf;
  private final Map<StorageProvider, Storage> open;
  private final Map<String, Optional<Storage>> byScheme = new ConcurrentHashMap<>();
  private final StorageNodes nodes = new AllNodes();
  private final DirectoryLeases leases = new AllLeases();

  private Storages(Configuration conf, Map<StorageProvider, Storage> open) {
    this.conf = conf;
    this.open = open;
  }

  /**
   * Opens the storages whose providers are on the class path.
   *
   * @throws io.trident.core.config.ConfigException if a key of one of them is invalid
   */
  public static Storage open(Configuration conf) {
    return open(conf, providers());
  }

  static List<StorageProvider> providers() {
    List<StorageProvider> providers = new ArrayList<>();
    ServiceLoader.load(StorageProvider.class, Storages.class.getClassLoader())
        .forEach(providers::add);
    return providers;
  }

  static Storage open(Configuration conf, List<StorageProvider> providers) {
    Map<StorageProvider, Storage> open = new LinkedHashMap<>();
    providers.forEach(provider -> open.put(provider, provider.open(conf)));
    return new Storages(conf, open);
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments) {
    return locate(segments, Storage::locate);
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    return locate(
        segments,
        (storage, some) ->
            storage.locate(some, Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))));
  }

  private Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Lookup lookup) {
    Map<Storage, Set<FileSegment>> parts = new LinkedHashMap<>();
    for (FileSegment segment : segments) {
      storageOf(segment.path())
          .ifPresent(
              storage -> parts.computeIfAbsent(storage, any -> new LinkedHashSet<>()).add(segment));
    }
    Map<FileSegment, SegmentTiers> answers = new LinkedHashMap<>();
    parts.forEach((storage, some) -> answers.putAll(lookup.locate(storage, some)));
    Map<FileSegment, SegmentTiers> ordered = new LinkedHashMap<>();
    for (FileSegment segment : segments) {
      SegmentTiers answer = answers.get(segment);
      ordered.putIfAbsent(
          segment,
          answer == null ? new SegmentTiers(segment, Availability.NO_TIERS, List.of()) : answer);
    }
    return ordered;
  }

  @Override
  public StorageNodes nodes() {
    return nodes;
  }

  @Override
  public PinSession pin(String owner, Collection<BlockToCache> blocks) {
    Map<Storage, List<BlockToCache>> parts = new LinkedHashMap<>();
    List<BlockToCache> unserved = new ArrayList<>();
    for (BlockToCache block : blocks) {
      storageOf(block.path())
          .map(storage -> parts.computeIfAbsent(storage, any -> new ArrayList<>()))
          .orElse(unserved)
          .add(block);
    }
    if (unserved.isEmpty() && parts.size() == 1) {
      return parts.keySet().iterator().next().pin(owner, blocks);
    }
    List<PinSession> sessions = new ArrayList<>();
    parts.forEach((storage, some) -> sessions.add(storage.pin(owner, some)));
    return new JoinedPins(blocks, sessions);
  }

  @Override
  public DirectoryLeases leases() {
    return leases;
  }

  @Override
  public void close() {
    open.values().forEach(Storage::close);
  }

  private Optional<Storage> storageOf(String path) {
    return byScheme.computeIfAbsent(schemeOf(path), this::storageServing);
  }

  private Optional<Storage> storageServing(String scheme) {
    return open.entrySet().stream()
        .filter(each -> each.getKey().serves(scheme, conf))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private String schemeOf(String path) {
    String scheme = StorageSchemes.schemeOf(path);
    return scheme == null ? FileSystem.getDefaultUri(conf).getScheme() : scheme;
  }

  @FunctionalInterface
  private interface Lookup {
    Map<FileSegment, SegmentTiers> locate(Storage storage, Set<FileSegment> segments);
  }

  /** The nodes of all storages: the first that knows one answers. */
  private final class AllNodes implements StorageNodes {
    @Override
    public String rackOf(String node) {
      return first(nodes -> nodes.rackOf(node), NetworkTopology.DEFAULT_RACK);
    }

    @Override
    public String nameOf(String host) {
      return first(nodes -> nodes.nameOf(host), host);
    }

    @Override
    public long cacheFree(String node) {
      return first(nodes -> nodes.cacheFree(node), 0L);
    }

    private <T> T first(Function<StorageNodes, T> answer, T unknown) {
      return open.values().stream()
          .map(storage -> answer.apply(storage.nodes()))
          .filter(known -> !known.equals(unknown))
          .findFirst()
          .orElse(unknown);
    }
  }

  /** The leases of the storage that a directory is on. */
  private final class AllLeases implements DirectoryLeases {
    @Override
    public List<BlockProgress> acquire(
        Path directory, String owner, Duration ttl, List<BlockToCache> blocks) throws IOException {
      return of(directory).acquire(directory, owner, ttl, blocks);
    }

    @Override
    public Optional<Duration> renew(Path directory) throws IOException {
      return of(directory).renew(directory);
    }

    @Override
    public boolean release(Path directory) throws IOException {
      return of(directory).release(directory);
    }

    private DirectoryLeases of(Path directory) throws LeasesUnsupportedException {
      return storageOf(directory.toString())
          .orElseThrow(
              () -> new LeasesUnsupportedException("No storage with leases holds " + directory))
          .leases();
    }
  }
}
