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

import io.trident.core.config.ConfigException;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.locate.HdfsResolver;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinStatus;
import io.trident.storage.DirectoryLeases;
import io.trident.storage.LeasesUnsupportedException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Leases of the NameNode's plugin on cached blocks, by the name of the directory that the blocks'
 * files are in. It acts as the current user; leases of other users are not seen.
 */
public final class HdfsDirectoryLeases implements DirectoryLeases {
  private static final String PREFIX = "output:";

  private final Configuration conf;
  private final CacheSettings settings;

  /**
   * Reads the settings.
   *
   * @throws ConfigException if a key of {@link io.trident.hdfs.HdfsKeys} is invalid
   */
  public HdfsDirectoryLeases(Configuration conf) {
    this.conf = conf;
    this.settings = CacheSettings.read(conf);
  }

  @Override
  public List<BlockProgress> acquire(
      Path directory, String owner, Duration ttl, List<BlockToCache> blocks) throws IOException {
    Place place = place(directory);
    BlockCacheProtocol nameNode = plugin(place);
    nameNode.release(place.leaseId());
    Map<CachePin, BlockToCache> pins = new LinkedHashMap<>();
    for (BlockToCache block : blocks) {
      String file = place.file(new Path(block.path()).getName());
      pins.put(new CachePin(file, block.blockId(), block.node()), block);
    }
    List<CachePin> asked = List.copyOf(pins.keySet());
    List<BlockProgress> states = new ArrayList<>();
    for (int from = 0; from < asked.size(); from += BlockCacheProtocol.PINS_PER_CALL) {
      List<CachePin> some =
          asked.subList(from, Math.min(asked.size(), from + BlockCacheProtocol.PINS_PER_CALL));
      for (PinStatus status :
          nameNode.acquire(place.leaseId(), owner, settings.pool(), ttl.toMillis(), some).pins()) {
        BlockToCache block = pins.get(status.pin());
        if (block != null) {
          states.add(new BlockProgress(block, status.state(), status.message(), Duration.ZERO));
        }
      }
    }
    return states;
  }

  @Override
  public Optional<Duration> renew(Path directory) throws IOException {
    Place place = place(directory);
    try {
      LeaseStatus status = plugin(place).renew(place.leaseId());
      return status.known() ? Optional.of(Duration.ofMillis(status.ttlMs())) : Optional.empty();
    } catch (RemoteException e) {
      throw refused(place, e);
    }
  }

  @Override
  public boolean release(Path directory) throws IOException {
    Place place = place(directory);
    return plugin(place).release(place.leaseId());
  }

  /** Distinguishes a NameNode that serves leases to nobody from one that refuses this one. */
  private static IOException refused(Place place, RemoteException e) {
    return e.unwrapRemoteException(AccessControlException.class) instanceof AccessControlException
        ? e
        : new LeasesUnsupportedException(place.fileSystem() + " serves no leases", e);
  }

  private BlockCacheProtocol plugin(Place place) throws IOException {
    return CachePart.plugin(place.fileSystem(), conf, settings);
  }

  private Place place(Path directory) throws IOException {
    try (HdfsResolver resolver = new HdfsResolver(conf)) {
      return resolver
          .resolve(directory)
          .map(file -> new Place(file.fileSystem().getUri(), file.src()))
          .orElseThrow(() -> new LeasesUnsupportedException(directory + " is not on HDFS"));
    }
  }

  /** Returns the identifier of the lease of a directory, given by its path in its NameNode. */
  static String leaseId(String directory) {
    if (PREFIX.length() + directory.length() <= ClientText.MAX_NAME
        && ClientText.isPrintable(directory)) {
      return PREFIX + directory;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(directory.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** A directory in its NameNode. */
  private record Place(URI fileSystem, String path) {
    String leaseId() {
      return HdfsDirectoryLeases.leaseId(path);
    }

    String file(String name) {
      return path.equals(Path.SEPARATOR) ? path + name : path + Path.SEPARATOR + name;
    }
  }
}
